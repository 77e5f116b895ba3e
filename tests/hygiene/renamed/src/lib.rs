//! What the derives write, without `std` and with the runtime under another name.

#![no_std]
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, unreachable_pub)]

extern crate alloc;

use alloc::string::String;

/// The runtime, re-exported as frameworks do.
pub mod reexported {
    pub use domain as errors;
}

/// By its new name.
#[derive(Debug, domain::DomainError)]
#[domain_error(catalog = "../../../catalogs/documents.toml", crate = "domain", partial, details, decode)]
pub enum DocumentError {
    /// Named.
    DocumentNotFound {
        /// Fills the message.
        document_id: String,
    },
    /// From a cause.
    #[domain_error(transparent)]
    Inner(#[from] InnerError),
}

/// Through a re-export.
#[derive(Debug, domain::DomainError)]
#[domain_error(domain = "inner", crate = "crate::reexported::errors", details, decode)]
pub enum InnerError {
    /// In the attributes.
    #[domain_error(code = "I_1", sdk_code = "INTERNAL_ERROR", title = "inner", retriable = false)]
    Broken {
        /// Not known everywhere.
        depth: Option<u8>,
    },
}

/// Written from the catalog.
#[domain::from_catalog("../../../catalogs/documents.toml", crate = "domain")]
#[derive(Debug)]
pub enum Written {}

#[cfg(test)]
mod tests {
    use super::{DocumentError, InnerError, Written};
    use alloc::borrow::ToOwned as _;
    use alloc::format;
    use alloc::string::ToString as _;
    use domain::{ApplicationError, FromErrorData as _, FromErrorDataError};

    #[test]
    fn errors_travel_and_come_back() {
        for error in [
            DocumentError::DocumentNotFound { document_id: "A".to_owned() },
            DocumentError::Inner(InnerError::Broken { depth: Some(3) }),
            DocumentError::Inner(InnerError::Broken { depth: None }),
        ] {
            let shown = format!("{error:?}");
            let sent = ApplicationError::from(error);
            let read = DocumentError::from_error_data(sent.data()).unwrap();
            assert_eq!(format!("{read:?}"), shown);
        }
        assert_eq!(Written::QueryEmpty.to_string(), "질의 본문이 비어 있습니다");
    }

    #[test]
    fn codes_of_others_come_back_as_such() {
        let sent = ApplicationError::from(Written::QueryEmpty);
        let unknown = DocumentError::from_error_data(sent.data());
        assert!(
            matches!(&unknown, Err(FromErrorDataError::UnknownCode { code, .. }) if code == "DOC_001"),
            "{unknown:?}"
        );
        let mut data =
            ApplicationError::from(DocumentError::DocumentNotFound { document_id: "A".to_owned() }).data().clone();
        data.domain = Some("elsewhere".into());
        assert!(matches!(DocumentError::from_error_data(&data), Err(FromErrorDataError::UnknownCode { .. })));
        data.domain = None;
        data.details = None;
        let missing = DocumentError::from_error_data(&data);
        assert!(matches!(missing, Err(FromErrorDataError::MissingField { name: "document_id" })), "{missing:?}");
    }
}
