//! `impl_error = false`: another derive writes `Display` and `Error` on the same enum.

#![cfg(test)]

use std::error::Error as _;

use llamon_errors::{ApplicationError, DomainError};
use snafu::Snafu;
use thiserror::Error;

/// With thiserror.
#[derive(Debug, Error, DomainError)]
#[domain_error(catalog = "../../../catalogs/documents.toml", partial, impl_error = false)]
enum WithThiserror {
    /// Its text is thiserror's, its facts are the catalog's.
    #[error("no document {document_id}")]
    DocumentNotFound {
        /// Fills both texts.
        document_id: u32,
    },
    /// The cause is thiserror's too.
    #[error("index")]
    SearchIndexDown(#[from] std::io::Error),
}

/// With snafu.
#[derive(Debug, Snafu, DomainError)]
#[domain_error(catalog = "../../../catalogs/documents.toml", partial, impl_error = false)]
enum WithSnafu {
    /// Its text is snafu's, its facts are the catalog's.
    #[snafu(display("no document {document_id}"))]
    DocumentNotFound {
        /// Fills both texts.
        document_id: u32,
    },
}

#[test]
fn other_derives_keep_their_texts_and_the_catalog_its_facts() {
    let error = WithThiserror::DocumentNotFound { document_id: 3 };
    assert_eq!(
        (error.to_string().as_str(), error.message().as_str()),
        ("no document 3", "문서 3을(를) 찾을 수 없습니다")
    );
    let error = WithThiserror::from(std::io::Error::other("reset"));
    assert_eq!((error.source().map(ToString::to_string).as_deref(), error.spec().code()), (Some("reset"), "DOC_006"));
    let error = WithSnafu::DocumentNotFound { document_id: 3 };
    assert_eq!((error.to_string().as_str(), error.spec().code()), ("no document 3", "DOC_005"));
    let sent = ApplicationError::from(error);
    assert_eq!(sent.data().error_message, "문서 3을(를) 찾을 수 없습니다", "what leaves is the catalog's text");
}
