//! Errors of other crates, made by those crates, and the codes that they get: one module for each crate, as in
//! `llamon-errors/src/classify`.
//!
//! Servers are on loopback, take one client each, and end with it. All waiting has a bound, and no test judges how long something took.

mod answer;
mod anyhow;
mod async_openai;
mod eyre;
mod http_client;
mod hyper;
mod hyper_util;
mod jsonschema;
mod opendal;
mod redis;
mod reqwest;
mod reqwest_0_12;
mod rmcp;
mod secrets;
mod serde_json;
mod sqlx;
mod support;
mod thiserror;
mod tokio;
mod told;
mod tonic;
mod tower;
mod validation;
