//! Rows of bits become columns.

/// Transposes a 64 x 64 bit matrix: bit j of word i becomes bit i of word j.
///
/// It takes about a hundred nanoseconds, and each engine packs its samples by columns with it.
///
/// ```
/// let mut square = [0; 64];
/// square[3] = 1 << 5;
/// vesc_col_core::transpose(&mut square);
/// assert_eq!((square[3], square[5]), (0, 1 << 3));
/// ```
#[inline(always)]
pub fn transpose(square: &mut [u64; 64]) {
    swap_blocks::<32>(square, 0x0000_0000_ffff_ffff);
    swap_blocks::<16>(square, 0x0000_ffff_0000_ffff);
    swap_blocks::<8>(square, 0x00ff_00ff_00ff_00ff);
    swap_blocks::<4>(square, 0x0f0f_0f0f_0f0f_0f0f);
    swap_blocks::<2>(square, 0x3333_3333_3333_3333);
    swap_blocks::<1>(square, 0x5555_5555_5555_5555);
}

/// Swaps the two off-diagonal blocks of each square of twice `SIDE` lines; `mask` has the lower columns of the squares.
#[inline(always)]
fn swap_blocks<const SIDE: usize>(square: &mut [u64; 64], mask: u64) {
    for lines in square.chunks_exact_mut(2 * SIDE) {
        let (above, below) = lines.split_at_mut(SIDE);
        for (above, below) in above.iter_mut().zip(below) {
            let swap = ((*above >> SIDE) ^ *below) & mask;
            *above ^= swap << SIDE;
            *below ^= swap;
        }
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
