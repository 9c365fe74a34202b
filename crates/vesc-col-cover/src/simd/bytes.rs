//! 32 bytes at a time.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod baseline;

pub(crate) use baseline::Baseline;

/// What machines without 512-bit vectors do with 32 bytes at once.
pub(crate) trait Bytes: Copy {
    type Vector: Copy;

    fn load(self, bytes: [u8; 32]) -> Self::Vector;
    fn store(self, bytes: Self::Vector) -> [u8; 32];
    fn splat(self, byte: u8) -> Self::Vector;
    fn and(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    fn and_not(self, a: Self::Vector, removed: Self::Vector) -> Self::Vector;
    fn or(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// All ones where bytes are equal.
    fn equal(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    fn greater_one(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Each byte without its lowest bits, of which there are three or four.
    fn shifted<const BITS: i32>(self, bytes: Self::Vector) -> Self::Vector;
    /// For each byte, a number below sixteen, what a table has for it, of which there are two copies, one after the other.
    fn look_up(self, table: Self::Vector, bytes: Self::Vector) -> Self::Vector;
    /// The uppermost bits.
    fn uppermost(self, bytes: Self::Vector) -> u32;
}
