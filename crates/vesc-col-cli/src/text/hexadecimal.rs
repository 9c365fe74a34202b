//! Digests as text.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader};
use std::path::Path;

use sha2::{Digest as _, Sha256};

/// Each byte as two digits.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The SHA-256 of a file, as [`hexadecimal`] writes it.
pub(crate) fn sha256_of(file: &Path) -> io::Result<String> {
    let (mut file, mut hasher) = (BufReader::new(File::open(file)?), Sha256::new());
    loop {
        let part = file.fill_buf()?;
        if part.is_empty() {
            return Ok(hexadecimal(&hasher.finalize()));
        }
        hasher.update(part);
        let length = part.len();
        file.consume(length);
    }
}
