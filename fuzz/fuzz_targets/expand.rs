//! The derive on any Rust file: see `llamon-errors-derive/src/fuzz.rs`. The library of this package is the derive, compiled as an ordinary
//! crate.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Ok(source) = std::str::from_utf8(bytes) {
        let _ = llamon_errors_fuzz::fuzz::expand(source);
    }
});
