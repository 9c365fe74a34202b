#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| vesc_col_fuzz::run("engines", bytes));
