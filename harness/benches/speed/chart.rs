//! A bar chart of the speeds, with a logarithmic axis.

use crate::document::{Document, Measured};
use crate::setup::Part;
use minijinja::{context, Environment, Error, Value};

/// Sizes in pixels.
const NAMES: f64 = 200.0;
const SCALE: f64 = 660.0;
const NUMBERS: f64 = 100.0;
const ROW: usize = 20;
const TOP: usize = 28;

/// The SVG, which needs no other file.
pub fn svg(environment: &Environment, document: &Document) -> Result<String, Error> {
    let speeds = document.pmus.iter().flat_map(|measured| Part::ALL.map(|part| measured.speed(part)));
    let all = || speeds.clone().chain(document.other_tools.iter().map(|other| other.cycles_per_second)).flatten();
    let (least, most) = (all().fold(f64::INFINITY, f64::min), all().fold(1.0, f64::max));
    let (first, last) = (least.min(most).log10().floor(), most.log10().ceil());
    let along = |speed: f64| SCALE * (speed.log10() - first) / (last - first).max(1.0);
    let mut rows: Vec<Value> = Vec::new();
    for measured in &document.pmus {
        rows.push(context! { heading => measured.pmu });
        for (name, kind, speed) in bars(document, measured) {
            rows.push(context! { name, kind, speed, length => speed.map(along) });
        }
    }
    let lines = (first as i32..=last as i32).map(|power| {
        let speed = 10_f64.powi(power);
        context! { at => NAMES + along(speed), speed }
    });
    environment.get_template("speed.svg")?.render(context! {
        lines => lines.collect::<Vec<_>>(),
        height => TOP + ROW * rows.len() + ROW,
        width => NAMES + SCALE + NUMBERS,
        rows,
        names => NAMES,
        row => ROW,
        top => TOP,
    })
}

/// Name, class and speed of each bar of a PMU.
fn bars<'d>(document: &'d Document, measured: &'d Measured) -> Vec<(&'static str, &'static str, Option<f64>)> {
    let kind = |part| match part {
        Part::Bare => "bare",
        Part::Lockstep | Part::Covering | Part::CoveringTwice => "lockstep",
        Part::Device | Part::Model | Part::Noting | Part::Generator | Part::Lowering => "part",
    };
    let own = Part::ALL.into_iter().map(|part| (part.name(), kind(part), measured.speed(part)));
    let other_tools = document.other_tools.iter().filter(|other| other.pmu == measured.pmu);
    own.chain(other_tools.map(|other| (other.name, "other", other.cycles_per_second))).collect()
}
