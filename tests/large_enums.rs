//! Enums with more variants than one function of the expansion holds: every feature works there as in small ones.

use std::error::Error as _;
use std::fmt::{self, Write as _};

use llamon_errors::{ApplicationErrorData, DomainError, DomainOutcome, FromErrorData, from_catalog};
use llamon_errors_tests::scratch::{ScratchCrate, Setup};

// 234 codes, many with placeholders and shared reasons.
#[from_catalog("catalogs/real/pd-errors.toml", details, decode)]
#[derive(Debug)]
enum Real {}

#[test]
fn every_code_of_a_real_catalog_is_read_back() {
    let catalog = std::fs::read("catalogs/real/pd-errors.toml").expect("the catalog is there");
    let checked = llamon_errors_catalog::check("pd-errors.toml", &catalog);
    let (mut count, mut filled) = (0, 0);
    for entry in checked.catalog.entries() {
        let spec = Real::from_code(entry.code()).unwrap_or_else(|| panic!("{}", entry.code()));
        assert_eq!(spec.code(), entry.code());
        let message = entry.facts().and_then(|facts| facts.message()).map(|message| message.value.clone());
        let names: Vec<String> = message.iter().flat_map(|message| names(message)).collect();
        let details: serde_json::Map<_, _> =
            names.iter().map(|name| (name.clone(), format!("<{name}>").into())).collect();
        let data = serde_json::from_value(serde_json::json!({
            "errorCode": spec.sdk_code().as_str(), "errorReason": spec.reason(), "errorMessage": "", "retriable": false,
            "domain": spec.domain(), "domainCode": spec.code(), "details": details,
        }));
        let data: ApplicationErrorData = data.expect("this is the form of the data");
        let error = Real::from_error_data(&data).unwrap_or_else(|fault| panic!("{}: {fault}", entry.code()));
        assert_eq!(error.spec().code(), entry.code());
        let mut wanted = message.unwrap_or_else(|| spec.title().to_owned());
        for name in &names {
            wanted = wanted.replace(&format!("{{{name}}}"), &format!("<{name}>"));
        }
        assert_eq!(error.to_string(), wanted.replace("{{", "{").replace("}}", "}"), "{}", entry.code());
        let details = error.details().unwrap_or_default();
        assert!(names.iter().all(|name| details.get(name).is_some()), "{}", entry.code());
        count += 1;
        filled += usize::from(!names.is_empty());
    }
    assert!(count > 200 && filled > 50, "{count} codes, {filled} with placeholders");
}

fn names(message: &str) -> Vec<String> {
    llamon_errors_core::template::placeholders(message).map(str::to_owned).collect()
}

const COUNT: usize = 300;

fn catalog() -> String {
    let mut text = "domain = \"large\"\n".to_owned();
    for number in 0..COUNT {
        let _ = write!(
            text,
            "\n[L_{number}]\nsdk_code = \"INTERNAL_ERROR\"\nreason = \"reason_{number}\"\ntitle = \"title {number}\"\nretriable = false\n\
             message = \"{{a}} of {{b}} in {number}\"\n"
        );
    }
    text
}

/// A program with an enum of this head, whose variants have two fields, and what it prints.
fn printed(name: &str, head: &str, more: &str, main: &str) -> String {
    let krate = ScratchCrate::new(name, &Setup::default());
    krate.write("catalogs/large.toml", &catalog());
    let mut source = format!("#![deny(warnings)]\nuse llamon_errors::DomainError;\n\n{head} {{\n");
    for number in 0..COUNT {
        let ty = if head.contains("<T") { "T" } else { "u8" };
        let _ = writeln!(source, "    Reason{number} {{ a: {ty}, b: String }},");
    }
    let _ = write!(source, "{more}}}\n\nfn main() {{ {main} }}\n");
    krate.write("src/main.rs", &format!("#![allow(dead_code)]\n{source}"));
    krate.run(&[]).printed()
}

const MAIN: &str = "let error = E::Reason200 { a: 7u8, b: \"b\".into() }; \
                    println!(\"{error}; {}; {:?}\", error.spec().code(), error.details().map(|details| details.len())); ";

