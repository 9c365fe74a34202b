//! `plan`, `work`, `merge` and `status`: one question over many machines.
//!
//! All of them ask the question of `learn` or `count` in the usual way. Only the engine differs: it knows the job. For
//! `plan` it cuts what takes too long, for `work` it measures the one part that it waits for, and for `merge` it adds up.

mod claim;
mod divided;
mod folder;
mod merging;
mod plan;
mod progress;
mod question;
mod record;
mod status;
mod submit;
mod work;

pub(crate) use merging::merge;
pub(crate) use plan::plan;
pub(crate) use status::status;
pub(crate) use work::work;
