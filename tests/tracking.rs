//! What cargo does with a catalog: rebuilds, fresh builds, packages, folders of all kinds.

use std::path::Path;

use llamon_errors_tests::scratch;
use llamon_errors_tests::scratch::{Ran, ScratchCrate, Setup, catalog, program, rustc};

const PATH: &str = "catalogs/doc.toml";

/// Edit, break, mend, delete and bring back a catalog: each build sees the last state (B22).
fn life_of_a_catalog(name: &str, profile: &[&str]) {
    let krate = ScratchCrate::new(name, &Setup::default());
    krate.write("src/main.rs", &program(PATH));
    let titled = |title: &str| krate.write(PATH, &catalog(&[("DOC_005", "gone", title)]));

    titled("first title");
    assert_eq!(krate.run(profile).printed(), "first title\n");
    titled("second title");
    assert_eq!(krate.run(profile).printed(), "second title\n");
    krate.write(PATH, &catalog(&[("DOC_005", "isGone", "third title")]));
    let fault = krate.run(profile).failed();
    assert!(
        fault.contains("reason `isGone` of `DOC_005` is not snake_case (catalogs/doc.toml:5:10) [LE0103]"),
        "{fault}"
    );
    titled("fourth title");
    assert_eq!(krate.run(profile).printed(), "fourth title\n");
    krate.remove(PATH);
    let fault = krate.run(profile).failed();
    assert!(
        fault.contains("catalog `catalogs/doc.toml` is not there, seen from the package's Cargo.toml [LE0211]"),
        "{fault}"
    );
    titled("fifth title");
    assert_eq!(krate.run(profile).printed(), "fifth title\n");

    let mut again = vec!["build", "--offline", "--verbose"];
    again.extend(profile);
    let said = krate.cargo(&again).stderr;
    assert!(said.contains(&format!("Fresh {} v0.1.0", krate.package)), "a build without a change does nothing: {said}");
}

#[test]
fn a_debug_build_sees_each_edit() {
    life_of_a_catalog("life-debug", &[]);
}

#[test]
fn a_release_build_sees_each_edit() {
    life_of_a_catalog("life-release", &["--release"]);
}

#[test]
fn folders_may_have_blanks_and_letters_of_any_script() {
    let krate = ScratchCrate::new("앱 하나 (ü)", &Setup::default());
    krate.write("src/main.rs", &program("카탈로그 모음/문서.toml"));
    krate.write("카탈로그 모음/문서.toml", &catalog(&[("DOC_005", "gone", "문서 없음")]));
    assert_eq!(krate.run(&[]).printed(), "문서 없음\n");

    krate.write("src/main.rs", &program("카탈로그 모음/문저.toml"));
    let fault = krate.run(&[]).failed();
    assert!(fault.contains("help: did you mean `카탈로그 모음/문서.toml`?"), "{fault}");

    // The same name in letters instead of syllables, as some systems store it: nobody can see why it is not found (B33).
    let letters = "\u{1106}\u{116e}\u{11ab}\u{1109}\u{1165}.toml";
    krate.write("src/main.rs", &program("letters/문서.toml"));
    krate.write(&format!("letters/{letters}"), &catalog(&[("DOC_005", "gone", "문서 없음")]));
    let fault = krate.run(&[]).failed();
    assert!(fault.contains(&format!("help: did you mean `letters/{letters}`?")), "{fault}");
}

