//! `report.html` in a browser: on the widths of a phone and a desktop, without a network.

use crate::failing_run::FailingRun;
use crate::support::{pmu_cosim, root, run, skipped};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Width of a phone in pixels.
const PHONE: u32 = 390;
/// Width of a desktop window in pixels.
const DESKTOP: u32 = 1280;
/// Script that reports properties of the page: widths, requests of other resources, numbers of sections and drawings.
const PROBE: &str = r##"<script>parent.postMessage(JSON.stringify({
  inner: innerWidth, scroll: document.documentElement.scrollWidth,
  requests: performance.getEntriesByType('resource').length +
    [...document.querySelectorAll('style')].filter((one) => /url\((?!"?#)|@import/.test(one.textContent)).length +
    document.querySelectorAll('[src], [srcset], [data], [action], link, [href]:not([href^="#"])').length,
  pmus: document.querySelectorAll('section.pmu').length, buckets: document.querySelectorAll('.bucket').length,
  waves: document.querySelectorAll('svg.wave').length, heat: document.querySelectorAll('svg.heat').length
}), '*')</script>"##;

/// A browser and a folder for its files.
struct Browser {
    program: PathBuf,
    folder: tempfile::TempDir,
}

impl Browser {
    /// Finds a browser on `PATH`.
    fn find() -> Option<Self> {
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
    fn open(&self, page: &str, width: u32, arguments: &[String]) -> (String, String) {
        fs::write(self.folder.path().join("page.html"), page).expect("a page");
        let frame = format!("<iframe src='page.html' style='border:0' width='{width}' height='1600'></iframe>");
        let listen = "onmessage = (event) => { document.documentElement.dataset.probe = event.data }";
        let around = format!("<!DOCTYPE html><body style='margin:0'><script>{listen}</script>{frame}</body>");
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

    /// Returns the faults of a page at a width, and the output of the probe.
    fn check(&self, page: &str, width: u32) -> (Vec<String>, serde_json::Value) {
        let probed = page.replace("</body>", &format!("{PROBE}</body>"));
        let (dom, log) = self.open(&probed, width, &["--dump-dom".to_owned()]);
        let probe = dom.split_once("data-probe=\"").and_then(|(_, rest)| rest.split_once('"')).map(|(probe, _)| probe);
        let probe = probe.unwrap_or_else(|| panic!("the probe did not run: {log}")).replace("&quot;", "\"");
        let probe: serde_json::Value = serde_json::from_str(&probe).expect("JSON");
        let mut faults: Vec<String> = log.lines().filter(|line| line.contains("CONSOLE")).map(str::to_owned).collect();
        let number = |name: &str| probe[name].as_u64().expect("a number");
        assert_eq!(number("inner"), u64::from(width), "the window has the requested width");
        if number("scroll") > u64::from(width) {
            faults.push(format!("{} pixels are wider than {width}", number("scroll")));
        }
        if number("requests") > 0 {
            faults.push(format!("{} requests for other files", number("requests")));
        }
        (faults, probe)
    }

    /// Writes a screenshot of a page below `target/tmp` and returns its size in bytes.
    fn screenshot(&self, page: &str, name: &str, width: u32) -> u64 {
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        self.open(page, width, &[format!("--screenshot={}", file.display())]);
        fs::metadata(&file).expect("a screenshot").len()
    }
}

/// Checks the page of a run at both widths and writes screenshots of it.
fn check_page(browser: &Browser, file: &Path, name: &str) -> serde_json::Value {
    let page = fs::read_to_string(file).expect("the page");
    let blank = "<!DOCTYPE html><html><body></body></html>";
    let mut seen = serde_json::Value::Null;
    for width in [PHONE, DESKTOP] {
        let (faults, probe) = browser.check(&page, width);
        assert!(faults.is_empty(), "{name} at {width}: {faults:?}");
        let bytes = browser.screenshot(&page, &format!("{name}-{width}.png"), width);
        let blank_bytes = browser.screenshot(blank, &format!("blank-{width}.png"), width);
        assert!(bytes > 5 * blank_bytes, "{name} at {width} is blank: {bytes} bytes, {blank_bytes} for a blank page");
        seen = probe;
    }
    seen
}

#[test]
fn browser_renders_the_report_of_a_passing_and_of_a_failing_run() {
    let Some(browser) = Browser::find() else { return };
    let out = tempfile::tempdir().expect("a folder");
    let mut passing = pmu_cosim(&["run", "--pmu", "ivt_ubox", "--cycles", "5000"]);
    let output = run(passing.arg("--out").arg(out.path()));
    assert_eq!(output.status, 0, "{}", output.err);
    let probe = check_page(&browser, &out.path().join("report.html"), "passing");
    assert_eq!((&probe["pmus"], &probe["buckets"], &probe["heat"]), (&1.into(), &0.into(), &1.into()));

    let failed = FailingRun::new(&["--no-waves"], &[]);
    let probe = check_page(&browser, &failed.out("report.html"), "failing");
    assert_eq!((&probe["pmus"], &probe["buckets"], &probe["waves"]), (&1.into(), &1.into(), &1.into()));
    let page = fs::read_to_string(failed.out("report.html")).expect("the page");
    let command = failed.bucket()["command"].as_str().expect("a command");
    assert!(command.split(' ').all(|word| page.contains(&format!("<span>{word}</span>"))), "{command}");
    let mut programs = failed.results["pmus"][0]["programs"].as_array().expect("programs").iter();
    let excerpt = programs.find_map(|program| program.pointer("/divergence/picture").filter(|it| !it.is_null()));
    let lanes = excerpt.expect("a waveform excerpt")["lanes"].as_array().expect("lanes");
    assert_eq!((&lanes[1]["name"], &lanes[2]["kind"]), (&"core0.pm".into(), &"device".into()));
    assert_ne!(lanes[1]["clocks"], lanes[2]["clocks"]);
}

/// The check reports each kind of fault.
#[test]
fn browser_check_detects_a_page_that_is_broken_too_wide_or_not_self_contained() {
    let Some(browser) = Browser::find() else { return };
    let page = |inside: &str| format!("<!DOCTYPE html><html><body>{inside}</body></html>");
    let faults = |inside: &str| browser.check(&page(inside), PHONE).0;
    assert_eq!(faults("<p>no fault</p>"), [""; 0]);
    assert!(faults("<script>throw new Error('x')</script>").iter().any(|fault| fault.contains("Error: x")));
    assert!(faults("<div style='width:500px'>x</div>").iter().any(|fault| fault.contains("are wider than")));
    let other = root().join("README.md");
    let other = format!("file://{}", other.display());
    for alien in ["<img src='URL'>", "<a href='URL'>x</a>", "<style>body { background: url(URL) }</style>"] {
        let alien = alien.replace("URL", &other);
        assert!(faults(&alien).iter().any(|fault| fault.contains("other files")), "{alien}");
    }
    assert_eq!(faults("<a href='#here'>x</a>"), [""; 0]);
}
