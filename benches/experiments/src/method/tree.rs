//! Decision trees, from the library linfa, read as formulas.

use std::error::Error;

use linfa::prelude::*;
use linfa_trees::{DecisionTree, SplitQuality, TreeNode};
use vesc_col::{Dataset, Literal, Term};

/// How a tree chooses its splits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tree {
    /// By Gini impurity.
    Cart,
    /// By information gain. Over Boolean features ID3's split by value is CART's binary split.
    Id3,
}

/// Grows a tree until each leaf is pure; its positive leaves are terms.
pub(crate) fn grow(tree: Tree, data: &Dataset) -> Result<Vec<Term>, Box<dyn Error>> {
    let rows = data.positives().iter().map(|row| (row, true)).chain(data.negatives().iter().map(|row| (row, false)));
    let (mut cells, mut labels) = (Vec::new(), Vec::new());
    for (row, label) in rows {
        cells.extend(row.iter().map(|value| f64::from(u8::from(*value))));
        labels.push(label);
    }
    let shape = (labels.len(), data.features().len());
    let data = linfa::Dataset::new(ndarray::Array2::from_shape_vec(shape, cells)?, ndarray::Array1::from(labels));
    let quality = match tree {
        Tree::Cart => SplitQuality::Gini,
        Tree::Id3 => SplitQuality::Entropy,
    };
    // One positive among a thousand: no split's gain is too small.
    let params = DecisionTree::params().split_quality(quality).min_impurity_decrease(1e-12);
    let grown = params.fit(&data)?;
    let mut terms = Vec::new();
    positive_leaves(grown.root_node(), &mut Vec::new(), &mut terms)?;
    Ok(terms)
}

fn positive_leaves(
    node: &TreeNode<f64, bool>,
    path: &mut Vec<Literal>,
    terms: &mut Vec<Term>,
) -> Result<(), Box<dyn Error>> {
    if let Some(label) = node.prediction() {
        if label && !path.is_empty() {
            terms.push(Term::new(path.iter().copied())?);
        }
        return Ok(());
    }
    let feature = node.split().0;
    // Values below the threshold, which are 0, go left.
    for (child, literal) in node.children().into_iter().zip([Literal::negative(feature), Literal::positive(feature)]) {
        if let Some(child) = child {
            path.push(literal);
            positive_leaves(child, path, terms)?;
            path.pop();
        }
    }
    Ok(())
}
