//! A closure as `Display`.

use std::fmt;

/// `Display` by a closure. `std::fmt::from_fn` does the same from Rust 1.93 on, which is newer than our MSRV.
pub(crate) fn from_fn<F: Fn(&mut fmt::Formatter<'_>) -> fmt::Result>(fmt: F) -> impl fmt::Display {
    FromFn(fmt)
}

struct FromFn<F>(F);

impl<F: Fn(&mut fmt::Formatter<'_>) -> fmt::Result> fmt::Display for FromFn<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.0)(f)
    }
}
