//! Tests of the program as a user runs it: its words, numbers, files and exit statuses.

mod advice;
mod bad_input;
mod certificates;
#[path = "../common/mod.rs"]
mod common;
mod determinism;
mod eval_generate;
mod farm;
mod faults;
mod languages;
mod learn;
mod limits;
mod noise;
mod options_together;
mod ordered_columns;
mod output;
mod probability;
mod report_page;
mod resume;
mod robust;
mod typed_tables;
mod types;
mod usage;
