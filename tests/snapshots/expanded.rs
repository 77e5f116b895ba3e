// Written by `llamon-errors expand ../catalogs/documents.toml`.

/// The errors of `document-service`.
#[derive(Debug, llamon_errors::DomainError)]
#[domain_error(catalog = "../catalogs/documents.toml")]
pub enum DocumentsError {
    /// 질의 없음
    ///
    /// DOC\_001, `INVALID_INPUT`, not retriable.
    #[domain_error(code = "DOC_001")]
    QueryEmpty,
    /// 지원하지 않는 문서 형식
    ///
    /// Help: PDF, DOCX, HWP 가운데 하나로 올려 주세요
    ///
    /// DOC\_002, `INVALID_INPUT`, not retriable.
    #[domain_error(code = "DOC_002")]
    UnsupportedDocumentType {
        /// Fills `{type}`.
        r#type: String,
    },
    /// 문서 접근 권한 없음
    ///
    /// DOC\_003, `AUTH_REQUIRED`, not retriable.
    #[domain_error(code = "DOC_003")]
    DocumentAccessDenied {
        /// Fills `{document_id}`.
        document_id: String,
    },
    /// 문서 없음
    ///
    /// 요청한 번호의 문서가 저장소에 없거나 보존 기간이 지나 삭제되었습니다\.
    ///
    /// DOC\_005, `NOT_FOUND`, not retriable.
    #[domain_error(code = "DOC_005")]
    DocumentNotFound {
        /// Fills `{document_id}`.
        document_id: String,
    },
    /// 검색 색인 장애
    ///
    /// DOC\_006, `UPSTREAM_UNAVAILABLE`, retriable.
    #[domain_error(code = "DOC_006")]
    SearchIndexDown,
    /// 요약 시간 초과
    ///
    /// DOC\_007, `UPSTREAM_TIMEOUT`, retriable.
    #[domain_error(code = "DOC_007")]
    SummaryTimedOut {
        /// Fills `{pages}`.
        pages: i64,
        /// Fills `{timeout_ms}`.
        timeout_ms: i64,
    },
    /// 일일 할당량 초과
    ///
    /// DOC\_008, `RATE_LIMITED`, retriable.
    #[domain_error(code = "DOC_008")]
    DailyQuotaExceeded {
        /// Fills `{limit}`.
        limit: i64,
    },
    /// 계좌 확인 실패
    ///
    /// DOC\_009, `UPSTREAM_UNAVAILABLE`, retriable, since 1\.2\.0.
    #[domain_error(code = "DOC_009")]
    AccountCheckFailed,
    /// 개인정보 포함
    ///
    /// DOC\_010, `GUARDRAIL_BLOCKED`, not retriable.
    #[domain_error(code = "DOC_010")]
    PersonalDataFound {
        /// Fills `{category}`.
        category: String,
    },
    /// 저장소 오류
    ///
    /// DOC\_011, `INTERNAL_ERROR`, not retriable.
    #[domain_error(code = "DOC_011")]
    DocumentStoreBroken,
}
