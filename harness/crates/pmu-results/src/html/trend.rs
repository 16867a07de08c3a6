//! The section with previous runs: a row for each run, and a line for each figure.

use crate::document::Results;
use crate::history::{History, Row};
use minijinja::{context, Value};
use serde::Serialize;
use std::fmt::Write;

/// Width and height of a line, in pixels, and the space around it.
const WIDTH: f64 = 132.0;
const HEIGHT: f64 = 30.0;
const MARGIN: f64 = 3.0;

/// Number of runs up to which the table is open.
const OPEN: usize = 6;

/// Unit of a figure, as the template formats it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Unit {
    Number,
    Percent,
    Speed,
}

/// A figure over the runs with the selection of this run.
#[derive(Debug, Serialize)]
struct Line {
    name: &'static str,
    unit: Unit,
    /// The points of an SVG polyline, the oldest run first.
    points: String,
    /// The last point.
    x: f64,
    y: f64,
    /// Values of the first and of the last run.
    from: f64,
    to: f64,
}

/// Template data of the section.
pub(super) fn trend(history: &History, results: &Results) -> Value {
    let rows = history.rows(results);
    let alike: Vec<&Row> = rows.iter().filter(|row| row.other_selection.is_none()).rev().collect();
    let lines = if alike.len() > 1 { lines(&alike) } else { Vec::new() };
    context! { rows, lines, runs => alike.len(), is_open => rows.len() <= OPEN, skipped => history.skipped() }
}

/// Name, unit and value of a figure.
type Figure = (&'static str, Unit, fn(&Row) -> Option<f64>);

fn lines(runs: &[&Row]) -> Vec<Line> {
    let figures: [Figure; 6] = [
        ("Failing programs", Unit::Number, |row| Some(row.failing as f64)),
        ("Buckets", Unit::Number, |row| Some(row.buckets as f64)),
        ("Coverage", Unit::Percent, |row| row.coverage),
        ("Requirements", Unit::Percent, |row| row.requirements),
        ("Cycles", Unit::Number, |row| Some(row.cycles as f64)),
        ("Mcycles/s", Unit::Speed, |row| Some(row.cycles_per_second / 1e6)),
    ];
    let line = |(name, unit, of): Figure| {
        let values: Option<Vec<f64>> = runs.iter().map(|row| of(row)).collect();
        Line::new(name, unit, &values?)
    };
    figures.into_iter().filter_map(line).collect()
}

impl Line {
    /// The line of at least two values.
    fn new(name: &'static str, unit: Unit, values: &[f64]) -> Option<Self> {
        let (from, to) = (*values.first()?, *values.last()?);
        let (low, high) = values.iter().fold((from, from), |(low, high), value| (low.min(*value), high.max(*value)));
        let step = (WIDTH - 2.0 * MARGIN) / (values.len().saturating_sub(1).max(1)) as f64;
        let place = |(number, value): (usize, &f64)| {
            // Values that do not change are in the middle.
            let height = if high > low { (value - low) / (high - low) } else { 0.5 };
            (MARGIN + step * number as f64, HEIGHT - MARGIN - height * (HEIGHT - 2.0 * MARGIN))
        };
        let places: Vec<(f64, f64)> = values.iter().enumerate().map(place).collect();
        let mut points = String::new();
        for (x, y) in &places {
            let _ = write!(points, "{x:.1},{y:.1} ");
        }
        let (x, y) = *places.last()?;
        Some(Self { name, unit, points: points.trim_end().to_owned(), x, y, from, to })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn higher_values_are_higher_and_constant_ones_in_the_middle() {
        let line = Line::new("Buckets", Unit::Number, &[0.0, 4.0, 2.0]).expect("a line");
        assert_eq!((line.points.as_str(), line.from, line.to), ("3.0,27.0 66.0,3.0 129.0,15.0", 0.0, 2.0));
        let line = Line::new("Buckets", Unit::Number, &[4.0, 4.0]).expect("a line");
        assert_eq!((line.points.as_str(), line.x, line.y), ("3.0,15.0 129.0,15.0", 129.0, 15.0));
    }
}
