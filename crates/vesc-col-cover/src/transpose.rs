//! Rows and columns of bits.

/// Transposes a 64 x 64 bit matrix: bit j of word i becomes bit i of word j.
#[inline(always)]
pub(crate) fn transpose(square: &mut [u64; 64]) {
    let mut width = 32;
    let mut mask = 0x0000_0000_ffff_ffff_u64;
    while width != 0 {
        let mut i = 0;
        while i < 64 {
            let swap = ((square[i] >> width) ^ square[i + width]) & mask;
            square[i] ^= swap << width;
            square[i + width] ^= swap;
            i = (i + width + 1) & !width;
        }
        width >>= 1;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transposing_swaps_rows_and_columns() {
        let mut state = 1u64;
        let original: [u64; 64] = std::array::from_fn(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state ^ state >> 29
        });
        let mut square = original;
        transpose(&mut square);
        for (i, row) in original.iter().enumerate() {
            for (j, column) in square.iter().enumerate() {
                assert_eq!(row >> j & 1, column >> i & 1);
            }
        }
    }
}
