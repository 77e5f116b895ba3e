//! An HTTP client: `reqwest_0_12`.

crate::http_client::client_tests!(reqwest_0_12, reqwest_0_12);
