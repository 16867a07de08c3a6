//! `report.html` in a browser: on the widths of a phone and a desktop, light and dark, without a network.

use crate::browser::{Browser, DARK, DESKTOP, PHONE};
use crate::failing_run::FailingRun;
use crate::support::{pmu_cosim, root, run};
use harness::results::{read, write_all, Results};
use serde_json::{json, Value};
use std::fs;
use std::path::Path;

/// Expression for the texts whose contrast with their background is below that of WCAG 2 level AA, 4.5.
const FAINT: &str = r##"(() => {
  const channels = (color) => color.match(/[\d.]+/g).map(Number);
  const linear = (value) => (value /= 255) <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  const luminance = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const background = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const color = channels(getComputedStyle(one).backgroundColor);
      if (color.length === 3 || color[3] === 1) return color;
    }
    return [255, 255, 255];
  };
  document.querySelectorAll('details').forEach((one) => { one.open = true });
  const faint = new Set();
  for (const element of document.querySelectorAll('main *, nav *')) {
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!hasText || element.closest('svg, .unseen') || !element.checkVisibility()) continue;
    const [one, other] = [channels(getComputedStyle(element).color), background(element)].map(luminance);
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    if (contrast < 4.5) faint.add(`${element.tagName} ${element.className} ${contrast.toFixed(2)}`);
  }
  return [...faint];
})()"##;

/// Expression that operates the page and returns what is then on the screen.
const OPERATED: &str = r##"(() => {
  const seen = {};
  const rows = () => all('.overview tbody tr').filter((row) => !row.hidden).map((row) => row.cells[0].textContent);
  const type = (box, text) => { box.value = text; box.dispatchEvent(new Event('input')) };
  const press = (target, key) => target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  const [every, failing, open] = all('.choose button');
  seen.start = rows();
  failing.click(); seen.failing = rows();
  open.click(); seen.open = rows();
  every.click(); type(document.querySelector('.choose input'), 'ubox'); seen.named = rows();
  type(document.querySelector('.choose input'), '');
  const [name] = all('.overview thead th');
  name.firstChild.click(); seen.sorted = [name.ariaSort, ...rows()];
  name.firstChild.click(); seen.reversed = [name.ariaSort, ...rows()];

  const search = document.getElementById('search');
  press(document.body, '/'); seen.slash = document.activeElement === search;
  type(search, 'no such thing'); seen.nothing = document.querySelector('.search [role=status]').textContent;
  type(search, 'K8-R64 requirement');
  press(search, 'ArrowDown'); seen.arrow = document.activeElement.tagName;
  press(document.activeElement, 'ArrowUp'); seen.back = document.activeElement === search;
  press(search, 'Enter');
  seen.jumped = [document.activeElement.id, document.activeElement.checkVisibility(), document.querySelector('.hits').hidden];
  const finds = (text) => { type(search, text); return [...new Set(all('.hits i').map((kind) => kind.textContent))] };
  const event = document.querySelector('#k8 .names-of-rows text').firstChild.data;
  seen.kinds = ['PerfEvtSel0', event, 'cnt_mask/comparison', 'ivt_ubox'].map(finds);
  press(search, 'Escape'); seen.closed = document.querySelector('.hits').hidden;

  seen.states = all('#k8 .requirements tbody tr').map((row) => row.cells[2].textContent);
  seen.stopped = all('.overview tr.fail .stopped').map((cell) => cell.dataset.name);
  seen.crosses = [document.querySelector('#k8 svg.heat path[fill="url(#missing)"]') !== null, all('#k8 .early').length > 0];
  const [wave, program] = [document.querySelector('.pair figure'), document.querySelector('.pair pre')];
  const [left, right] = [wave, program].map((one) => one.getBoundingClientRect());
  seen.together = right.left >= left.right;
  seen.links = all('.bucket .facts a, .bucket .where a').map((link) => link.getAttribute('href'));
  seen.repros = all('#k8 .programs tr.fail a[href^="repro/"]').length;
  seen.skip = document.querySelector('a[href]').className;
  seen.motion = getComputedStyle(document.documentElement).scrollBehavior;
  scrollTo({ top: 1e6, behavior: 'instant' });
  seen.menu = Math.abs(document.querySelector('nav').getBoundingClientRect().top) < 1;
  return seen;
})()"##;

