//! `reqwest` 0.13: comes in a link, or an answer, goes out its meaning. The rows are those of every HTTP client, in `http_client.rs`.
//!
//! The status of an answer is no error until somebody asks for one, and then reqwest drops what the answer said besides. So ask
//! [`error_for_status`] here:
//!
//! ```no_run
//! use llamon_errors::ApplicationError;
//! use llamon_errors::classify::{OrClassify as _, reqwest as answers};
//!
//! async fn balance(client: &reqwest::Client) -> Result<String, ApplicationError> {
//!     let response = client.get("https://bank.example/balance").send().await.or_classify()?;
//!     answers::error_for_status(response).await?.text().await.or_classify()
//! }
//! ```

use alloc::borrow::ToOwned;
use alloc::vec::Vec;

super::http_client::client!(reqwest, Error::is_dns);
