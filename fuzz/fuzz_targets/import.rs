//! Any bytes as a catalog of another form: see `src/import.rs`.
#![no_main]

#[path = "../src/import.rs"]
mod import;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = import::import_any(bytes);
});