/// Checks the page of a run at both widths, in both color schemes, and writes screenshots of it.
pub fn check_page(browser: &Browser, file: &Path, name: &str) -> Value {
    let page = fs::read_to_string(file).expect("the page");
    let blank = "<!DOCTYPE html><html><body></body></html>";
    let mut seen = Value::Null;
    for width in [PHONE, DESKTOP] {
        let (faults, properties) = browser.check(&page, width);
        assert!(faults.is_empty(), "{name} at {width}: {faults:?}");
        for (scheme, arguments) in [("light", &[][..]), ("dark", DARK)] {
            let file = format!("{name}-{width}-{scheme}.png");
            let bytes = browser.screenshot(&page, &file, width, arguments);
            let blank_bytes = browser.screenshot(blank, &format!("blank-{width}.png"), width, arguments);
            assert!(bytes > 5 * blank_bytes, "{file} is blank: {bytes} bytes, {blank_bytes} for a blank page");
            let (faint, _) = browser.evaluate(&page, width, arguments, FAINT);
            assert_eq!(faint, json!([]), "{file}: text with little contrast");
        }
        seen = properties;
    }
    seen
}

/// The results of a passing run of one PMU.
fn passing_run(out: &Path) -> Results {
    let mut passing = pmu_cosim(&["run", "--pmu", "ivt_ubox", "--cycles", "5000", "--code-coverage"]);
    let output = run(passing.arg("--out").arg(out));
    assert_eq!(output.status, 0, "{}", output.err);
    read(&out.join("results.json")).expect("results")
}

#[test]
fn browser_renders_the_report_of_a_passing_and_of_a_failing_run() {
    let Some(browser) = Browser::find() else { return };
    let out = tempfile::tempdir().expect("a folder");
    let passing = passing_run(out.path());
    let properties = check_page(&browser, &out.path().join("report.html"), "passing");
    assert_eq!((&properties["pmus"], &properties["buckets"], &properties["heat"]), (&json!(1), &json!(0), &json!(1)));

    let failed = FailingRun::new(&[], &[]);
    let properties = check_page(&browser, &failed.out("report.html"), "failing");
    assert_eq!((&properties["pmus"], &properties["buckets"], &properties["waves"]), (&json!(1), &json!(1), &json!(1)));
    let page = fs::read_to_string(failed.out("report.html")).expect("the page");
    let command = failed.bucket()["command"].as_str().expect("a command");
    assert!(command.split(' ').all(|word| page.contains(&format!("<span>{word}</span>"))), "{command}");
    let mut programs = failed.results["pmus"][0]["programs"].as_array().expect("programs").iter();
    let excerpt = programs.find_map(|program| program.pointer("/divergence/picture").filter(|it| !it.is_null()));
    let lanes = excerpt.expect("a waveform excerpt")["lanes"].as_array().expect("lanes");
    assert_eq!((&lanes[1]["name"], &lanes[2]["kind"]), (&"core0.pm".into(), &"device".into()));
    assert_ne!(lanes[1]["clocks"], lanes[2]["clocks"]);

    let both = of_both(passing, &failed);
    check_page(&browser, &failed.out("report.html"), "both");
    let page = fs::read_to_string(failed.out("report.html")).expect("the page");
    // The longest name of a PMU, at widths around those at which the layout changes.
    let longest = page.replace(">ivt_ubox<", ">itanium_core_tagger<");
    for width in [700, 1060, 1270, 1290] {
        assert_eq!(browser.check(&longest, width).0, [""; 0], "{width}");
    }
    check_operation(&browser, &page, &both);
}

/// Writes the page of the PMUs of both runs in place of that of the failing run.
fn of_both(passing: Results, failed: &FailingRun) -> Results {
    let mut both = read(&failed.out("results.json")).expect("results");
    both.pmus.splice(0..0, passing.pmus);
    let failing = &mut both.pmus[1];
    failing.buckets[0].driver.file = Some("rtl/a.v".to_owned());
    // A row that was not counted before the random programs ended.
    failing.events.counted = failing.events.total - 1;
    failing.events.rows[0].counters.replace_range(..1, "m");
    (both.source_url, both.modified) = (Some("https://host/o/r/blob/c0ffee/".to_owned()), Some(false));
    write_all(&both, failed.out("report.html").parent().expect("a folder")).expect("documents");
    both
}

