//! What a build script says, draws and writes, without cargo.

use super::*;

fn read(path: &str, code: &str) -> Checked {
    let text = format!(
        "domain = \"d\"\n[{code}]\nsdk_code = \"NOT_FOUND\"\nreason = \"gone\"\ntitle = \"t\"\nretriable = false\n"
    );
    check(path, text.as_bytes())
}

#[test]
fn each_catalog_becomes_a_module() {
    let written = Catalogs::new("catalogs/").derive("Clone").write(&[read("catalogs/orders/line-items.toml", "A")]);
    assert_eq!(
        written.source,
        "/// The catalog of `d`.\npub mod orders_line_items {\n/// The errors of `d`.\n#[allow(deprecated)]\n\
         #[derive(Debug, Clone, ::llamon_errors::DomainError)]\n\
         #[domain_error(catalog = \"catalogs/orders/line-items.toml\")]\npub enum OrdersLineItemsError {\n\
         /// t\n///\n/// A, `NOT_FOUND`, not retriable.\n#[domain_error(code = \"A\")]\nGone,\n}\n}\n"
    );
    assert!(written.diagnostics.is_empty());
}

#[test]
fn modules_have_names_that_rust_takes() {
    let named = |path| module_name(path);
    assert_eq!(["/type.toml", "/self.toml", "/a/match.toml"].map(named), ["type_", "self_", "a_match"]);
    assert_eq!(["/404.toml", "/문서.toml"].map(named), ["catalog", "catalog"]);
}

#[test]
fn outcomes_are_not_read_back() {
    let text = "domain = \"d\"\n[A]\noutcome = \"completed\"\nreason = \"none\"\ntitle = \"t\"\n";
    let written = Catalogs::new("c").decode().write(&[check("c/a.toml", text.as_bytes())]);
    assert!(written.source.contains("catalog = \"c/a.toml\", details)]\npub enum AOutcome"), "{}", written.source);
}

#[test]
fn files_are_checked_against_each_other() {
    let written = Catalogs::new("c").write(&[read("c/a.toml", "A"), read("c/b.toml", "A"), read("c/B.toml", "X")]);
    let shown: Vec<String> = written.diagnostics.iter().map(ToString::to_string).collect();
    assert_eq!(
        shown,
        [
            "`c/b.toml` and `c/B.toml` both become the module `b` (c/B.toml) [LE0215]",
            "`A` is defined in two files of the domain `d` (c/b.toml:2:2, first at c/a.toml:2:2) [LE0012]",
        ]
    );
}