/// A code that only exists behind a feature is missed by no build (B13).
#[test]
fn a_variant_behind_a_feature_builds_both_ways() {
    let krate = ScratchCrate::new("behind-a-feature", &Setup { manifest: "\n[features]\npay = []\n" });
    krate.write(PATH, &catalog(&[("DOC_005", "gone", "gone"), ("PAY_001", "declined", "declined")]));
    let source = |external: &str| {
        format!(
            "#![deny(warnings)]\n#[derive(Debug, llamon_errors::DomainError)]\n#[domain_error(catalog = \"{PATH}\"{external})]\n\
             pub enum E {{\n    Gone,\n    #[cfg(feature = \"pay\")]\n    #[domain_error(code = \"PAY_001\")]\n    Declined,\n}}\n\
             fn main() {{\n    println!(\"{{}}\", E::Gone);\n    #[cfg(feature = \"pay\")]\n    println!(\"{{}}\", E::Declined);\n}}\n"
        )
    };
    krate.write("src/main.rs", &source(", external(\"PAY_001\")"));
    assert_eq!(krate.run(&[]).printed(), "gone\n");
    assert_eq!(krate.run(&["--features", "pay"]).printed(), "gone\ndeclined\n");

    krate.write("src/main.rs", &source(""));
    assert_eq!(krate.run(&["--features", "pay"]).printed(), "gone\ndeclined\n");
    let fault = krate.run(&[]).failed();
    assert!(
        fault.contains("no variant stands for 1 entry of catalogs/doc.toml: `PAY_001` (declined) [LE0202]"),
        "{fault}"
    );
    assert!(fault.contains("external"), "the help says what to do about a variant that is elsewhere: {fault}");
}

/// A library with one error, and the bytes that the compiler makes of it in a folder of this name.
fn compiled(name: &str, catalog_text: &str) -> (Vec<u8>, u64) {
    let krate = ScratchCrate::new(name, &Setup::default());
    krate.write(PATH, catalog_text);
    krate.write("src/main.rs", &program(PATH));
    krate.write("src/lib.rs", &program(PATH).replace("fn main() { println!(\"{}\", E::Gone); }", ""));
    let source = krate.folder.join("src/lib.rs");
    let (rlib, rmeta) = (krate.folder.join("libapp.rlib"), krate.folder.join("libapp.rmeta"));
    let status = rustc(&krate, &source)
        .env("CARGO_MANIFEST_DIR", &krate.folder)
        .arg("--remap-path-prefix")
        .arg(format!("{}=/source", krate.folder.display()))
        .arg(format!("--emit=link={},metadata={}", rlib.display(), rmeta.display()))
        .status();
    assert!(status.expect("rustc runs").success());
    let size = |file: &Path| std::fs::metadata(file).expect("it is made").len();
    (std::fs::read(&rlib).expect("it is made"), size(&rmeta))
}

#[test]
fn two_checkouts_make_the_same_bytes() {
    let text = catalog(&[("DOC_005", "gone", "gone")]);
    let (here, _) = compiled("checkout-one", &text);
    let (there, _) = compiled("checkout two elsewhere", &text);
    assert!(here == there, "the folder of the checkout got into the library");
}

#[test]
fn a_large_catalog_leaves_no_trace_in_the_metadata() {
    let (_, small) = compiled("metadata-small", &catalog(&[("DOC_005", "gone", "gone")]));
    let codes: Vec<String> = (0..10_000).map(|number| format!("X_{number:05}")).collect();
    let mut entries = vec![("DOC_005", "gone", "gone")];
    entries
        .extend(codes.iter().map(|code| (code.as_str(), "other", "one of ten thousand other errors of this catalog")));
    let text = catalog(&entries);
    assert!(text.len() > 1_000_000, "{}", text.len());
    let (_, large) = compiled("metadata-large", &text);
    assert!(large < small + 4096, "{small} bytes of metadata became {large}");
}

