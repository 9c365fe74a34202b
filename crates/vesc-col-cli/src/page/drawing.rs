//! Drawings as SVG, without styles of their own: the page's style sheet colours them by class.

mod fall;
mod gates;
mod graph;
mod matrix;
mod svg;

pub(super) use fall::{Point, fall};
pub(super) use gates::{Gates, Input, Wires};
pub(super) use graph::graph;
pub(super) use matrix::{Column, matrix};