#[test]
fn a_large_enum_with_type_parameters_is_written_in_one_piece() {
    let head = "#[derive(Debug, DomainError)]\n#[domain_error(catalog = \"catalogs/large.toml\", details)]\nenum E<T>";
    assert_eq!(printed("large-generic", head, "", MAIN), "7 of b in 200; L_200; Some(2)\n");
}

#[test]
fn a_large_enum_may_have_transparent_variants_and_causes() {
    let head = "#[derive(Debug, DomainError)]\n#[domain_error(domain = \"inner\")]\nenum Inner {\n    \
                #[domain_error(code = \"I_1\", sdk_code = \"NOT_FOUND\", title = \"inner\", retriable = false)]\n    \
                One(#[source] std::fmt::Error),\n}\n\n\
                #[derive(Debug, DomainError)]\n#[domain_error(catalog = \"catalogs/large.toml\", details)]\nenum E";
    let more = "    #[domain_error(transparent)]\n    Inner(#[from] Inner),\n";
    let main = format!(
        "{MAIN} let error = E::from(Inner::One(std::fmt::Error)); \
         println!(\"{{error}}; {{}}; {{}}\", error.spec().code(), std::error::Error::source(&error).is_some());"
    );
    assert_eq!(printed("large-transparent", head, more, &main), "7 of b in 200; L_200; Some(2)\ninner; I_1; true\n");
}

#[test]
fn a_message_may_have_ten_thousand_letters_and_a_thousand_placeholders() {
    let krate = ScratchCrate::new("long-message", &Setup::default());
    let message = (0..1_000).map(|number| format!("{{f{}}} {{{{글 ", number % 10)).collect::<Vec<_>>().concat();
    assert!(message.len() > 10_000, "{}", message.len());
    krate.write(
        "catalogs/long.toml",
        &format!(
            "domain = \"long\"\n[L]\nsdk_code = \"NOT_FOUND\"\nreason = \"long\"\ntitle = \"t\"\nretriable = false\n\
             message = \"{message}\"\n"
        ),
    );
    let fields = (0..10).map(|number| format!("f{number}: \"<{number}>\".into(), ")).collect::<Vec<_>>().concat();
    krate.write(
        "src/main.rs",
        &format!(
            "#[llamon_errors::from_catalog(\"catalogs/long.toml\")]\n#[derive(Debug)]\nenum E {{}}\n\n\
             fn main() {{ print!(\"{{}}\", E::Long {{ {fields} }}); }}\n"
        ),
    );
    let wanted = (0..1_000).map(|number| format!("<{}> {{글 ", number % 10)).collect::<Vec<_>>().concat();
    assert_eq!(krate.run(&[]).printed(), wanted);
}

// In pieces, in one function of the user's, deprecated in places, with a few causes and a few details among many variants without.
macro_rules! many {
    ($derive:ident $name:ident $facts:tt $($code:literal $variant:ident),* ; $($more:tt)*) => {
        #[allow(dead_code, reason = "most of them only make it large")]
        #[derive(Debug, $derive)]
        #[domain_error(domain = "many")]
        enum $name {
            $(
                #[domain_error(code = $code)]
                #[domain_error $facts]
                $variant,
            )*
            $($more)*
        }
    };
}

