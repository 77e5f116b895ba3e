//! An HTTP client: `reqwest`.

crate::http_client::client_tests!(reqwest, reqwest);
