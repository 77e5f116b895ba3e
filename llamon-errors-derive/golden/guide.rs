const _: () = {
    use ::llamon_errors::__private0 as __llamon;
    fn __tracked() {
        let _: &[::core::primitive::u8] = ::core::include_bytes!(
            ::core::concat!(::core::env!("CARGO_MANIFEST_DIR"),
            "/../llamon-errors/catalogs/orders.toml")
        );
    }
    static __TABLE: __llamon::Table = __llamon::Table::new(
        "order-service",
        "ORD_001order_not_foundOrder not foundthere is no order {order_id}db:orders/by_idORD_002payment_timed_outPayment timed outthe bank did not answer within {waited_ms} msORD_003ledger_unreadableThe ledger cannot be read",
        b"\0\0\0\0\x07\0\0\0\x16\0\0\0%\0\0\0A\0\0\0P\0\0\0\x02\x06\0\0\0\0\0\0P\0\0\0W\0\0\0h\0\0\0y\0\0\0\xA6\0\0\0\xA6\0\0\0\x04\x0B\xD0\x07\0\0\0\0\xA6\0\0\0\xAD\0\0\0\xBE\0\0\0\xD7\0\0\0\xD7\0\0\0\xD7\0\0\0\x07\0\0\0\0\0\0\0",
        b"\x01\0\0\0\x04\0\0\0\x04\0\0\0\0\0\x01\0\0\0\x02\0\0\0\xFF\xFF\xFF\xFF",
    );
    #[automatically_derived]
    impl __llamon::CatalogEnum for OrderError {
        fn __entry(&self) -> (&'static __llamon::Table, ::core::primitive::usize) {
            (
                &__TABLE,
                match self {
                    Self::OrderNotFound { .. } => 0,
                    Self::PaymentTimedOut { .. } => 1,
                    Self::Ledger { .. } => 2,
                },
            )
        }
        fn __fill(&self, __fill: &mut __llamon::Fill<'_>) {
            match self {
                Self::OrderNotFound { order_id: __f0, .. } => __fill.one(__f0),
                Self::PaymentTimedOut { waited_ms: __f0, .. } => __fill.one(__f0),
                _ => {}
            }
        }
        fn __table() -> &'static __llamon::Table {
            &__TABLE
        }
    }
    #[automatically_derived]
    impl __llamon::DomainError for OrderError {}
    #[automatically_derived]
    impl __llamon::Display for OrderError {
        fn fmt(&self, __f: &mut __llamon::Formatter<'_>) -> __llamon::FmtResult {
            __llamon::DomainError::fmt_message(self, __f)
        }
    }
    #[automatically_derived]
    impl __llamon::Error for OrderError {
        fn source(&self) -> __llamon::Option<&(dyn __llamon::Error + 'static)> {
            use __llamon::AsDynError as _;
            match self {
                Self::Ledger { 0: __f0, .. } => {
                    __llamon::Option::Some(__f0.as_dyn_error())
                }
                _ => __llamon::Option::None,
            }
        }
    }
    #[automatically_derived]
    impl __llamon::From<std::io::Error> for OrderError {
        fn from(__cause: std::io::Error) -> Self {
            Self::Ledger { 0: __cause }
        }
    }
};
