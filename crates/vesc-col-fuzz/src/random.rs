//! Numbers that look random, the same ones for a seed everywhere.

/// One 64-bit number after the other (SplitMix64).
pub(crate) fn words(seed: u64) -> impl FnMut() -> u64 {
    let mut state = seed;
    move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }
}

/// Up to 400 bytes for a target.
///
/// ```
/// use vesc_col_fuzz::random_bytes;
///
/// assert_eq!(random_bytes(7), random_bytes(7));
/// assert!(random_bytes(7).len() <= 400);
/// ```
#[must_use]
pub fn random_bytes(seed: u64) -> Vec<u8> {
    let mut word = words(seed);
    let length = word() as usize % 401;
    std::iter::repeat_with(|| word().to_le_bytes()).flatten().take(length).collect()
}
