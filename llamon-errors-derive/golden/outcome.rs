const _: () = {
    use ::llamon_errors::__private0 as __llamon;
    fn __tracked() {
        let _: &[::core::primitive::u8] = ::core::include_bytes!(
            ::core::concat!(::core::env!("CARGO_MANIFEST_DIR"),
            "/../catalogs/documents.toml")
        );
    }
    static __TABLE: __llamon::Table = __llamon::Table::new(
        "document-service",
        "DOC_101no_related_information관련 정보 없음`{query}`와 관련된 문서가 없습니다",
        b"\0\0\0\0\x07\0\0\0\x1D\0\0\x001\0\0\0^\0\0\0^\0\0\0\x10\x02\0\0\0\0\0\0",
        b"\x01\0\0\0\x02\0\0\0\0\0\0\0\0\0\xFF\xFF\xFF\xFF",
    );
    #[automatically_derived]
    impl __llamon::CatalogEnum for Outcome {
        fn __entry(&self) -> (&'static __llamon::Table, ::core::primitive::usize) {
            (
                &__TABLE,
                match self {
                    Self::NoRelatedInformation { .. } => 0,
                },
            )
        }
        fn __fill(&self, __fill: &mut __llamon::Fill<'_>) {
            match self {
                Self::NoRelatedInformation { query: __f0, .. } => __fill.one(__f0),
            }
        }
        fn __details(&self, __details: &mut __llamon::Details) {
            match self {
                Self::NoRelatedInformation { query: __f0, .. } => {
                    __details.put("query", __f0);
                }
            }
        }
        fn __table() -> &'static __llamon::Table {
            &__TABLE
        }
    }
    #[automatically_derived]
    impl __llamon::DomainOutcome for Outcome {}
};
