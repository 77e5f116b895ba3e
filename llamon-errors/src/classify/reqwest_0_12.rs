//! `reqwest` 0.12: comes in a link, or an answer, goes out its meaning. The rows are those of every HTTP client, in `http_client.rs`.
//!
//! The status of an answer is no error until somebody asks for one, and then reqwest drops what the answer said besides. So ask
//! [`error_for_status`] here:
//!
//! ```no_run
//! use llamon_errors::ApplicationError;
//! use llamon_errors::classify::{OrClassify as _, reqwest_0_12 as answers};
//!
//! async fn balance(client: &reqwest_0_12::Client) -> Result<String, ApplicationError> {
//!     let response = client.get("https://bank.example/balance").send().await.or_classify()?;
//!     answers::error_for_status(response).await?.text().await.or_classify()
//! }
//! ```

use alloc::borrow::ToOwned;
use alloc::vec::Vec;

// It cannot tell that a name is not known; the error below it can.
super::http_client::client!(reqwest_0_12, |_| false);
