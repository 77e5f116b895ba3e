//! The HTML site in a real browser: opened from a folder, without any network.
//!
//! Pictures of some pages are left in `target/tests-scratch/pictures`, to be looked at. Without a Chromium all this is skipped with one
//! line, unless `LLAMON_INTEROP=required`.

use std::path::PathBuf;

use llamon_errors_catalog::check;
use llamon_errors_catalog::emit::docs::{Form, docs};
use llamon_errors_tests::browser::Browser;
use llamon_errors_tests::outside::{REQUIRED, node_modules};
use llamon_errors_tests::{catalogs_in, scratch, skip_or_fail};
use serde_json::{Value, json};

/// Writes the site of these folders of catalogs, and gives back its address.
fn site(name: &str, folders: &[&str]) -> String {
    let out = scratch("sites").join(name);
    let _ = std::fs::remove_dir_all(&out);
    let catalogs: Vec<_> =
        folders.iter().flat_map(|folder| catalogs_in(folder)).map(|(path, bytes)| check(&path, &bytes)).collect();
    for page in docs(&catalogs, Form::Html) {
        let path = out.join(&page.path);
        std::fs::create_dir_all(path.parent().expect("pages have folders")).expect("folders can be made");
        std::fs::write(path, page.text).expect("pages can be written");
    }
    format!("file://{}", out.display())
}

fn browser(name: &str) -> Option<Browser> {
    match Browser::start(name) {
        Ok(browser) => Some(browser),
        Err(why) => {
            skip_or_fail(REQUIRED, &why);
            None
        }
    }
}

fn picture(name: &str) -> PathBuf {
    scratch("pictures").join(format!("{name}.png"))
}

/// Two frames: what a change asks for is done in the first.
const SETTLED: &str = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))";