macro_rules! hundred_and_fifty {
    ($derive:ident $name:ident $facts:tt ; $($more:tt)*) => {
        many! { $derive $name $facts
            "V_0" V0, "V_1" V1, "V_2" V2, "V_3" V3, "V_4" V4, "V_5" V5, "V_6" V6, "V_7" V7, "V_8" V8, "V_9" V9,
            "V_10" V10, "V_11" V11, "V_12" V12, "V_13" V13, "V_14" V14, "V_15" V15, "V_16" V16, "V_17" V17, "V_18" V18, "V_19" V19,
            "V_20" V20, "V_21" V21, "V_22" V22, "V_23" V23, "V_24" V24, "V_25" V25, "V_26" V26, "V_27" V27, "V_28" V28, "V_29" V29,
            "V_30" V30, "V_31" V31, "V_32" V32, "V_33" V33, "V_34" V34, "V_35" V35, "V_36" V36, "V_37" V37, "V_38" V38, "V_39" V39,
            "V_40" V40, "V_41" V41, "V_42" V42, "V_43" V43, "V_44" V44, "V_45" V45, "V_46" V46, "V_47" V47, "V_48" V48, "V_49" V49,
            "V_50" V50, "V_51" V51, "V_52" V52, "V_53" V53, "V_54" V54, "V_55" V55, "V_56" V56, "V_57" V57, "V_58" V58, "V_59" V59,
            "V_60" V60, "V_61" V61, "V_62" V62, "V_63" V63, "V_64" V64, "V_65" V65, "V_66" V66, "V_67" V67, "V_68" V68, "V_69" V69,
            "V_70" V70, "V_71" V71, "V_72" V72, "V_73" V73, "V_74" V74, "V_75" V75, "V_76" V76, "V_77" V77, "V_78" V78, "V_79" V79,
            "V_80" V80, "V_81" V81, "V_82" V82, "V_83" V83, "V_84" V84, "V_85" V85, "V_86" V86, "V_87" V87, "V_88" V88, "V_89" V89,
            "V_90" V90, "V_91" V91, "V_92" V92, "V_93" V93, "V_94" V94, "V_95" V95, "V_96" V96, "V_97" V97, "V_98" V98, "V_99" V99,
            "V_100" V100, "V_101" V101, "V_102" V102, "V_103" V103, "V_104" V104,
            "V_105" V105, "V_106" V106, "V_107" V107, "V_108" V108, "V_109" V109,
            "V_110" V110, "V_111" V111, "V_112" V112, "V_113" V113, "V_114" V114,
            "V_115" V115, "V_116" V116, "V_117" V117, "V_118" V118, "V_119" V119,
            "V_120" V120, "V_121" V121, "V_122" V122, "V_123" V123, "V_124" V124,
            "V_125" V125, "V_126" V126, "V_127" V127, "V_128" V128, "V_129" V129,
            "V_130" V130, "V_131" V131, "V_132" V132, "V_133" V133, "V_134" V134,
            "V_135" V135, "V_136" V136, "V_137" V137, "V_138" V138, "V_139" V139,
            "V_140" V140, "V_141" V141, "V_142" V142, "V_143" V143, "V_144" V144,
            "V_145" V145, "V_146" V146, "V_147" V147, "V_148" V148, "V_149" V149
        ; $($more)* }
    };
}

hundred_and_fifty! { DomainError Errors (sdk_code = "NOT_FOUND", title = "t", retriable = false);
    #[deprecated]
    #[domain_error(code = "LAST", sdk_code = "NOT_FOUND", title = "t", retriable = false, message = "{x}{{}}{x}")]
    Last {
        #[domain_error(detail)]
        x: u8,
        #[source]
        cause: fmt::Error,
        #[domain_error(secret)]
        secret: u8,
    },
}

hundred_and_fifty! { DomainOutcome Outcomes (outcome = "completed", title = "t");
    #[domain_error(code = "LAST", outcome = "input-required", title = "t", message = "{x}")]
    Last { x: u8 },
}

#[test]
#[allow(deprecated, reason = "it is the point")]
fn a_few_fields_among_many_variants_are_found() {
    let error = Errors::Last { x: 3, cause: fmt::Error, secret: 4 };
    assert_eq!((error.to_string().as_str(), error.spec().code()), ("3{}3", "LAST"));
    assert_eq!(error.details().map(|details| details.len()), Some(1));
    assert!(error.source().is_some() && matches!(error, Errors::Last { secret: 4, .. }));
    assert_eq!(
        (Errors::V0.spec().code(), Errors::V149.spec().code(), Errors::V149.to_string().as_str()),
        ("V_0", "V_149", "t")
    );
    assert_eq!((Errors::V149.details(), Errors::V149.source().is_none()), (None, true));
    let outcome = Outcomes::Last { x: 5 };
    assert_eq!(
        (outcome.message().as_str(), outcome.spec().code(), Outcomes::V128.spec().code()),
        ("5", "LAST", "V_128")
    );
}
