//! A headless Chromium, driven through the `DevTools` protocol over two pipes: no port, no client library.
//!
//! Comes in: pages. Goes out: what their scripts say, what the console holds, what was asked of any network, pictures. The browser has a
//! profile of its own that is removed with it, and every wait is bounded.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde_json::{Value, json};

use crate::scratch;

const PATIENCE: Duration = Duration::from_secs(120);

/// A browser with one page.
pub struct Browser {
    child: Child,
    to: ChildStdin,
    from: Receiver<Value>,
    profile: PathBuf,
    session: String,
    last: u64,
    events: Vec<Value>,
}

impl Browser {
    /// Starts the browser.
    ///
    /// # Errors
    /// Why there is none.
    pub fn start(name: &str) -> Result<Self, String> {
        let program = ["chromium", "chromium-browser", "google-chrome"].into_iter().find(|program| {
            Command::new(program)
                .arg("--version")
                .stdin(Stdio::null())
                .output()
                .is_ok_and(|output| output.status.success())
        });
        let program = program.ok_or("there is no Chromium")?;
        let profile = scratch(&format!("chromium-{name}"));
        let _ = std::fs::remove_dir_all(&profile);
        std::fs::create_dir_all(&profile).map_err(|error| error.to_string())?;
        // The protocol wants the descriptors 3 and 4, and a shell can hand ours on as these.
        let words = format!(
            "exec {program} --headless --no-sandbox --disable-gpu --disable-background-networking --no-first-run --disable-quic \
             --disable-component-update --disable-sync --hide-scrollbars --force-color-profile=srgb --remote-debugging-pipe \
             --user-data-dir='{}' about:blank 3<&0 4>&1 0</dev/null 1>/dev/null 2>/dev/null",
            profile.display()
        );
        let mut shell = Command::new("sh");
        let shell = shell.arg("-c").arg(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = shell.spawn().map_err(|error| format!("Chromium does not start: {error}"))?;
        let (Some(to), Some(from)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("Chromium has no pipes".to_owned());
        };
        let (send, receive) = channel();
        std::thread::spawn(move || {
            for message in BufReader::new(from).split(0).map_while(Result::ok) {
                let Ok(message) = serde_json::from_slice(&message) else { break };
                if send.send(message).is_err() {
                    break;
                }
            }
        });
        let mut browser =
            Self { child, to, from: receive, profile, session: String::new(), last: 0, events: Vec::new() };
        let target = browser.call("Target.createTarget", &json!({"url": "about:blank"}))?;
        let attach = json!({"targetId": target["targetId"], "flatten": true});
        let attached = browser.call("Target.attachToTarget", &attach)?;
        browser.session.push_str(attached["sessionId"].as_str().unwrap_or_default());
        for domain in ["Page", "Runtime", "Log", "Network"] {
            browser.call(&format!("{domain}.enable"), &json!({}))?;
        }
        Ok(browser)
    }

    /// Calls a method of the protocol.
    ///
    /// # Errors
    /// What the browser refuses, or that it does not answer.
    pub fn call(&mut self, method: &str, params: &Value) -> Result<Value, String> {
        self.last += 1;
        let mut message = json!({"id": self.last, "method": method, "params": params});
        if !self.session.is_empty() {
            message["sessionId"] = json!(self.session);
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        self.to.write_all(&bytes).map_err(|error| format!("{method}: {error}"))?;
        loop {
            let answer = self.next().map_err(|error| format!("{method}: {error}"))?;
            if answer["id"] != self.last {
                self.events.push(answer);
            } else if let Some(error) = answer.get("error") {
                return Err(format!("{method}: {error}"));
            } else {
                return Ok(answer["result"].clone());
            }
        }
    }

    fn next(&self) -> Result<Value, RecvTimeoutError> {
        self.from.recv_timeout(PATIENCE)
    }

    /// Opens a page and waits until it is loaded.
    ///
    /// # Panics
    /// When it does not load.
    pub fn open(&mut self, url: &str) {
        // A page that differs in its fragment alone is not loaded anew.
        self.load(&json!({"url": "about:blank"}));
        self.load(&json!({"url": url}));
    }

    fn load(&mut self, params: &Value) {
        let answer = self.call("Page.navigate", params).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(answer.get("errorText"), None, "{params}");
        self.wait_for("Page.loadEventFired");
    }

    /// Waits for an event that has not been waited for.
    ///
    /// # Panics
    /// When it does not come.
    pub fn wait_for(&mut self, method: &str) {
        loop {
            if let Some(place) = self.events.iter().position(|event| event["method"] == method) {
                self.events.remove(place);
                return;
            }
            let event = self.next().unwrap_or_else(|error| panic!("{method}: {error}"));
            self.events.push(event);
        }
    }

    /// The value of an expression of JavaScript in the page; a promise is awaited.
    ///
    /// # Panics
    /// When it throws.
    pub fn value(&mut self, expression: &str) -> Value {
        let params = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let answer = self.call("Runtime.evaluate", &params).unwrap_or_else(|error| panic!("{error}"));
        assert!(answer.get("exceptionDetails").is_none(), "{expression}: {answer}");
        answer["result"]["value"].clone()
    }

    /// Types a text where the focus is, as an input method does.
    ///
    /// # Panics
    /// When the browser refuses.
    pub fn insert(&mut self, text: &str) {
        self.call("Input.insertText", &json!({"text": text})).unwrap_or_else(|error| panic!("{error}"));
    }

    /// Presses a key.
    ///
    /// # Panics
    /// When the browser refuses.
    pub fn press(&mut self, key: &str) {
        let code = match key {
            "Enter" => 13,
            "Tab" => 9,
            other => i32::from(other.bytes().next().unwrap_or_default()),
        };
        let text = if key == "Enter" {
            "\r"
        } else if key.len() == 1 {
            key
        } else {
            ""
        };
        for kind in ["keyDown", "keyUp"] {
            let mut params = json!({"type": kind, "key": key, "windowsVirtualKeyCode": code});
            if kind == "keyDown" && !text.is_empty() {
                params["text"] = json!(text);
            }
            self.call("Input.dispatchKeyEvent", &params).unwrap_or_else(|error| panic!("{error}"));
        }
    }

    /// Sets the width of the page in CSS pixels, and whether the reader likes it dark.
    ///
    /// # Panics
    /// When the browser refuses.
    pub fn look(&mut self, width: u32, dark: bool) {
        let metrics = json!({"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600});
        self.call("Emulation.setDeviceMetricsOverride", &metrics).unwrap_or_else(|error| panic!("{error}"));
        let scheme = if dark { "dark" } else { "light" };
        let media = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
        self.call("Emulation.setEmulatedMedia", &media).unwrap_or_else(|error| panic!("{error}"));
    }

    /// Switches scripts off or on, for pages opened from now on.
    ///
    /// # Panics
    /// When the browser refuses.
    pub fn scripts(&mut self, on: bool) {
        self.call("Emulation.setScriptExecutionDisabled", &json!({"value": !on}))
            .unwrap_or_else(|error| panic!("{error}"));
    }

    /// Takes a picture of the window, for people to look at.
    ///
    /// # Panics
    /// When it cannot be written.
    pub fn picture(&mut self, file: &Path) {
        let shot =
            self.call("Page.captureScreenshot", &json!({"format": "png"})).unwrap_or_else(|error| panic!("{error}"));
        let bytes = BASE64_STANDARD.decode(shot["data"].as_str().unwrap_or_default());
        let bytes = bytes.unwrap_or_else(|error| panic!("{error}"));
        std::fs::create_dir_all(file.parent().unwrap_or(file)).unwrap_or_else(|error| panic!("{error}"));
        std::fs::write(file, bytes).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    }

    /// What stands in the console and in the browser's log, exceptions too.
    #[must_use]
    pub fn console(&self) -> Vec<String> {
        let told = ["Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"];
        let events = self.events.iter().filter(|event| told.iter().any(|method| event["method"] == *method));
        events.map(|event| event["params"].to_string()).collect()
    }

    /// The addresses that pages asked for.
    #[must_use]
    pub fn requests(&self) -> Vec<String> {
        let events = self.events.iter().filter(|event| event["method"] == "Network.requestWillBeSent");
        events.filter_map(|event| event["params"]["request"]["url"].as_str().map(str::to_owned)).collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        self.session.clear();
        let _ = self.call("Browser.close", &json!({}));
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.profile);
    }
}