/// A package's folder with these files, and a folder beside them for what is written.
fn package(name: &str, files: &[(&str, &str)]) -> (PathBuf, PathBuf) {
    let package = std::env::temp_dir().join(format!("llamon-errors-build-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&package);
    let target = package.join("out");
    std::fs::create_dir_all(&target).unwrap();
    for (path, text) in files {
        let path = package.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    (package, target)
}

/// What the build script would say to cargo and draw, without the package's path, and whether the build goes on.
fn built(package: &Path, target: Option<&Path>) -> (String, String, bool) {
    let (mut out, mut pictures) = (Vec::new(), Vec::new());
    let sound = Catalogs::new("catalogs").build(package, target, &mut out, &mut pictures);
    let shown = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap().replace(&package.display().to_string(), "PACKAGE");
    (shown(out), shown(pictures), sound.unwrap())
}

const SOUND: &str =
    "domain = \"d\"\n[A]\nsdk_code = \"NOT_FOUND\"\nreason = \"gone\"\ntitle = \"t\"\nretriable = false\n";

#[test]
fn a_folder_that_is_not_there_is_told_and_its_parent_watched() {
    let (package, target) = package("absent", &[]);
    let said = "cargo::rerun-if-changed=PACKAGE\ncargo::error=there is no folder `catalogs`, seen from the package's Cargo.toml\n";
    assert_eq!(built(&package, Some(&target)), (said.to_owned(), String::new(), false));
    std::fs::remove_dir_all(&package).unwrap();
}

#[test]
fn every_catalog_below_the_folder_is_written_and_nothing_else() {
    let other = SOUND.replace("\"d\"", "\"e\"");
    let (package, target) = package(
        "sound",
        &[
            ("catalogs/orders.toml", SOUND),
            ("catalogs/deep/items.toml", &other),
            ("catalogs/.hidden.toml", "no catalog"),
            ("catalogs/.git/x.toml", "no catalog"),
            ("catalogs/notes.txt", "no catalog"),
        ],
    );
    let said = "cargo::rerun-if-changed=PACKAGE/catalogs\n".to_owned();
    assert_eq!(built(&package, Some(&target)), (said, String::new(), true));
    let written = std::fs::read_to_string(target.join("catalogs.rs")).unwrap();
    let modules: Vec<&str> = written.lines().filter(|line| line.starts_with("pub mod ")).collect();
    assert_eq!(modules, ["pub mod deep_items {", "pub mod orders {"]);
    std::fs::remove_dir_all(&package).unwrap();
}

/// Cargo builds again what is older than its sources.
#[test]
fn what_is_written_already_is_left_as_it_is() {
    let (package, target) = package("again", &[("catalogs/orders.toml", SOUND)]);
    let written = target.join("catalogs.rs");
    let long_ago = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000_000);
    let age = |path: &Path| std::fs::File::options().append(true).open(path).unwrap().set_modified(long_ago).unwrap();
    assert!(built(&package, Some(&target)).2);
    age(&written);
    assert!(built(&package, Some(&target)).2);
    assert_eq!(std::fs::metadata(&written).unwrap().modified().unwrap(), long_ago);
    std::fs::write(package.join("catalogs/orders.toml"), SOUND.replace("gone", "lost")).unwrap();
    assert!(built(&package, Some(&target)).2);
    assert!(std::fs::read_to_string(&written).unwrap().contains("Lost,"));
    std::fs::remove_dir_all(&package).unwrap();
}

#[test]
fn advice_lets_the_build_go_on_and_a_fault_does_not() {
    // A title that only repeats its code.
    let advised = SOUND.replace("title = \"t\"", "title = \"A\"");
    let (package, target) = package("advice", &[("catalogs/orders.toml", &advised)]);
    let (said, drawn, sound) = built(&package, Some(&target));
    assert!(said.contains("\ncargo::warning=") && !said.contains("cargo::error="), "{said}");
    assert!(drawn.starts_with("warning[") && drawn.ends_with("\n\n") && sound, "{drawn}");
    std::fs::remove_file(target.join("catalogs.rs")).unwrap();
    std::fs::write(package.join("catalogs/orders.toml"), SOUND.replace("gone", "Gone")).unwrap();
    let (said, drawn, sound) = built(&package, Some(&target));
    assert!(said.contains("\ncargo::error=") && drawn.starts_with("error[") && !sound, "{said}{drawn}");
    assert!(!target.join("catalogs.rs").exists());
    std::fs::remove_dir_all(&package).unwrap();
}

#[test]
fn a_catalog_that_cannot_be_read_fails_the_build() {
    let mut said = Vec::new();
    let files =
        vec![(PathBuf::from("nowhere/gone.toml"), None), (PathBuf::from("nowhere"), Some(io::Error::other("x")))];
    let (read, all_read) = Catalogs::new("catalogs").read(Path::new("nowhere"), files, &mut said).unwrap();
    assert!(read.is_empty() && !all_read);
    let said = String::from_utf8(said).unwrap();
    assert!(said.starts_with("cargo::error=catalog `catalogs/gone.toml` cannot be read: "), "{said}");
    assert!(said.ends_with("cargo::error=catalog `catalogs/` cannot be read: x [LE0211]\n"), "{said}");
}

/// A link back would never end, and what it leads to has a place of its own.
#[cfg(unix)]
#[test]
fn links_and_what_a_build_wrote_are_passed_over() {
    let (package, target) = package("links", &[("catalogs/orders.toml", SOUND), ("catalogs/target/x.toml", "x")]);
    std::os::unix::fs::symlink(".", package.join("catalogs/loop")).unwrap();
    std::os::unix::fs::symlink("orders.toml", package.join("catalogs/again.toml")).unwrap();
    let said = "cargo::rerun-if-changed=PACKAGE/catalogs\n".to_owned();
    assert_eq!(built(&package, Some(&target)), (said, String::new(), true));
    let written = std::fs::read_to_string(target.join("catalogs.rs")).unwrap();
    assert_eq!(written.matches("pub mod ").count(), 1, "{written}");
    std::fs::remove_dir_all(&package).unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn a_name_that_is_no_utf_8_is_told() {
    use std::os::unix::ffi::OsStrExt as _;
    let (package, target) = package("bytes", &[("catalogs/orders.toml", SOUND)]);
    let name = std::ffi::OsStr::from_bytes(b"catalogs/gr\xfcn.toml");
    std::fs::write(package.join(name), SOUND).unwrap();
    let (said, _, sound) = built(&package, Some(&target));
    assert!(
        said.contains("\ncargo::error=catalog `catalogs/gr\u{fffd}n.toml` cannot be read: its name is no UTF-8"),
        "{said}"
    );
    assert!(!sound);
    std::fs::remove_dir_all(&package).unwrap();
}

#[cfg(unix)]
#[test]
fn nothing_that_a_catalog_says_instructs_cargo() {
    let hostile = SOUND.replace("[A]", "[A]\n\"a\\ncargo::rustc-env=EVIL=1\" = 1\nhelp = 3");
    let hostile = hostile.replace("help = 3", "message = { \"\\ncargo::rustc-env=EVIL=1\" = 5 }");
    let (package, target) = package("hostile", &[("catalogs/a\ncargo::rustc-env=EVIL=1.toml", &hostile)]);
    let (said, _, sound) = built(&package, Some(&target));
    let lines = said.lines().filter(|line| !line.starts_with("cargo::error=") && !line.starts_with("cargo::warning="));
    assert_eq!(lines.collect::<Vec<_>>(), ["cargo::rerun-if-changed=PACKAGE/catalogs"], "{said}");
    assert!(!sound && said.matches("EVIL").count() > 2);
    std::fs::remove_dir_all(&package).unwrap();
}

#[test]
fn only_a_build_script_has_a_place_to_write_to() {
    let (package, _) = package("outside", &[("catalogs/orders.toml", SOUND)]);
    let refused = Catalogs::new("catalogs").build(&package, None, &mut Vec::new(), &mut Vec::new());
    assert_eq!(refused.unwrap_err().to_string(), "OUT_DIR is not set: call this from a build script");
    std::fs::remove_dir_all(&package).unwrap();
}
