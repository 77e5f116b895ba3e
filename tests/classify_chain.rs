//! What is found in a chain of causes, how far it is looked for, and what a user's rules change.

use std::error::Error;
use std::fmt;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use llamon_errors::classify::{Classification, Classify as _, OrClassify as _, Rules, classify};
use llamon_errors::disclosure::MAX_CHAIN;
use llamon_errors::family::ComponentInvokeError;
use llamon_errors::{ApplicationError, Disclosure, DomainError, ErrorCode, application_error, error_source};

type Boxed = Box<dyn Error + Send + Sync>;

#[derive(Debug, DomainError)]
#[domain_error(catalog = "../catalogs/documents.toml", partial)]
enum DocumentError {
    DocumentNotFound {
        #[domain_error(detail)]
        document_id: String,
    },
    #[domain_error(transparent)]
    Search(SearchError),
}

#[derive(Debug, DomainError)]
#[domain_error(catalog = "../catalogs/documents.toml", partial)]
enum SearchError {
    SearchIndexDown,
}

fn not_found() -> DocumentError {
    DocumentError::DocumentNotFound { document_id: "A-17".to_owned() }
}

/// A wrapper as any crate has it.
#[derive(Debug)]
struct Wrapped(Boxed);

impl Wrapped {
    fn new(error: impl Into<Boxed>) -> Self {
        Self(error.into())
    }
}

impl fmt::Display for Wrapped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("바깥 오류: timeout at https://u:EXAMPLE@host/?key=EXAMPLE")
    }
}

impl Error for Wrapped {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&*self.0)
    }
}

/// An error that is its own cause.
#[derive(Debug)]
struct Endless;

impl fmt::Display for Endless {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("again")
    }
}

impl Error for Endless {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(self)
    }
}

fn triple(known: &Classification) -> (ErrorCode, &str, bool) {
    (known.code, &known.reason, known.retriable)
}

const TIMED_OUT: (ErrorCode, &str, bool) = (ErrorCode::UpstreamTimeout, "io_timed_out", true);

#[test]
fn an_io_error_is_looked_into_however_often_it_is_wrapped() {
    let timed_out = || io::Error::from(io::ErrorKind::TimedOut);
    let twice = io::Error::other(timed_out());
    assert!(twice.source().is_none(), "the chain does not show it");
    for error in [
        Wrapped::new(twice),
        Wrapped::new(io::Error::other(io::Error::other(io::Error::other(timed_out())))),
        Wrapped::new(io::Error::other(Wrapped::new(Wrapped::new(io::Error::other(timed_out()))))),
        Wrapped::new(Box::new(timed_out())),
        Wrapped::new(Arc::new(io::Error::other(timed_out()))),
        Wrapped::new(Arc::<dyn Error + Send + Sync>::from(Boxed::from(timed_out()))),
    ] {
        assert_eq!(triple(&error.classification()), TIMED_OUT, "{error:?}");
        let error = ApplicationError::classified(error);
        assert_eq!((error.code(), &*error.data().error_reason), (TIMED_OUT.0, TIMED_OUT.1));
        assert_eq!(error.to_string(), "바깥 오류: timeout at https://host/", "the outermost text, without secrets");
    }
}

#[test]
fn a_walk_ends_at_errors_that_are_their_own_cause_and_at_chains_without_end() {
    assert_eq!(triple(&classify(&Endless)), (ErrorCode::InternalError, "endless", false));
    assert_eq!(ApplicationError::classified(Endless).data().error_reason, "endless");
    assert_eq!(Rules::new().on(|_: &Endless| None).classify(&Endless).reason, "endless");

    let mut chain = Wrapped::new(io::Error::from(io::ErrorKind::TimedOut));
    for _ in 0..100_000 {
        chain = Wrapped::new(chain);
    }
    // Dropping it would recurse 100,000 deep: that is the wrapper's own fault, so it is never dropped.
    let chain: &'static Wrapped = Box::leak(Box::new(chain));
    assert_eq!(triple(&chain.classification()), (ErrorCode::InternalError, "wrapped", false));
    let seen = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&seen);
    let rules = Rules::new().domain::<DocumentError>().on(move |_: &Wrapped| {
        counter.fetch_add(1, Ordering::Relaxed);
        None
    });
    assert_eq!(rules.classify(chain).code, ErrorCode::InternalError);
    assert_eq!(seen.load(Ordering::Relaxed), MAX_CHAIN);
    let error = ApplicationError::disclosed(ErrorCode::InternalError, "endless", Endless, Disclosure::Outermost);
    assert!(llamon_errors::disclosure::full_text(&error).len() < 1000);
}

#[test]
fn the_last_link_that_is_looked_at_counts() {
    let chain = |wrappers: usize| {
        (0..wrappers).fold(Boxed::from(io::Error::from(io::ErrorKind::TimedOut)), |chain, _| Wrapped::new(chain).into())
    };
    assert_eq!(chain(MAX_CHAIN - 1).classification().code, ErrorCode::UpstreamTimeout);
    assert_eq!(chain(MAX_CHAIN).classification().code, ErrorCode::InternalError);
}