#[test]
fn without_a_manifest_directory_the_error_stands_at_the_path() {
    let krate = ScratchCrate::new("no-manifest-dir", &Setup::default());
    krate.write(PATH, &catalog(&[("DOC_005", "gone", "gone")]));
    krate.write("src/main.rs", &program(PATH));
    // Elsewhere, where no Cargo.toml stands above the file.
    let alone = std::env::temp_dir().join(format!("llamon-errors-alone-{}", std::process::id()));
    std::fs::create_dir_all(&alone).expect("the folder can be made");
    let source = alone.join("lib.rs");
    std::fs::write(&source, program(PATH).replace("fn main", "pub fn main")).expect("the file can be written");
    let run = |manifest: Option<&str>, folder: &Path| {
        let mut rustc = rustc(&krate, &source);
        rustc
            .current_dir(folder)
            .env_remove("CARGO_MANIFEST_DIR")
            .arg("--emit=metadata")
            .arg("-o")
            .arg(alone.join("out"));
        rustc.envs(manifest.map(|manifest| ("CARGO_MANIFEST_DIR", manifest)));
        let output = rustc.output().expect("rustc runs");
        (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (success, said) = run(None, &krate.folder);
    assert!(
        !success && said.contains("CARGO_MANIFEST_DIR is not set [LE0211]") && said.contains("lib.rs:2:26"),
        "{said}"
    );
    let (success, said) = run(Some("."), &alone);
    assert!(!success && said.contains("catalog `catalogs/doc.toml` is not there"), "{said}");
    // A relative one is no trouble by itself (B25).
    let (success, said) = run(Some("."), &krate.folder);
    assert!(success, "{said}");
    std::fs::remove_dir_all(&alone).expect("the folder can be removed");
}

/// Packages a crate, unpacks it where no repository is, and builds it there.
fn packaged(name: &str, path: &str, files: &[(&str, &str)]) -> Ran {
    let krate = ScratchCrate::new(name, &Setup::default());
    krate.write("src/main.rs", &program(path));
    for (file, text) in files {
        krate.write(file, text);
    }
    let package = ["package", "--offline", "--no-verify", "--allow-dirty", "--exclude-lockfile", "--quiet"];
    let ran = krate.cargo(&package);
    assert!(ran.success, "{}", ran.stderr);
    let tarball = scratch("target").join(format!("package/{}-0.1.0.crate", krate.package));
    let away = std::env::temp_dir().join(format!("llamon-errors-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&away).expect("the folder can be made");
    let unpacked = std::process::Command::new("tar").arg("xzf").arg(&tarball).current_dir(&away).status();
    assert!(unpacked.expect("tar runs").success());
    // The registry has no such version yet: the crates of this workspace stand in for it.
    let stand_ins: String = ["llamon-errors", "llamon-errors-core", "llamon-errors-catalog", "llamon-errors-derive"]
        .map(|name| format!("{name} = {{ path = \"{}\" }}\n", llamon_errors_tests::root().join(name).display()))
        .concat();
    let there = ScratchCrate { folder: away.join(format!("{}-0.1.0", krate.package)), package: krate.package.clone() };
    let manifest = std::fs::read_to_string(there.folder.join("Cargo.toml")).expect("it is unpacked");
    there.write("Cargo.toml", &format!("{manifest}\n[workspace]\n[patch.crates-io]\n{stand_ins}"));
    there.write("Cargo.lock", &std::fs::read_to_string(krate.folder.join("Cargo.lock")).expect("it is there"));
    let ran = there.run(&[]);
    std::fs::remove_dir_all(&away).expect("the folder can be removed");
    ran
}

#[test]
fn a_package_with_its_catalog_inside_builds_anywhere() {
    let text = catalog(&[("DOC_005", "gone", "packed")]);
    assert_eq!(packaged("package-inside", PATH, &[(PATH, &text)]).printed(), "packed\n");
}

#[test]
fn a_package_whose_catalog_lies_outside_says_so() {
    let text = catalog(&[("DOC_005", "gone", "left behind")]);
    let fault =
        packaged("package-outside", "../shared-catalogs/doc.toml", &[("../shared-catalogs/doc.toml", &text)]).failed();
    assert!(fault.contains("catalog path `../shared-catalogs/doc.toml` leaves the package [LE0211]"), "{fault}");
    assert!(fault.contains("help: a packaged crate holds only its own folder; move the catalog into it"), "{fault}");
}

#[test]
fn fresh_processes_write_the_same_expansion() {
    let krate = ScratchCrate::new("deterministic", &Setup::default());
    let text = std::fs::read_to_string(llamon_errors_tests::root().join("tests/catalogs/real/pd-errors.toml"));
    krate.write(PATH, &text.expect("the catalog is there"));
    krate.write("src/main.rs", "fn main() {}\n");
    krate.write(
        "src/lib.rs",
        "#[llamon_errors::from_catalog(\"catalogs/doc.toml\", details, decode)]\n#[derive(Debug)]\npub enum E {}\n",
    );
    let expansion = || {
        let output = rustc(&krate, &krate.folder.join("src/lib.rs"))
            .env("CARGO_MANIFEST_DIR", &krate.folder)
            .env("RUSTC_BOOTSTRAP", "1")
            .arg("-Zunpretty=expanded")
            .output()
            .expect("rustc runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    };
    let first = expansion();
    assert!(first.len() > 100_000, "all 234 codes are there");
    for _ in 0..9 {
        assert!(expansion() == first, "two processes wrote different code");
    }
}

/// Two enums, a catalog each: the first is watched as the last is.
#[test]
fn each_of_two_catalogs_is_watched() {
    let krate = ScratchCrate::new("two-catalogs", &Setup::default());
    krate.write(
        "src/main.rs",
        "#[derive(Debug, llamon_errors::DomainError)]\n#[domain_error(catalog = \"one.toml\")]\nenum One { Gone }\n\
         #[derive(Debug, llamon_errors::DomainError)]\n#[domain_error(catalog = \"two.toml\")]\nenum Two { Gone }\n\
         fn main() { println!(\"{} {}\", One::Gone, Two::Gone); }\n",
    );
    let titled = |file: &str, title: &str| krate.write(file, &catalog(&[("DOC_005", "gone", title)]));
    titled("one.toml", "a");
    titled("two.toml", "b");
    assert_eq!(krate.run(&[]).printed(), "a b\n");
    titled("one.toml", "c");
    assert_eq!(krate.run(&[]).printed(), "c b\n");
    titled("two.toml", "d");
    assert_eq!(krate.run(&[]).printed(), "c d\n");
}

/// Everything that the macros write means the same in each edition.
#[test]
fn every_edition_compiles_what_is_written() {
    for edition in ["2018", "2021"] {
        let krate = ScratchCrate::new(&format!("edition-{edition}"), &Setup::default());
        let manifest = std::fs::read_to_string(krate.folder.join("Cargo.toml")).expect("it is written");
        krate.write("Cargo.toml", &manifest.replace("edition = \"2024\"", &format!("edition = \"{edition}\"")));
        krate.write(PATH, &catalog(&[("DOC_005", "gone", "gone"), ("DOC_006", "down", "down")]));
        krate.write(
            "src/main.rs",
            "#![deny(warnings, rust_2024_compatibility)]\n#![allow(dead_code, keyword_idents_2024)]\n\
             #[derive(Debug, llamon_errors::DomainError)]\n#[domain_error(catalog = \"catalogs/doc.toml\", decode, details)]\n\
             enum E<T> { Gone { gen: T }, Down(#[from] Option<Box<std::fmt::Error>>) }\n\
             #[llamon_errors::from_catalog(\"catalogs/doc.toml\", decode)]\n#[derive(Debug)]\nenum Written {}\n\
             fn main() { println!(\"{} {}\", E::Gone { gen: 1 }, Written::Down); }\n",
        );
        assert_eq!(krate.run(&[]).printed(), "gone down\n");
    }
}

/// A framework's macro that writes the enum, with the path written by the framework or by its user: the catalog is the user's.
#[test]
fn a_macro_of_another_crate_means_the_callers_catalog() {
    let framework = ScratchCrate::new("framework", &Setup::default());
    framework.write("catalogs/doc.toml", &catalog(&[("DOC_005", "gone", "the framework's")]));
    framework.write(
        "src/lib.rs",
        "#[doc(hidden)]\npub use llamon_errors as runtime;\n#[macro_export]\nmacro_rules! errors {\n    \
         ($name:ident, $path:literal) => {\n        #[derive(Debug, $crate::runtime::DomainError)]\n        \
         #[domain_error(catalog = $path, crate = \"app_framework::runtime\")]\n        \
         pub enum $name { Gone }\n    };\n    ($name:ident) => {\n        #[derive(Debug, $crate::runtime::DomainError)]\n        \
         #[domain_error(catalog = \"catalogs/doc.toml\", crate = \"app_framework::runtime\")]\n        \
         pub enum $name { Gone }\n    };\n}\n",
    );
    let manifest = format!("app-framework = {{ path = \"{}\" }}\n", framework.folder.display());
    let krate = ScratchCrate::new("framework-user", &Setup { manifest: &manifest });
    krate.write(PATH, &catalog(&[("DOC_005", "gone", "the user's")]));
    krate.write(
        "src/main.rs",
        "app_framework::errors!(Theirs);\napp_framework::errors!(Ours, \"catalogs/doc.toml\");\n\
         fn main() { println!(\"{} {}\", Theirs::Gone, Ours::Gone); }\n",
    );
    assert_eq!(krate.run(&[]).printed(), "the user's the user's\n");
    krate.remove(PATH);
    let fault = krate.run(&[]).failed();
    assert!(fault.contains("catalog `catalogs/doc.toml` is not there"), "{fault}");
}

/// The build script's crate; what its build.rs says of a folder.
fn with_build_script(name: &str, folder: &str) -> ScratchCrate {
    let catalog_crate = llamon_errors_tests::root().join("llamon-errors-catalog").display().to_string();
    let manifest = format!(
        "\n[build-dependencies]\nllamon-errors-catalog = {{ path = \"{catalog_crate}\", version = \"0.1.0\", features = [\"build\"] }}\n"
    );
    let krate = ScratchCrate::new(name, &Setup { manifest: &manifest });
    krate.write(
        "build.rs",
        &format!(
            "fn main() -> std::process::ExitCode {{ llamon_errors_catalog::build::Catalogs::new(\"{folder}\").decode().run() }}\n"
        ),
    );
    krate
}

/// A folder that does not exist is an error, and building again after it came is enough; outcomes and keywords are no trouble.
#[test]
fn the_build_script_reader_waits_for_its_folder() {
    let krate = with_build_script("build-folder", "catalogs");
    krate.write(
        "src/main.rs",
        "#![deny(warnings)]\n#![allow(dead_code)]\ninclude!(concat!(env!(\"OUT_DIR\"), \"/catalogs.rs\"));\n\
         fn main() { println!(\"{} {:?}\", type_::TypeError::Gone, type_::TypeOutcome::Nothing); }\n",
    );
    let fault = krate.run(&[]).failed();
    assert!(fault.contains("there is no folder `catalogs`, seen from the package's Cargo.toml"), "{fault}");
    let outcome = "\n[DOC_101]\noutcome = \"completed\"\nreason = \"nothing\"\ntitle = \"nothing\"\n";
    krate.write("catalogs/type.toml", &(catalog(&[("DOC_005", "gone", "one")]) + outcome));
    assert_eq!(krate.run(&[]).printed(), "one Nothing\n");
    let said = krate.cargo(&["build", "--offline", "--verbose"]).stderr;
    assert!(said.contains("Fresh app-build-folder v0.1.0"), "{said}");
}

#[test]
fn the_build_script_reader_sees_new_and_deleted_files() {
    let krate = with_build_script("build-script", "catalogs");
    krate.write("catalogs/doc.toml", &catalog(&[("DOC_005", "gone", "one")]));
    let main = |body: &str| {
        let include = "include!(concat!(env!(\"OUT_DIR\"), \"/catalogs.rs\"));";
        krate.write("src/main.rs", &format!("{include}\nfn main() {{ {body} }}\n"));
    };
    main("println!(\"{}\", doc::DocError::Gone)");
    assert_eq!(krate.run(&[]).printed(), "one\n");
    let said = krate.cargo(&["build", "--offline", "--verbose"]).stderr;
    assert!(said.contains("Fresh app-build-script v0.1.0"), "a build without a change does nothing: {said}");

    krate.write("catalogs/more/pay.toml", &catalog(&[("PAY_001", "declined", "two")]).replace("\"doc\"", "\"pay\""));
    main("println!(\"{} {}\", doc::DocError::Gone, more_pay::MorePayError::Declined)");
    assert_eq!(krate.run(&[]).printed(), "one two\n");

    krate.write("catalogs/more/pay.toml", &catalog(&[("DOC_005", "gone", "three")]));
    let fault = krate.cargo(&["build", "--offline"]).failed();
    let wanted = "error: app-build-script@0.1.0: `DOC_005` is defined in two files of the domain `doc` \
                  (catalogs/more/pay.toml:3:2, first at catalogs/doc.toml:3:2) [LE0012]";
    assert!(fault.contains(wanted), "{fault}");

    krate.remove("catalogs/more/pay.toml");
    let fault = krate.run(&[]).failed();
    assert!(fault.contains("more_pay"), "the module is gone with its file: {fault}");
    main("println!(\"{}\", doc::DocError::Gone)");
    assert_eq!(krate.run(&[]).printed(), "one\n");
}
