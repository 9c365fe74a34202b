//! Which variable of the diagrams stands for what.

use oxidd::VarNo;
use vesc_col_core::SubSpace;

/// The variables of the decision bits, and of a symbolic sample between them.
///
/// The decision bits keep the order in which the sub-space lists them. The features of a symbolic sample are spread
/// evenly between them. Over the sub-spaces of the paper, each lies just above the bits that speak of it. They appear
/// only in constraints that compare concepts, and cost nothing otherwise.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// The variable of each decision bit, ascending.
    pub(crate) bits: Vec<VarNo>,
    /// The variable of each feature, ascending.
    pub(crate) features: Vec<VarNo>,
}

impl Layout {
    /// The variables for a sub-space; `None` if there are more than `most`.
    pub(crate) fn new(space: &dyn SubSpace, most: VarNo) -> Option<Layout> {
        let (width, count) = (space.width(), space.features());
        VarNo::try_from(width.checked_add(count)?).ok().filter(|&variables| variables <= most)?;
        let mut layout = Layout { bits: Vec::with_capacity(width), features: Vec::with_capacity(count) };
        for variable in 0.. {
            let (bit, feature) = (layout.bits.len(), layout.features.len());
            // The next feature comes when its share of the bits above it is used up.
            if feature < count && feature as u128 * width as u128 <= bit as u128 * count as u128 {
                layout.features.push(variable);
            } else if bit < width {
                layout.bits.push(variable);
            } else if feature < count {
                layout.features.push(variable);
            } else {
                break;
            }
        }
        Some(layout)
    }

    /// How many variables there are.
    pub(crate) fn len(&self) -> VarNo {
        (self.bits.len() + self.features.len()) as VarNo
    }
}

#[cfg(test)]
mod tests {
    use vesc_col_core::DnfSpace;

    use super::*;

    #[test]
    fn a_feature_lies_above_its_bits() {
        let layout = Layout::new(&DnfSpace::new(3, 4, 2), 15).unwrap();
        assert_eq!(layout.features, [0, 5, 10]);
        assert_eq!(layout.bits, [1, 2, 3, 4, 6, 7, 8, 9, 11, 12, 13, 14]);
        assert_eq!(layout.len(), 15);
        assert_eq!(Layout::new(&DnfSpace::new(3, 0, 0), 15).unwrap().features, [0, 1, 2]);
        assert!(Layout::new(&DnfSpace::new(3, 4, 2), 14).is_none());
    }
}
