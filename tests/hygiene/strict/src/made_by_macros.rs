//! Enums that a macro of the user's writes; literals and names arrive in groups.

use ::llamon_errors::DomainError;
use ::std::fmt::Debug;

macro_rules! domain_error {
    ($(#[$meta:meta])* $vis:vis $name:ident, $catalog:literal, $code:literal, $variant:ident { $field:ident: $ty:ty }) => {
        $(#[$meta])*
        #[derive(Debug, DomainError)]
        #[domain_error(catalog = $catalog, partial)]
        $vis enum $name {
            /// Made by a macro.
            #[domain_error(code = $code)]
            $variant {
                /// Made by a macro.
                $field: $ty,
            },
        }
    };
}

domain_error! {
    /// Made by a macro.
    pub Made, "../../../catalogs/documents.toml", "DOC_005", Gone { document_id: u64 }
}
