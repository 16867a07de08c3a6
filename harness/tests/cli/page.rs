//! `report.html` as people meet it: in a browser, on a phone, without a network.

use crate::failing_run::RedRun;
use crate::support::{pmu_cosim, root, run, skipped};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Width of a phone, and of a desk.
const PHONE: u32 = 390;
const DESK: u32 = 1280;
/// Reports of the page about itself: widths, what it asks others for, tables and drawings.
const PROBE: &str = r##"<script>parent.postMessage(JSON.stringify({
  inner: innerWidth, scroll: document.documentElement.scrollWidth,
  requests: performance.getEntriesByType('resource').length +
    [...document.querySelectorAll('style')].filter((one) => /url\((?!"?#)|@import/.test(one.textContent)).length +
    document.querySelectorAll('[src], [srcset], [data], [action], link, [href]:not([href^="#"])').length,
  pmus: document.querySelectorAll('section.pmu').length, buckets: document.querySelectorAll('.bucket').length,
  waves: document.querySelectorAll('svg.wave').length, heat: document.querySelectorAll('svg.heat').length
}), '*')</script>"##;

/// A browser, and a folder for what it writes.
struct Browser {
    program: PathBuf,
    folder: tempfile::TempDir,
}

impl Browser {
    /// One that is on `PATH`.
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

    /// Opens a page without any network; what it writes to standard output, and to the log. The page is in a frame, since
    /// windows of browsers are not as narrow as a phone.
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
        let said = run(&mut command);
        assert_eq!(said.status, 0, "{}", said.err);
        (said.out, said.err)
    }

    /// What is wrong with a page at a width, and what the probe says of it.
    fn check(&self, page: &str, width: u32) -> (Vec<String>, serde_json::Value) {
        let probed = page.replace("</body>", &format!("{PROBE}</body>"));
        let (dom, log) = self.open(&probed, width, &["--dump-dom".to_owned()]);
        let probe = dom.split_once("data-probe=\"").and_then(|(_, rest)| rest.split_once('"')).map(|(probe, _)| probe);
        let probe = probe.unwrap_or_else(|| panic!("the probe did not run: {log}")).replace("&quot;", "\"");
        let probe: serde_json::Value = serde_json::from_str(&probe).expect("JSON");
        let mut faults: Vec<String> = log.lines().filter(|line| line.contains("CONSOLE")).map(str::to_owned).collect();
        let number = |name: &str| probe[name].as_u64().expect("a number");
        assert_eq!(number("inner"), u64::from(width), "the window is as wide as was asked for");
        if number("scroll") > u64::from(width) {
            faults.push(format!("{} pixels are wider than {width}", number("scroll")));
        }
        if number("requests") > 0 {
            faults.push(format!("{} requests for other files", number("requests")));
        }
        (faults, probe)
    }

    /// Bytes of a picture of a page, which stays below `target/tmp`.
    fn excerpt(&self, page: &str, name: &str, width: u32) -> u64 {
        let excerpt = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        self.open(page, width, &[format!("--screenshot={}", excerpt.display())]);
        fs::metadata(&excerpt).expect("a picture").len()
    }
}

/// Checks the page of a run at both widths and leaves pictures of it.
fn looks_well(browser: &Browser, file: &Path, name: &str) -> serde_json::Value {
    let page = fs::read_to_string(file).expect("the page");
    let blank = "<!DOCTYPE html><html><body></body></html>";
    let mut seen = serde_json::Value::Null;
    for width in [PHONE, DESK] {
        let (faults, probe) = browser.check(&page, width);
        assert!(faults.is_empty(), "{name} at {width}: {faults:?}");
        let excerpt = browser.excerpt(&page, &format!("{name}-{width}.png"), width);
        let nothing = browser.excerpt(blank, &format!("blank-{width}.png"), width);
        assert!(excerpt > 5 * nothing, "{name} at {width} is blank: {excerpt} bytes, {nothing} without anything");
        seen = probe;
    }
    seen
}

#[test]
fn browser_renders_the_report_of_a_passing_and_of_a_failing_run() {
    let Some(browser) = Browser::find() else { return };
    let out = tempfile::tempdir().expect("a folder");
    let mut green = pmu_cosim(&["run", "--pmu", "ivt_ubox", "--cycles", "5000"]);
    let said = run(green.arg("--out").arg(out.path()));
    assert_eq!(said.status, 0, "{}", said.err);
    let probe = looks_well(&browser, &out.path().join("report.html"), "green");
    assert_eq!((&probe["pmus"], &probe["buckets"], &probe["heat"]), (&1.into(), &0.into(), &1.into()));

    let failed = RedRun::new(&["--no-waves"], &[]);
    let probe = looks_well(&browser, &failed.out("report.html"), "red");
    assert_eq!((&probe["pmus"], &probe["buckets"], &probe["waves"]), (&1.into(), &1.into(), &1.into()));
    let page = fs::read_to_string(failed.out("report.html")).expect("the page");
    let command = failed.bucket()["command"].as_str().expect("a command");
    assert!(command.split(' ').all(|word| page.contains(&format!("<span>{word}</span>"))), "{command}");
    let mut programs = failed.results["pmus"][0]["programs"].as_array().expect("programs").iter();
    let excerpt = programs.find_map(|program| program.pointer("/divergence/picture").filter(|it| !it.is_null()));
    let lanes = excerpt.expect("a picture")["lanes"].as_array().expect("lanes");
    assert_eq!((&lanes[1]["name"], &lanes[2]["kind"]), (&"core0.pm".into(), &"device".into()));
    assert_ne!(lanes[1]["clocks"], lanes[2]["clocks"]);
}

/// The checks above find what they look for.
#[test]
fn browser_check_detects_a_page_that_is_broken_too_wide_or_not_self_contained() {
    let Some(browser) = Browser::find() else { return };
    let page = |inside: &str| format!("<!DOCTYPE html><html><body>{inside}</body></html>");
    let faults = |inside: &str| browser.check(&page(inside), PHONE).0;
    assert_eq!(faults("<p>all is well</p>"), [""; 0]);
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