#[test]
fn an_application_error_anywhere_wins_with_all_its_data() {
    let inner = || {
        application_error!(
            ErrorCode::RateLimited,
            "classifier_quota_exceeded",
            message = "일일 할당량 초과",
            retriable = false,
            retry_after_ms = 60_000,
            error_source = "llm:classifier",
            retried = 2,
        )
    };
    let at_top = Err::<(), _>(inner().with_source(Endless)).or_classify().unwrap_err();
    assert_eq!(at_top.data(), inner().data());
    assert!(at_top.source().is_some_and(<dyn Error>::is::<Endless>), "it passes through as it is");

    for error in [
        Wrapped::new(inner()),
        Wrapped::new(ComponentInvokeError::new("x").with_source(io::Error::new(io::ErrorKind::TimedOut, inner()))),
        Wrapped::new(Box::new(inner())),
        Wrapped::new(Arc::new(inner())),
    ] {
        let known = error.classification();
        assert_eq!(triple(&known), (ErrorCode::RateLimited, "classifier_quota_exceeded", false));
        assert_eq!((known.retry_after_ms, known.error_source.as_deref()), (Some(60_000), Some("llm:classifier")));
        let error = ApplicationError::classified(error);
        assert_eq!(error.data(), inner().data());
        assert!(error.source().is_some_and(<dyn Error>::is::<Wrapped>), "what was around it stays in the process");
    }
}

#[test]
fn a_registered_domain_error_anywhere_wins_over_rules_and_table() {
    let rules = Rules::new()
        .domain::<DocumentError>()
        .domain::<SearchError>()
        .on(|_: &Wrapped| Some(Classification::new(ErrorCode::InvalidInput, "a_rule_of_the_user")));
    let plain = ApplicationError::from(not_found());
    for error in [
        Wrapped::new(not_found()),
        Wrapped::new(Wrapped::new(io::Error::new(io::ErrorKind::TimedOut, Wrapped::new(not_found())))),
        Wrapped::new(Box::new(not_found())),
        Wrapped::new(Arc::new(not_found())),
    ] {
        assert_eq!(triple(&rules.classify(&error)), (ErrorCode::NotFound, "document_not_found", false));
        let boxed: Boxed = error.into();
        let error = Err::<(), Boxed>(boxed).or_classify_by(&rules).unwrap_err();
        assert_eq!(error.data(), plain.data(), "message, number and details are the catalog's");
    }
    let inside = Wrapped::new(DocumentError::Search(SearchError::SearchIndexDown));
    let error = rules.application_error(inside);
    assert_eq!(error.data().domain_code.as_deref(), Some("DOC_006"));
    let bare = Wrapped::new(SearchError::SearchIndexDown);
    assert_eq!(rules.classify(&bare).code, ErrorCode::UpstreamUnavailable);

    let at_top = rules.application_error(not_found());
    assert!(matches!(at_top.domain_error(), Some(DocumentError::DocumentNotFound { .. })));
    // Without the registration nobody can know it.
    assert_eq!(Wrapped::new(not_found()).classification().reason, "wrapped");
}

#[test]
fn rules_of_the_user_stand_ahead_of_the_table() {
    let busy = |error: &io::Error| {
        let is_busy = error.kind() == io::ErrorKind::ResourceBusy;
        is_busy.then(|| {
            Classification::new(ErrorCode::RateLimited, "scanner_busy")
                .retry_after(std::time::Duration::from_micros(1_499_001))
                .error_source(error_source!("http:scanner"))
        })
    };
    let rules = Rules::new()
        .on(busy)
        .on(|_: &io::Error| Some(Classification::new(ErrorCode::UpstreamUnavailable, "disk").retriable(false)))
        .on(|_: &Endless| Some(Classification::new(ErrorCode::NotFound, "endless_is_known")));

    let error = Wrapped::new(io::Error::from(io::ErrorKind::ResourceBusy));
    let known = rules.classify(&error);
    assert_eq!(triple(&known), (ErrorCode::RateLimited, "scanner_busy", true));
    assert_eq!((known.retry_after_ms, known.error_source.as_deref()), (Some(1500), Some("http:scanner")));
    let error = rules.application_error(error);
    assert_eq!((error.data().retry_after_ms, error.data().error_source.as_deref()), (Some(1500), Some("http:scanner")));

    let timed_out = io::Error::from(io::ErrorKind::TimedOut);
    assert_eq!(triple(&rules.classify(&timed_out)), (ErrorCode::UpstreamUnavailable, "disk", false));
    // A rule about a cause is ahead of the table too.
    let family = ComponentInvokeError::new("x").with_source(Endless);
    assert_eq!(family.classification_by(&rules).reason, "endless_is_known");
    assert_eq!(family.classification().reason, "component_invoke_error");
    assert!(format!("{rules:?}").contains("rules: 3"));
}

