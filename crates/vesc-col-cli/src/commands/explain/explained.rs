//! An explanation in both forms.

/// What of an explanation was not shown yet, for people and for programs, and the exit status.
pub(super) struct Explained {
    pub(super) text: String,
    pub(super) json: serde_json::Value,
    pub(super) status: u8,
}
