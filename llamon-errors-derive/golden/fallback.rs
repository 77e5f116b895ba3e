::core::compile_error! {
    "a field of `Misspelt` does not travel, so `decode` cannot fill it [LE0217]\n   = help: write `detail` or `default` in its #[domain_error(...)], or make it an Option"
}
::core::compile_error! {
    "variant `Misspelt` stands for no entry of ../catalogs/documents.toml: no reason `misspelt` there [LE0201]\n   = help: say which code it stands for with #[domain_error(code = \"...\")], or remove it"
}
const _: () = {
    use ::llamon_errors::__private0 as __llamon;
    static __TABLE: __llamon::Table = __llamon::Table::new("", "", b"", b"");
    #[automatically_derived]
    impl<T> __llamon::CatalogEnum for Faulty<T> {
        fn __entry(&self) -> (&'static __llamon::Table, ::core::primitive::usize) {
            (&__TABLE, 0)
        }
        fn __table() -> &'static __llamon::Table {
            &__TABLE
        }
    }
    #[automatically_derived]
    impl<T> __llamon::DomainError for Faulty<T>
    where
        Self: __llamon::Error,
    {}
    #[automatically_derived]
    impl<T> __llamon::FromErrorData for Faulty<T>
    where
        Self: __llamon::DomainError,
    {
        fn __build(
            _: ::core::primitive::usize,
            __fields: &__llamon::Fields<'_>,
        ) -> __llamon::Result<Self, __llamon::FromErrorDataError> {
            __llamon::Result::Err(__fields.no_variant())
        }
    }
    #[automatically_derived]
    impl<T> __llamon::Display for Faulty<T> {
        fn fmt(&self, _: &mut __llamon::Formatter<'_>) -> __llamon::FmtResult {
            __llamon::FmtResult::Ok(())
        }
    }
    #[automatically_derived]
    impl<T> __llamon::Error for Faulty<T>
    where
        Self: __llamon::Debug + __llamon::Display,
    {}
    #[automatically_derived]
    impl<T> __llamon::From<T> for Faulty<T> {
        fn from(__cause: T) -> Self {
            Self::Misspelt { 0: __cause }
        }
    }
};
