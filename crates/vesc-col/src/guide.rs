//! The guide: each topic by programs that run.
//!
//! | page | for |
//! | --- | --- |
//! | [`learn`] | a first search in ten lines, and what can be asked |
//! | [`answer`] | what each outcome and each number means, and what it does not |
//! | [`trust`] | what an answer rests on, coverage holes, inputs that separate the candidates |
//! | [`robust`] | wrong labels, rows left out, and what of an answer stays |
//! | [`live`] | votes on a new run, literals in common, random formulas, one more sample |
//! | [`incremental`] | more rows, the same question: what is known is not measured again |
//! | [`noise`] | wrong labels, contradictions, cells that nobody knows |
//! | [`types`] | values, numbers, one-hot groups, constraints |
//! | [`languages`] | the languages that come with the crate: syntax, size of their encodings, cost |
//! | [`sub_space`] | another language, step by step, and the mistakes that the conformance suite catches |
//! | [`engine`] | what an engine and a solver owe to their caller |
//! | [`embedding`] | packed rows, threads, cancel, deadline, memory, progress |
//! | [`export`] | AIGER, DIMACS, BLIF, Verilog |

/// A page of the guide as a module. The pages link to each other by names; of several definitions of a name Markdown takes
/// the first, and that is the one here.
macro_rules! page {
    ($name:ident, $file:literal) => {
        /// [answer]: answer
        /// [embedding]: embedding
        /// [engines-portfolio]: crate::Portfolio
        /// [incremental]: incremental
        /// [live]: live
        /// [noise]: noise
        /// [noise-unknown-cells]: noise#unknown-cells
        /// [robust]: robust
        /// [robust-where-nothing-fits]: robust#where-nothing-fits
        /// [sub-space]: sub_space
        /// [trust]: trust
        /// [trust-what-to-simulate-next]: trust#what-to-simulate-next
        /// [types]: types
        ///
        #[doc = include_str!(concat!("../guide/", $file))]
        pub mod $name {}
    };
}

page!(learn, "learn.md");
page!(answer, "answer.md");
page!(trust, "trust.md");
page!(robust, "robust.md");
page!(live, "live.md");
page!(incremental, "incremental.md");
page!(noise, "noise.md");
page!(types, "types.md");
page!(languages, "languages.md");
page!(sub_space, "sub-space.md");
page!(engine, "engine.md");
page!(embedding, "embedding.md");
page!(export, "export.md");
