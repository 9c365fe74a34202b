//! Drawings as SVG, without styles of their own: the page's style sheet colours them by class.

mod fall;
mod gates;
mod svg;

pub(super) use fall::fall;
pub(super) use gates::gates;
