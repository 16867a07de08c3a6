//! A browser that opens `report.html` without a network and returns what a script in the page finds.

use crate::support::{run, skipped};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Width of a phone in pixels.
pub const PHONE: u32 = 390;
/// Width of a desktop window in pixels.
pub const DESKTOP: u32 = 1400;
/// Arguments that select the dark color scheme.
pub const DARK: &[&str] = &["--blink-settings=preferredColorScheme=0"];
/// Expression for the properties of a page: widths, requests of other resources, numbers of sections and drawings.
const PROPERTIES: &str = r##"(() => {
  const address = (link) => link.getAttribute('href');
  const isAlien = (link) => !/^(#|https?:\/\/|[\w.-]+\/[\w.+/-]+$)/.test(address(link));
  return {
    inner: innerWidth, scroll: document.documentElement.scrollWidth,
    requests: performance.getEntriesByType('resource').length +
      [...document.querySelectorAll('style')].filter((one) => /url\((?!"?#)|@import/.test(one.textContent)).length +
      document.querySelectorAll('[src], [srcset], [data], [action], link, [href]:not(a, [href^="#"])').length +
      [...document.querySelectorAll('a[href]')].filter(isAlien).length,
    dead: [...document.querySelectorAll('a[href^="#"]')].map((link) => address(link).slice(1))
      .filter((id) => !document.getElementById(id)),
    unscoped: document.querySelectorAll('th:not([scope])').length,
    pmus: document.querySelectorAll('section.pmu').length, buckets: document.querySelectorAll('.bucket').length,
    waves: document.querySelectorAll('svg.wave').length, heat: document.querySelectorAll('svg.heat').length
  };
})()"##;

/// A browser and a folder for its files.
pub struct Browser {
    program: PathBuf,
    folder: tempfile::TempDir,
}

impl Browser {
    /// Finds a browser on `PATH`.
    pub fn find() -> Option<Self> {
        let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
        let path = std::env::var_os("PATH").unwrap_or_default();
        let places = std::env::split_paths(&path).flat_map(|folder| names.map(|name| folder.join(name)));
        let found = places.into_iter().find(|place| place.is_file());
        if found.is_none() {
            skipped("report.html in a browser", "chromium");
        }
        Some(Self { program: found?, folder: tempfile::tempdir().expect("a folder") })
    }

    /// Opens a page without a network and returns standard output and the log.
    ///
    /// The page is in a frame, since a browser's window cannot be as narrow as a phone.
    fn open(&self, page: &str, width: u32, arguments: &[&str]) -> (String, String) {
        fs::write(self.folder.path().join("page.html"), page).expect("a page");
        let frame = format!("<iframe src='page.html' style='border:0' width='{width}' height='1600'></iframe>");
        let listen = "onmessage = (event) => { document.documentElement.dataset.probe = event.data }";
        let scheme = "<meta name='color-scheme' content='light dark'>";
        let around = format!("<!DOCTYPE html>{scheme}<body style='margin:0'><script>{listen}</script>{frame}</body>");
        let file = self.folder.path().join("around.html");
        fs::write(&file, around).expect("a page");
        let mut command = Command::new(&self.program);
        command.args(["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--enable-logging=stderr"]);
        command.args(["--host-resolver-rules=MAP * ~NOTFOUND", "--proxy-server=127.0.0.1:9"]);
        command.arg(format!("--user-data-dir={}", self.folder.path().join("profile").display()));
        command.args([format!("--window-size={},1600", width.max(500)), "--virtual-time-budget=2000".to_owned()]);
        command.args(arguments).arg(format!("file://{}", file.display()));
        let output = run(&mut command);
        assert_eq!(output.status, 0, "{}", output.err);
        (output.out, output.err)
    }

    /// Opens a page and returns the value of a JavaScript expression in it, and the log.
    pub fn evaluate(&self, page: &str, width: u32, arguments: &[&str], expression: &str) -> (Value, String) {
        let script = format!("<script>parent.postMessage(JSON.stringify({expression}), '*')</script>");
        let probed = page.replace("</body>", &format!("{script}</body>"));
        let arguments = [arguments, &["--dump-dom"]].concat();
        let (dom, log) = self.open(&probed, width, &arguments);
        let probe = dom.split_once("data-probe=\"").and_then(|(_, rest)| rest.split_once('"')).map(|(probe, _)| probe);
        let probe = probe.unwrap_or_else(|| panic!("the script did not run: {log}"));
        let probe = probe.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
        (serde_json::from_str(&probe).expect("JSON"), log)
    }

    /// Returns the faults of a page at a width, and its properties.
    pub fn check(&self, page: &str, width: u32) -> (Vec<String>, Value) {
        let (found, log) = self.evaluate(page, width, &[], PROPERTIES);
        let mut faults: Vec<String> = log.lines().filter(|line| line.contains("CONSOLE")).map(str::to_owned).collect();
        let number = |name: &str| found[name].as_u64().expect("a number");
        assert_eq!(number("inner"), u64::from(width), "the window has the requested width");
        if number("scroll") > u64::from(width) {
            faults.push(format!("{} pixels are wider than {width}", number("scroll")));
        }
        if number("requests") > 0 {
            faults.push(format!("{} requests for other files", number("requests")));
        }
        if number("unscoped") > 0 {
            faults.push(format!("{} table headers without a scope", number("unscoped")));
        }
        let dead = found["dead"].as_array().expect("a list");
        faults.extend(dead.iter().filter_map(Value::as_str).map(|id| format!("a link to {id}, which does not exist")));
        (faults, found)
    }

    /// Writes a screenshot of a page below `target/tmp` and returns its size in bytes.
    pub fn screenshot(&self, page: &str, name: &str, width: u32, arguments: &[&str]) -> u64 {
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let screenshot = format!("--screenshot={}", file.display());
        self.open(page, width, &[arguments, &[screenshot.as_str()]].concat());
        fs::metadata(&file).expect("a screenshot").len()
    }
}