/// The codes that are shown, in their order.
fn shown(browser: &mut Browser) -> Vec<String> {
    browser.value(SETTLED);
    let rows = "Array.from(document.querySelectorAll('table.codes tbody tr')).filter(row => row.offsetParent !== null)";
    let codes = browser.value(&format!("{rows}.map(row => row.querySelector('th a').textContent)"));
    codes.as_array().expect("a list").iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Types into the search of a page as a person does: `/` leads there.
fn search(browser: &mut Browser, text: &str) -> Vec<String> {
    browser.value("document.activeElement.blur()");
    browser.press("/");
    assert_eq!(browser.value("document.activeElement.id"), "q");
    browser.value("document.activeElement.select()");
    browser.insert(text);
    shown(browser)
}

fn choose(browser: &mut Browser, name: &str, value: &str) -> Vec<String> {
    let choice = format!(
        "const it = document.querySelector('#{name}'); it.value = '{value}'; it.dispatchEvent(new Event('input', {{bubbles: true}}))"
    );
    browser.value(&format!("(() => {{ {choice} }})()"));
    shown(browser)
}

/// No script complained, and nothing was asked of any network.
fn assert_quiet(browser: &Browser) {
    assert_eq!(browser.console(), Vec::<String>::new());
    let foreign: Vec<_> = browser
        .requests()
        .into_iter()
        .filter(|url| !["file://", "data:", "about:"].iter().any(|scheme| url.starts_with(scheme)))
        .collect();
    assert_eq!(foreign, Vec::<String>::new());
}

#[test]
fn the_search_finds_titles_reasons_and_codes_of_all_catalogs() {
    let Some(mut browser) = browser("search") else { return };
    let home = site("search", &["../catalogs", "catalogs/emit", "catalogs/real"]);
    browser.open(&format!("{home}/index.html"));
    assert_eq!(browser.value("document.querySelector('#catalogs').hidden"), false);
    assert_eq!(browser.value("document.querySelector('#count').textContent"), "12,174 codes in 36 catalogs");

    let documents = ["DOC_002", "DOC_003", "DOC_005"];
    assert_eq!(search(&mut browser, "문서"), documents);
    assert_eq!(browser.value("document.querySelector('#count').textContent"), "3 codes");
    assert_eq!(browser.value("document.querySelector('#catalogs').hidden"), true);
    // Decomposed, as some keyboards and file systems write it, and in the middle of being typed.
    assert_eq!(search(&mut browser, "\u{1106}\u{116e}\u{11ab}\u{1109}\u{1165}"), documents);
    assert_eq!(search(&mut browser, "문ㅅ"), documents);
    // A reason, a code in another case, several words, letters of other scripts.
    assert_eq!(search(&mut browser, "daily_quota"), ["DOC_008"]);
    assert_eq!(search(&mut browser, "kv:cloud:io").first().map(String::as_str), Some("KV:Cloud:Io"));
    assert_eq!(search(&mut browser, "ELEKTRIZITATENHAUPT schiff"), ["LONG"]);
    assert_eq!(search(&mut browser, "עולם"), ["8005"]);
    assert_eq!(search(&mut browser, "no such thing"), Vec::<String>::new());
    assert_eq!(browser.value("document.querySelector('#count').textContent"), "0 codes");
    assert_eq!(search(&mut browser, "a").len(), 200);
    browser.value("document.querySelector('#q').select()");
    search(&mut browser, "문서 없음");

    // What is asked for stands in the address, so that it can be linked.
    assert_eq!(browser.value("decodeURIComponent(location.hash.replace('+', ' '))"), "#q=문서 없음");
    browser.open(&format!("{home}/index.html#q=%EB%AC%B8%EC%84%9C+%EC%97%86%EC%9D%8C"));
    // Both words stand in two titles; the title that is just this comes first.
    assert_eq!(shown(&mut browser), ["DOC_005", "DOC_003"]);
    browser.value("document.querySelector('#results a').focus()");
    browser.press("Enter");
    browser.wait_for("Page.loadEventFired");
    assert_eq!(browser.value("document.querySelector('h1').textContent"), "DOC_005");
    assert_eq!(browser.value("document.querySelector('.lead').textContent"), "문서 없음");
    assert!(browser.value("location.href").as_str().is_some_and(|url| url.ends_with("/document-service/DOC_005.html")));

    // The search of every page leads to that of all codes.
    browser.press("/");
    browser.insert("색인");
    browser.press("Enter");
    browser.wait_for("Page.loadEventFired");
    assert_eq!(shown(&mut browser), ["DOC_006"]);
    assert_quiet(&browser);
}

#[test]
fn filters_of_a_catalog_work_and_are_told() {
    let Some(mut browser) = browser("filters") else { return };
    let home = site("filters", &["../catalogs"]);
    browser.open(&format!("{home}/document-service/index.html"));
    assert_eq!(shown(&mut browser).len(), 12);
    assert_eq!(choose(&mut browser, "sdk_code", "INVALID_INPUT"), ["DOC_001", "DOC_002"]);
    assert_eq!(search(&mut browser, "형식"), ["DOC_002"]);
    assert_eq!(browser.value("document.querySelector('#count').textContent"), "1 code of 12");
    search(&mut browser, " ");
    assert_eq!(choose(&mut browser, "sdk_code", "").len(), 12);
    assert_eq!(choose(&mut browser, "retriable", "yes"), ["DOC_006", "DOC_007", "DOC_008", "DOC_009"]);
    choose(&mut browser, "retriable", "");
    assert_eq!(choose(&mut browser, "state", "retired"), ["DOC_004"]);
    assert_eq!(choose(&mut browser, "state", "outcome"), ["DOC_101"]);
    // A link into the filtered list shows the same list.
    browser.open(&format!("{home}/document-service/index.html#sdk_code=UPSTREAM_UNAVAILABLE&retriable=yes"));
    assert_eq!(shown(&mut browser), ["DOC_006", "DOC_009"]);
    assert_quiet(&browser);
}

#[test]
fn pages_are_lists_and_links_without_scripts() {
    let Some(mut browser) = browser("plain") else { return };
    let home = site("plain", &["../catalogs"]);
    browser.scripts(false);
    browser.open(&format!("{home}/index.html"));
    browser.call("DOM.enable", &json!({})).expect("the protocol answers");
    let text = |browser: &mut Browser| {
        let document = browser.call("DOM.getDocument", &json!({"depth": 0})).expect("there is a document");
        let node = document["root"]["nodeId"].clone();
        browser.call("DOM.getOuterHTML", &json!({"nodeId": node})).expect("it has a text")["outerHTML"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    };
    let index = text(&mut browser);
    assert!(
        index.contains("href=\"document-service/index.html\"") && index.contains("12 codes in 1 catalog"),
        "{index}"
    );
    browser.open(&format!("{home}/document-service/index.html"));
    let catalog = text(&mut browser);
    assert_eq!(catalog.matches("<tr role=\"row\" data-state").count(), 12);
    // What only a script can do is not offered.
    assert_eq!(catalog.matches("hidden=\"\" data-needs-script=\"\"").count(), 2, "{catalog}");
    browser.picture(&picture("without-scripts"));
    assert_quiet(&browser);
}

/// What screen readers, keyboards and small windows need, as far as a page can be asked.
#[test]
fn pages_can_be_used_by_everybody() {
    let Some(mut browser) = browser("everybody") else { return };
    let home = site("everybody", &["../catalogs", "catalogs/emit"]);
    for page in [
        "index.html",
        "index.html#q=a",
        "document-service/index.html",
        "document-service/DOC_008.html",
        "hostile/8005.html",
        "hostile/KV~3aCloud~3aIo~m1e8.html",
        "hostile/index.html",
        "hostile/LONG.html",
    ] {
        for (width, dark) in [(1200, false), (1200, true), (360, false)] {
            browser.look(width, dark);
            browser.open(&format!("{home}/{page}"));
            let at = format!("{page} at {width}");
            browser.value(SETTLED);
            // One `main`, one `h1`, a language, a title, landmarks with names.
            assert_eq!(browser.value("document.querySelectorAll('main').length"), 1, "{at}");
            assert_eq!(browser.value("document.querySelectorAll('h1').length"), 1, "{at}");
            assert_eq!(browser.value("document.documentElement.lang"), "en", "{at}");
            assert_eq!(browser.value("document.title.length > 3"), true, "{at}");
            let unnamed = "Array.from(document.querySelectorAll('nav, section, form, input, select')).filter(it => \
                           !it.ariaLabel && !it.getAttribute('aria-labelledby') && !(it.labels?.length) && !it.closest('[hidden]') && \
                           !(it.matches('form.jump'))).map(it => it.outerHTML.slice(0, 80))";
            assert_eq!(browser.value(unnamed), json!([]), "{at}");
            let broken = "Array.from(document.querySelectorAll('[aria-labelledby], [aria-describedby], label[for]')).filter(it => \
                          !document.getElementById(it.getAttribute('aria-labelledby') ?? \
                          it.getAttribute('aria-describedby') ?? it.htmlFor)).length";
            assert_eq!(browser.value(broken), 0, "{at}");
            let twice =
                "(ids => ids.length - new Set(ids).size)(Array.from(document.querySelectorAll('[id]'), it => it.id))";
            assert_eq!(browser.value(twice), 0, "{at}");
            // Nothing is wider than the window.
            assert_eq!(browser.value("document.documentElement.scrollWidth <= innerWidth"), true, "{at}");
            // The first stop of the keyboard skips to the content.
            browser.press("Tab");
            assert_eq!(browser.value("document.activeElement.className"), "skip", "{at}");
            browser.press("Enter");
            assert_eq!(browser.value("document.activeElement.id"), "main", "{at}");
            let results = browser.value("!!document.querySelector('#results:not([hidden]) a')");
            assert_eq!(results, page.contains("#q="), "{at}: the jump keeps what was found");
            let contrast = browser.value(CONTRAST);
            assert!(contrast["least"].as_f64().is_some_and(|least| least >= 4.5), "{at}: {contrast}");
            let name = page.replace(['/', '#', '='], "-").replace(".html", "");
            browser.picture(&picture(&format!("{name}-{width}{}", if dark { "-dark" } else { "" })));
        }
    }
    assert_quiet(&browser);
}

/// What axe, the checker of accessibility that browsers' own tools are built on, finds on each kind of page: nothing.
#[test]
fn a_checker_of_accessibility_finds_nothing() {
    let axe = match node_modules() {
        Ok(modules) => modules.join("axe-core/axe.min.js"),
        Err(why) => return skip_or_fail(REQUIRED, &why),
    };
    let axe = std::fs::read_to_string(axe).expect("the package is there");
    let Some(mut browser) = browser("axe") else { return };
    let home = site("axe", &["../catalogs", "catalogs/emit"]);
    let found = "axe.run().then(run => run.violations.map(it => `${it.id}: ${it.nodes.map(node => node.html).slice(0, 3).join(' ')}`))";
    for page in [
        "index.html",
        "index.html#q=a",
        "hostile/index.html",
        "document-service/index.html",
        "document-service/DOC_004.html",
        "document-service/DOC_008.html",
        "document-service/DOC_101.html",
        "hostile/8005.html",
        "hostile/KV~3aCloud~3aIo~m1e8.html",
        "hostile/~2e..html",
    ] {
        for (width, dark) in [(1200, false), (360, true)] {
            browser.look(width, dark);
            browser.open(&format!("{home}/{page}"));
            browser.value(SETTLED);
            browser.value(&axe);
            assert_eq!(browser.value(found), json!([]), "{page} at {width}");
        }
    }
    // The check can fail.
    browser.value("document.documentElement.lang = ''");
    assert_ne!(browser.value(found), json!([]));
}

/// The least contrast between a text and what is behind it (WCAG 2, 1.4.3).
const CONTRAST: &str = r"(() => {
  const channels = color => color.match(/[\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map(c => c / 255).map(c => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, place) => sum + c * [0.2126, 0.7152, 0.0722][place], 0);
  const behind = it => {
    for (; it; it = it.parentElement) {
      const c = channels(getComputedStyle(it).backgroundColor);
      if (c.length < 4 || c[3] > 0) return c;
    }
    return [255, 255, 255];
  };
  let least = 99, where = '';
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const it = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || !it.offsetParent || it.closest('.unseen, .skip, option')) continue;
    const [a, b] = [light(channels(getComputedStyle(it).color)), light(behind(it))];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast < least) [least, where] = [contrast, it.outerHTML.slice(0, 100)];
  }
  return { least, where };
})()";
