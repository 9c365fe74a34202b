//! Drawings as SVG, without styles of their own: the page's style sheet colours them by class.

mod gates;
mod svg;

pub(super) use gates::gates;
