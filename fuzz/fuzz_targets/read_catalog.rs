//! Any bytes as a catalog: see `src/read_catalog.rs`.
#![no_main]

#[path = "../src/read_catalog.rs"]
mod read_catalog;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| read_catalog::read_catalog(bytes));
