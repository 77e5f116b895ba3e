//! See `src/error_data.rs`.
#![no_main]

#[path = "../src/error_data.rs"]
mod error_data;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| error_data::error_data(bytes));
