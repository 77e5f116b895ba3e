#[allow(deprecated)]
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
        "DOC_001query_empty질의 없음질의 본문이 비어 있습니다validator:query/bodyDOC_005document_not_found문서 없음문서 {document_id}을(를) 찾을 수 없습니다db:documents/by_idDOC_007summary_timed_out요약 시간 초과{pages}쪽 문서의 요약이 {timeout_ms}ms 안에 끝나지 않았습니다llm:summarizerDOC_002unsupported_document_type지원하지 않는 문서 형식`{type}` 형식의 문서는 처리할 수 없습니다DOC_006search_index_down검색 색인 장애rag:documents/indexDOC_011document_store_broken저장소 오류",
        b"\0\0\0\0\x07\0\0\0\x12\0\0\0\x1F\0\0\0C\0\0\0W\0\0\0\0\x06\0\0\0\0\0\0W\0\0\0^\0\0\0p\0\0\0}\0\0\0\xB1\0\0\0\xC3\0\0\0\x02\x06\0\0\0\0\0\0\xC3\0\0\0\xCA\0\0\0\xDB\0\0\0\xEF\0\0\0=\x01\0\0K\x01\0\0\x04\x07\0\0\0\0\0\0K\x01\0\0R\x01\0\0k\x01\0\0\x8C\x01\0\0\xC3\x01\0\0\xC3\x01\0\0\0\x02\0\0\0\0\0\0\xC3\x01\0\0\xCA\x01\0\0\xDB\x01\0\0\xEF\x01\0\0\xEF\x01\0\0\x02\x02\0\0\x03\x05\0\0\0\0\0\0\x02\x02\0\0\t\x02\0\0\x1E\x02\0\0.\x02\0\0.\x02\0\0.\x02\0\0\x07\0\0\0\0\0\0\0",
        b"\x02\0\0\0\x08\0\0\0\0\0\0\0\x04\0\0\0\x05\0\0\0\x02\0\0\0\xFF\xFF\xFF\xFF\x03\0\0\0\0\0\0\0\x01\0\0\0\xFF\xFF\xFF\xFF",
    );
    #[automatically_derived]
    impl<'a, T, const N: usize> __llamon::CatalogEnum for Everything<'a, T, N>
    where
        T: Clone,
        T: __llamon::Display,
        T: __llamon::Serialize,
    {
        fn __entry(&self) -> (&'static __llamon::Table, ::core::primitive::usize) {
            (
                &__TABLE,
                match self {
                    Self::QueryEmpty { .. } => 0,
                    Self::DocumentNotFound { .. } => 1,
                    Self::SummaryTimedOut { .. } => 2,
                    Self::BadKind { .. } => 3,
                    Self::SearchIndexDown { .. } => 4,
                    Self::DocumentStoreBroken { .. } => 5,
                    Self::Inner { 0: __f0, .. } => {
                        return __llamon::error_inside::<Other>().entry(__f0);
                    }
                },
            )
        }
        fn __fill(&self, __fill: &mut __llamon::Fill<'_>) {
            match self {
                Self::DocumentNotFound { document_id: __f0, .. } => __fill.one(__f0),
                Self::SummaryTimedOut { pages: __f0, timeout_ms: __f1, .. } => {
                    __fill.two(__f0, __f1)
                }
                Self::BadKind { r#type: __f0, .. } => __fill.one(__f0),
                Self::Inner { 0: __f0, .. } => {
                    __llamon::error_inside::<Other>().fill(__f0, __fill)
                }
                _ => {}
            }
        }
        fn __details(&self, __details: &mut __llamon::Details) {
            match self {
                Self::DocumentNotFound { document_id: __f0, .. } => {
                    __details.put("document_id", __f0);
                }
                Self::BadKind { r#type: __f0, .. } => {
                    __details.put("type", __f0);
                }
                Self::Inner { 0: __f0, .. } => {
                    __llamon::error_inside::<Other>().details(__f0, __details)
                }
                _ => {}
            }
        }
        fn __table() -> &'static __llamon::Table {
            &__TABLE
        }
        fn __find_inside(
            __code: &::core::primitive::str,
            __above: &__llamon::Seen<'_>,
            __found: &mut __llamon::Found<'_>,
        ) {
            __llamon::error_inside::<Other>().find(__code, __above, __found);
        }
    }
    #[automatically_derived]
    impl<'a, T, const N: usize> __llamon::DomainError for Everything<'a, T, N>
    where
        T: Clone,
        T: __llamon::Display,
        T: __llamon::Serialize,
        Self: __llamon::Error,
        Self: __llamon::CatalogEnum,
    {}
    #[automatically_derived]
    impl<'a, T, const N: usize> __llamon::FromErrorData for Everything<'a, T, N>
    where
        T: Clone,
        T: __llamon::Display,
        T: __llamon::Serialize,
        T: __llamon::DeserializeOwned,
        Self: __llamon::DomainError,
    {
        fn __build(
            __row: ::core::primitive::usize,
            __fields: &__llamon::Fields<'_>,
        ) -> __llamon::Result<Self, __llamon::FromErrorDataError> {
            __llamon::Result::Ok(
                match __row {
                    0 => Self::QueryEmpty {},
                    1 => {
                        Self::DocumentNotFound {
                            document_id: __fields.get("document_id")?,
                        }
                    }
                    2 => {
                        Self::SummaryTimedOut {
                            pages: __llamon::Default::default(),
                            timeout_ms: __llamon::Default::default(),
                        }
                    }
                    3 => {
                        Self::BadKind {
                            r#type: __fields.get("type")?,
                            dsn: __llamon::Option::None,
                        }
                    }
                    4 => {
                        Self::SearchIndexDown {
                            0: __llamon::Option::None,
                        }
                    }
                    5 => {
                        Self::DocumentStoreBroken {
                            cause: __llamon::Option::None,
                        }
                    }
                    _ => return __llamon::Result::Err(__fields.no_variant()),
                },
            )
        }
        fn __build_inside(
            __data: &__llamon::ApplicationErrorData,
            __above: &__llamon::Seen<'_>,
            __unknown: __llamon::FromErrorDataError,
        ) -> __llamon::Result<Self, __llamon::FromErrorDataError> {
            match __llamon::read_inside::<Other>(__data, __above) {
                __llamon::Result::Ok(__inner) => {
                    return __llamon::Result::Ok(Self::Inner { 0: __inner });
                }
                __llamon::Result::Err(
                    __llamon::FromErrorDataError::UnknownCode { .. },
                ) => {}
                __llamon::Result::Err(__error) => return __llamon::Result::Err(__error),
            }
            __llamon::Result::Err(__unknown)
        }
    }
    #[automatically_derived]
    impl<'a, T, const N: usize> __llamon::Display for Everything<'a, T, N>
    where
        T: Clone,
        T: __llamon::Display,
        T: __llamon::Serialize,
        Self: __llamon::Debug,
        T: __llamon::Error + 'static,
    {
        fn fmt(&self, __f: &mut __llamon::Formatter<'_>) -> __llamon::FmtResult {
            __llamon::DomainError::fmt_message(self, __f)
        }
    }
    #[automatically_derived]
    impl<'a, T, const N: usize> __llamon::Error for Everything<'a, T, N>
    where
        T: Clone,
        Self: __llamon::Debug,
        Self: __llamon::Display,
        T: __llamon::Error + 'static,
    {
        fn source(&self) -> __llamon::Option<&(dyn __llamon::Error + 'static)> {
            use __llamon::AsDynError as _;
            match self {
                Self::SearchIndexDown { 0: __f0, .. } => {
                    match __f0 {
                        __llamon::Option::Some(__cause) => {
                            __llamon::Option::Some((**__cause).as_dyn_error())
                        }
                        __llamon::Option::None => __llamon::Option::None,
                    }
                }
                Self::DocumentStoreBroken { cause: __f0, .. } => {
                    match __f0 {
                        __llamon::Option::Some(__cause) => {
                            __llamon::Option::Some(__cause.as_dyn_error())
                        }
                        __llamon::Option::None => __llamon::Option::None,
                    }
                }
                Self::Inner { 0: __f0, .. } => {
                    __llamon::error_inside::<Other>().source(__f0)
                }
                _ => __llamon::Option::None,
            }
        }
    }
    #[automatically_derived]
    impl<'a, T, const N: usize> __llamon::From<Box<std::io::Error>>
    for Everything<'a, T, N>
    where
        T: Clone,
    {
        fn from(__cause: Box<std::io::Error>) -> Self {
            Self::SearchIndexDown {
                0: __llamon::Option::Some(__cause),
            }
        }
    }
};
