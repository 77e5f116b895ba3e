const _: () = {
    use renamed::__private0 as __llamon;
    static __TABLE: __llamon::Table = __llamon::Table::new(
        "never",
        "",
        b"",
        b"\0\0\0\0\0\0\0\0",
    );
    #[automatically_derived]
    impl __llamon::CatalogEnum for Never {
        fn __entry(&self) -> (&'static __llamon::Table, ::core::primitive::usize) {
            match *self {}
        }
        fn __table() -> &'static __llamon::Table {
            &__TABLE
        }
    }
    #[automatically_derived]
    impl __llamon::DomainError for Never {}
    #[automatically_derived]
    impl __llamon::Display for Never {
        fn fmt(&self, __f: &mut __llamon::Formatter<'_>) -> __llamon::FmtResult {
            __llamon::DomainError::fmt_message(self, __f)
        }
    }
    #[automatically_derived]
    impl __llamon::Error for Never {}
};