/// Operates the page of a passing and a failing PMU.
fn check_operation(browser: &Browser, page: &str, results: &Results) {
    let (seen, log) = browser.evaluate(page, DESKTOP, &[], OPERATED);
    assert!(!log.contains("CONSOLE"), "{log}");
    let both = json!(["k8", "ivt_ubox"]);
    assert_eq!((&seen["start"], &seen["failing"], &seen["named"]), (&both, &json!(["k8"]), &json!(["ivt_ubox"])));
    assert_eq!(seen["open"][0], "k8", "a figure of the failing PMU is not complete");
    assert_eq!(seen["sorted"], json!(["ascending", "ivt_ubox", "k8"]));
    assert_eq!(seen["reversed"], json!(["descending", "k8", "ivt_ubox"]));

    assert_eq!((&seen["slash"], &seen["nothing"]), (&json!(true), &json!("nothing found")));
    assert_eq!((&seen["arrow"], &seen["back"], &seen["closed"]), (&json!("BUTTON"), &json!(true), &json!(true)));
    assert_eq!(seen["jumped"], json!(["k8/K8-R64", true, true]), "the requirement has the focus and is visible");
    for (found, kind) in [(0, "register of k8"), (1, "event of k8"), (2, "program of k8"), (3, "PMU")] {
        assert!(seen["kinds"][found].as_array().is_some_and(|all| all.contains(&json!(kind))), "{}", seen["kinds"]);
    }

    let states: Vec<&str> = seen["states"].as_array().expect("states").iter().filter_map(Value::as_str).collect();
    let first_covered = states.iter().position(|&state| state == "covered").expect("a covered requirement");
    assert!(first_covered > 0 && states[..first_covered].iter().all(|&state| state != "covered"), "{states:?}");
    assert_eq!((states[0], states.last()), ("failed", Some(&"covered")), "failed requirements come first");
    let covered = states.iter().filter(|&&state| state == "covered").count();
    assert_eq!(covered as u64, results.pmus[1].requirements.covered);
    assert_eq!(seen["stopped"].as_array().expect("figures")[..2], [json!("Events"), json!("Coverage")]);
    assert_eq!(seen["crosses"], json!([false, true]), "no cross where random programs stopped early");

    assert_eq!((&seen["together"], &seen["skip"]), (&json!(true), &json!("skip")));
    let links: Vec<&str> = seen["links"].as_array().expect("links").iter().filter_map(Value::as_str).collect();
    let source = links.iter().find(|link| link.starts_with("https://host/o/r/blob/c0ffee/rtl/a.v#L"));
    let files = links.iter().filter(|link| link.starts_with("repro/")).count();
    assert!(source.is_some() && files == 3, "{links:?}");
    assert!(seen["repros"].as_u64().is_some_and(|repros| repros > 10), "{}", seen["repros"]);
    assert_eq!((&seen["motion"], &seen["menu"]), (&json!("smooth"), &json!(true)), "the menu stays on the screen");
    let (calm, _) = browser.evaluate(page, PHONE, &["--force-prefers-reduced-motion"], OPERATED);
    assert_eq!((&calm["motion"], &calm["menu"], &calm["together"]), (&json!("auto"), &json!(true), &json!(false)));
}

/// The check reports each kind of fault.
#[test]
fn browser_check_detects_a_page_that_is_broken_too_wide_or_not_self_contained() {
    let Some(browser) = Browser::find() else { return };
    let page = |inside: &str| format!("<!DOCTYPE html><html><body><main>{inside}</main></body></html>");
    let faults = |inside: &str| browser.check(&page(inside), PHONE).0;
    assert_eq!(faults("<p>no fault</p>"), [""; 0]);
    assert!(faults("<script>throw new Error('x')</script>").iter().any(|fault| fault.contains("Error: x")));
    assert!(faults("<div style='width:500px'>x</div>").iter().any(|fault| fault.contains("are wider than")));
    assert!(faults("<table><tr><th>x</table>").iter().any(|fault| fault.contains("without a scope")));
    assert!(faults("<a href='#here'>x</a>").iter().any(|fault| fault.contains("a link to here")));
    let other = root().join("README.md");
    let other = format!("file://{}", other.display());
    for alien in ["<img src='URL'>", "<a href='URL'>x</a>", "<style>body { background: url(URL) }</style>"] {
        let alien = alien.replace("URL", &other);
        assert!(faults(&alien).iter().any(|fault| fault.contains("other files")), "{alien}");
    }
    let allowed = "<a id='a' href='#a'>x</a><a href='https://host/a.v#L1'>x</a><a href='repro/a.pmu'>x</a>";
    assert_eq!(faults(allowed), [""; 0]);
    let faint = |color: &str| {
        let text = page(&format!("<p style='color:{color};background:#fff'>x</p>"));
        browser.evaluate(&text, PHONE, &[], FAINT).0.as_array().expect("texts").len()
    };
    assert_eq!((faint("#999"), faint("#555")), (1, 0));
}