#[test]
fn a_rule_that_says_nonsense_never_loses_the_answer() {
    let rules = Rules::new().on(|_: &Endless| Some(Classification::new(ErrorCode::NotFound, "이유")));
    let error = rules.application_error(Endless);
    assert_eq!((error.code(), &*error.data().error_reason), (ErrorCode::InternalError, "error_data_build_failed"));
}

#[test]
fn a_generic_disclosure_tells_nothing_of_a_foreign_error_and_all_of_the_authors_own() {
    let rules = Rules::new().domain::<DocumentError>().disclosure(Disclosure::Generic);
    let error = rules.application_error(Wrapped::new(io::Error::from(io::ErrorKind::TimedOut)));
    assert_eq!(error.to_string(), "a service that is needed did not answer in time");
    assert!(error.source().is_some_and(<dyn Error>::is::<Wrapped>));
    let error = rules.application_error(Wrapped::new(not_found()));
    assert_eq!(error.to_string(), ApplicationError::from(not_found()).to_string());
}

/// A wrapper that counts.
#[derive(Debug)]
struct Retried {
    attempts: u32,
    source: Boxed,
}

impl fmt::Display for Retried {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "gave up after {} attempts", self.attempts)
    }
}

impl Error for Retried {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&*self.source)
    }
}

#[test]
fn what_a_wrapper_knows_of_retries_goes_out() {
    let rules = Rules::new().domain::<DocumentError>().retried(|wrapper: &Retried| wrapper.attempts);
    let retried = |attempts, source: Boxed| Retried { attempts, source };
    let timed_out = || io::Error::from(io::ErrorKind::TimedOut);
    for (error, wanted) in [
        (retried(3, not_found().into()), Some(3)),
        (retried(3, retried(5, timed_out().into()).into()), Some(3)),
        (retried(0, timed_out().into()), Some(0)),
        (retried(3, application_error!(ErrorCode::NotFound, "any", retried = 7).into()), Some(7)),
        (retried(3, application_error!(ErrorCode::NotFound, "any").into()), Some(3)),
    ] {
        assert_eq!(ApplicationError::classified(Wrapped::new(timed_out())).data().retried, None);
        let error = rules.application_error(Wrapped::new(Wrapped::new(io::Error::other(error))));
        assert_eq!(error.data().retried, wanted, "{error:?}");
    }
}

/// An enum whose variant stands for a foreign error.
#[derive(Debug, DomainError)]
#[domain_error(catalog = "../catalogs/documents.toml", partial)]
enum StoreError {
    SummaryTimedOut {
        pages: u32,
        timeout_ms: u64,
    },
    #[domain_error(code = "DOC_006")]
    IndexDown {
        #[from]
        cause: io::Error,
    },
}

#[test]
fn a_variant_that_stands_for_a_foreign_error_outranks_the_table() {
    fn read() -> Result<String, StoreError> {
        Ok(std::fs::read_to_string("/there/is/no/such/file")?)
    }
    fn by_question_mark() -> Result<String, ApplicationError> {
        Ok(read()?)
    }
    fn by_rules(rules: &Rules) -> Result<String, ApplicationError> {
        read().or_classify_by(rules)
    }
    // The table would have called it `io_not_found`, of this machine.
    let bare = std::fs::read_to_string("/there/is/no/such/file").or_classify().unwrap_err();
    assert_eq!((bare.code(), &*bare.data().error_reason), (ErrorCode::InternalError, "io_not_found"));

    let rules = Rules::new().domain::<StoreError>();
    let error = by_question_mark().unwrap_err();
    assert_eq!((error.code(), error.data().domain_code.as_deref()), (ErrorCode::UpstreamUnavailable, Some("DOC_006")));
    assert_eq!(by_rules(&rules).unwrap_err().data(), error.data(), "both ways agree");
    let wrapped = rules.application_error(Wrapped::new(read().unwrap_err()));
    assert_eq!(wrapped.data(), error.data());
    // Without the registration it is what the documents say: an unknown error around a known one.
    assert_eq!(read().or_classify().unwrap_err().data().error_reason, "io_not_found");
    // Its own cause stays in sight.
    assert!(error.source().is_some_and(<dyn Error>::is::<io::Error>));
    assert!(matches!(error.domain_error(), Some(StoreError::IndexDown { .. })));
    let other = StoreError::SummaryTimedOut { pages: 3, timeout_ms: 9 };
    assert_eq!(ApplicationError::from(other).code(), ErrorCode::UpstreamTimeout);
}

#[test]
fn a_question_mark_is_all_that_is_left() {
    fn typed() -> Result<u16, ApplicationError> {
        let pages = "문서".parse::<u16>().or_classify()?;
        Ok(pages + 1)
    }
    fn boxed() -> Result<(), ApplicationError> {
        Err::<(), Boxed>("no error type at all".into()).or_classify()
    }
    assert_eq!(typed().unwrap_err().data().error_reason, "parse_int_error");
    assert_eq!(boxed().unwrap_err().data().error_reason, "unclassified_error");
}
