//! See `src/json_rpc.rs`.
#![no_main]

#[path = "../src/json_rpc.rs"]
mod json_rpc;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| json_rpc::json_rpc(bytes));
