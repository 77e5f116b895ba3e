//! See `src/retry_after.rs`.
#![no_main]

#[path = "../src/retry_after.rs"]
mod retry_after;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| retry_after::retry_after(bytes));
