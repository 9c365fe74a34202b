//! The figures and tables of the paper's experiment section, one file each.

mod accuracy;
mod enough;
mod fooled;
mod peaks;
mod racing;
mod runtime;
mod sample_order;
mod space_order;
mod trees;

use crate::Figure;

/// All, in the paper's order.
pub(crate) const FIGURES: [Figure; 10] = [
    ("space-order", space_order::make),
    ("sample-order", sample_order::make),
    ("sample-order-small", sample_order::make_small),
    ("runtime", runtime::make),
    ("peaks", peaks::make),
    ("trees", trees::make),
    ("accuracy", accuracy::make),
    ("enough", enough::make),
    ("fooled", fooled::make),
    ("racing", racing::make),
];
