//! Drawings as SVG, without styles of their own: the page's style sheet colours them by class.
//!
//! They are gates, graphs, a matrix and one curve, of which each part has a title and takes the focus. A plotting crate draws axes and series,
//! and gives its parts neither.

mod fall;
mod gates;
mod graph;
mod matrix;
mod svg;

pub(super) use fall::{Point, fall};
pub(super) use gates::{Gates, Input, Wires};
pub(super) use graph::graph;
pub(super) use matrix::{MatrixColumn, matrix};
