//! Tests of what the words mean: data, formulas, concepts, sub-spaces and runs.

mod arrow;
mod cardinality;
mod circuit;
mod concept;
mod concept_speed;
mod dataset;
mod dataset_memory;
mod dnf_space;
mod domain;
mod run;
mod serialize;
mod syntax;
mod version_space;
