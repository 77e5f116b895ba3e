//! Variants that only some configurations have.

use ::llamon_errors::DomainError;
use ::std::fmt::Debug;

/// With the feature `pay` there is a variant more; without it, nobody misses it.
#[derive(Debug, DomainError)]
#[domain_error(
    catalog = "../../../catalogs/documents.toml",
    external("DOC_002", "DOC_003", "DOC_005", "DOC_006", "DOC_007", "DOC_008", "DOC_009", "DOC_010", "DOC_011")
)]
pub enum Configured {
    /// Always there.
    QueryEmpty,
    /// There with the feature.
    #[cfg(feature = "pay")]
    DailyQuotaExceeded {
        /// Fills the message.
        limit: u32,
        /// Not even its field is there without another feature.
        #[cfg(feature = "pay")]
        day: u32,
    },
}
