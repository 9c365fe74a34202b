//! What `learn --certify` writes and `verify` reads: the manifest, and the hashes in it.

mod written;

use std::collections::BTreeSet;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use vesc_col::Dataset;
use vesc_col::data::{DataError, Domain};
use vesc_col::formula::Literal;

use crate::args::SizeOrder;
use crate::text::{hexadecimal, sha256_of};
pub(crate) use written::WrittenCertificates;

/// The manifest's name in its directory.
pub(crate) const MANIFEST: &str = "manifest.json";

/// The number of this form of manifest. In form 1 the clauses stood in the order of the rows. In form 2 an order of
/// features was said pair by pair.
pub(crate) const SCHEMA: u32 = 3;

/// What was proven about which data.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Manifest {
    /// [`SCHEMA`].
    pub(crate) schema: u32,
    pub(crate) data: DataHash,
    /// The largest version space that counts as learned, in families.
    pub(crate) bound: usize,
    pub(crate) max_literals: usize,
    pub(crate) max_terms: usize,
    /// Which sizes are simpler; manifests of earlier versions do not say it.
    #[serde(default)]
    pub(crate) order: SizeOrder,
    /// How the search ended, as in the report.
    pub(crate) outcome: String,
    /// The decided sub-spaces in the order of the search.
    pub(crate) steps: Vec<Certified>,
}

/// Which data.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DataHash {
    pub(crate) features: usize,
    pub(crate) positives: usize,
    pub(crate) negatives: usize,
    /// Of names, labels and distinct samples; see [`DataHash::of`].
    pub(crate) sha256: String,
}

/// What is known about one sub-space.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Certified {
    /// Its [key](vesc_col::SubSpace::key); manifests of earlier versions do not say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) space: Option<String>,
    pub(crate) literals: usize,
    pub(crate) terms: usize,
    pub(crate) claim: Claim,
    /// The least formula of each concept.
    pub(crate) concepts: Vec<String>,
    /// The proofs that there is no further concept.
    pub(crate) cases: Vec<Case>,
}

/// What the concepts of a sub-space are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Claim {
    /// All that there are.
    All,
    /// Witnesses that there are more than the bound.
    MoreThanBound,
}

/// One proof.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Case {
    /// The numbers of literals of the terms, ascending.
    pub(crate) sizes: Vec<usize>,
    pub(crate) cnf: HashedFile,
    pub(crate) proof: HashedFile,
}

/// A file beside the manifest.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HashedFile {
    pub(crate) file: String,
    pub(crate) sha256: String,
}

/// The name of a case without its ending.
pub(crate) fn case_name(literals: usize, terms: usize, sizes: &[usize]) -> String {
    let sizes: Vec<String> = sizes.iter().map(ToString::to_string).collect();
    format!("l{literals}-k{terms}-{}", sizes.join("+"))
}

impl HashedFile {
    /// The file as it is now.
    pub(crate) fn of(directory: &Path, file: String) -> io::Result<HashedFile> {
        let sha256 = sha256_of(&directory.join(&file))?;
        Ok(HashedFile { file, sha256 })
    }
}

/// The distinct samples of a data set in ascending order of their cells. Certificates are about a set of samples: the order of
/// the rows and their number say nothing.
pub(crate) fn in_order(data: &Dataset) -> Result<Dataset, DataError> {
    let mut samples: Vec<(Vec<bool>, bool)> = Vec::new();
    for (positive, of_label) in [(true, data.positives()), (false, data.negatives())] {
        samples.extend(of_label.iter().map(|sample| (sample.iter().by_vals().collect(), positive)));
    }
    samples.sort_unstable();
    let mut builder = Dataset::builder(data.features().clone()).with_contradictions();
    for (cells, positive) in samples {
        builder.push(positive, cells)?;
    }
    builder.build()
}

impl DataHash {
    /// The hash is over text. First comes a line with the features' names in JSON, then a line for each distinct
    /// sample: `+` or `-` and the cells as `0` and `1`. Positives come first, and each label's samples are in ascending
    /// order. If not all inputs are legal, a line for each order follows: `>` and the numbers of its features, each
    /// implied by the next. Then comes a line for each nogood that no order makes: `!` and the numbers of its literals,
    /// 2 i for feature i and 2 i + 1 for its negation, from 0 on. `data` must be [in order](in_order).
    pub(crate) fn of(data: &Dataset, domain: &Domain) -> DataHash {
        let names: Vec<&str> = (0..data.features().len()).map(|feature| data.features().name(feature)).collect();
        let mut hasher = Sha256::new();
        hasher.update(serde_json::json!(names).to_string());
        for (sign, samples) in [('+', data.positives()), ('-', data.negatives())] {
            for sample in samples.iter() {
                let cells: String = sample.iter().map(|cell| if *cell { '1' } else { '0' }).collect();
                hasher.update(format!("\n{sign}{cells}"));
            }
        }
        for order in domain.orders() {
            let numbers: Vec<String> = order.iter().map(ToString::to_string).collect();
            hasher.update(format!("\n>{}", numbers.join(" ")));
        }
        let number = |literal: &Literal| 2 * literal.feature() + usize::from(literal.is_negated());
        let numbers = |nogood: &[Literal]| nogood.iter().map(number).collect::<BTreeSet<usize>>();
        for nogood in domain.nogoods_beside_orders().map(numbers).collect::<BTreeSet<_>>() {
            let numbers: Vec<String> = nogood.iter().map(ToString::to_string).collect();
            hasher.update(format!("\n!{}", numbers.join(" ")));
        }
        DataHash {
            features: names.len(),
            positives: data.positives().distinct(),
            negatives: data.negatives().distinct(),
            sha256: hexadecimal(&hasher.finalize()),
        }
    }
}
