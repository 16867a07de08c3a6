//! `docs/detection.svg`: detection by random programs against the rarity of the condition.

use super::detection_pool::{comparable, families, Pool};
use super::{DetectionCampaign, PublishedDetection};
use pmu_results::ConditionKind;
use std::fmt::Write;

/// Colours of the sets.
const COLOURS: [&str; 4] = ["#0969da", "#bc4c00", "#1a7f37", "#8250df"];
/// Size of a diagram and the space around it, in pixels.
const WIDTH: f64 = 230.0;
const HEIGHT: f64 = 110.0;
const GAP: f64 = 34.0;
const LEFT: f64 = 130.0;
const TOP: f64 = 60.0;

/// Draws a row of diagrams for all PMUs and for each family, a diagram for each kind of condition, and a line for each set.
pub fn detection_figure(published: &PublishedDetection) -> String {
    let labels = published.labels();
    let families = families(published);
    let rows: Vec<Option<&str>> =
        std::iter::once(None).chain(families.iter().map(|family| Some(family.as_str()))).collect();
    let (columns, lines) = (ConditionKind::ALL.len() as f64, rows.len() as f64);
    let (width, height) = (LEFT + columns * (WIDTH + GAP), TOP + lines * (HEIGHT + GAP) + 10.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"Helvetica, Arial, sans-serif\" \
         font-size=\"12\" role=\"img\" aria-label=\"Detection by random programs against rarity of the condition\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
    );
    // Writing to a string does not fail.
    for (position, (label, colour)) in labels.iter().zip(COLOURS).enumerate() {
        let x = LEFT + position as f64 * 150.0;
        let _ = writeln!(svg, "<rect x=\"{x}\" y=\"10\" width=\"14\" height=\"10\" fill=\"{colour}\"/>");
        let _ = writeln!(svg, "<text x=\"{}\" y=\"20\" fill=\"#1f2328\">{}</text>", x + 20.0, escaped(label));
    }
    for (column, kind) in ConditionKind::ALL.into_iter().enumerate() {
        let middle = LEFT + column as f64 * (WIDTH + GAP) + WIDTH / 2.0;
        let text = format!("{kind}: {}", axis(kind).text);
        let _ = writeln!(
            svg,
            "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\" fill=\"#1f2328\">{text}</text>",
            TOP - 14.0
        );
    }
    for (line, family) in rows.into_iter().enumerate() {
        let top = TOP + line as f64 * (HEIGHT + GAP);
        let name = family.unwrap_or("all PMUs");
        let _ = writeln!(svg, "<text x=\"8\" y=\"{}\" fill=\"#1f2328\">{name}</text>", top + HEIGHT / 2.0);
        let sets: Vec<_> = labels.iter().map(|label| comparable(published, label, family)).collect();
        for (column, kind) in ConditionKind::ALL.into_iter().enumerate() {
            diagram(&mut svg, (LEFT + column as f64 * (WIDTH + GAP), top), kind, &sets);
        }
    }
    svg.push_str("</svg>\n");
    svg
}

/// The axis of a kind.
struct Axis {
    /// The quantity.
    text: &'static str,
    /// Values with a label, the first at the left and the last at the right.
    marks: &'static [u32],
}

fn axis(kind: ConditionKind) -> Axis {
    match kind {
        ConditionKind::Conjunction => Axis { text: "bits", marks: &[4, 8, 12, 16, 20, 24, 30] },
        ConditionKind::Occurrences => Axis { text: "log2 of N", marks: &[4, 6, 8, 10, 12, 14, 16] },
        ConditionKind::Delay => Axis { text: "log2 of cycles", marks: &[4, 6, 8, 10, 12, 14, 17] },
    }
}

/// Draws a diagram whose upper left corner is at `corner`.
fn diagram(svg: &mut String, corner: (f64, f64), kind: ConditionKind, sets: &[Vec<&DetectionCampaign>]) {
    let (left, top) = corner;
    let marks = axis(kind).marks;
    let (first, last) = (f64::from(marks[0]), f64::from(marks[marks.len() - 1]));
    let x = |value: f64| left + 8.0 + (value - first) / (last - first) * (WIDTH - 16.0);
    let y = |fraction: f64| top + (1.0 - fraction) * HEIGHT;
    for fraction in [0.0, 0.5, 1.0] {
        let at = y(fraction);
        let _ = writeln!(
            svg,
            "<path d=\"M{left} {at:.1} H{:.1}\" stroke=\"#d0d7de\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" \
             fill=\"#57606a\" font-size=\"10\">{fraction}</text>",
            left + WIDTH,
            left - 4.0,
            at + 3.0
        );
    }
    for &mark in marks {
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#57606a\" font-size=\"10\">{mark}</text>",
            x(mark.into()),
            top + HEIGHT + 13.0
        );
    }
    for (set, colour) in sets.iter().zip(COLOURS) {
        // A range of numbers is drawn in its middle.
        let points = kind.levels().iter().map(|&level| {
            let middle = f64::from(level + kind.end(level)) / 2.0;
            (x(middle), Pool::of(set.iter().copied(), Some(kind), Some(level)))
        });
        let points: Vec<_> = points.filter(|(_, pool)| pool.mutants > 0).collect();
        if points.is_empty() {
            continue;
        }
        let at = |(x, value): (f64, f64)| format!("{x:.1} {:.1}", y(value));
        let line: Vec<String> = points.iter().map(|(x, pool)| at((*x, pool.random().fraction))).collect();
        let high = points.iter().map(|(x, pool)| at((*x, pool.random().high)));
        let low = points.iter().rev().map(|(x, pool)| at((*x, pool.random().low)));
        let band: Vec<String> = high.chain(low).collect();
        let _ = writeln!(svg, "<path d=\"M{} Z\" fill=\"{colour}\" fill-opacity=\"0.15\"/>", band.join(" L"));
        let _ =
            writeln!(svg, "<path d=\"M{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>", line.join(" L"));
    }
}

/// A text of the user in XML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
