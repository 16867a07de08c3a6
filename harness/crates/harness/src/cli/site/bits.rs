//! The bits of a register as an SVG: rows of 32 bits, the highest first.

use golden_model_core::description::{Field, Register};
use std::fmt::Write;

/// Bits in a row.
const ROW: u32 = 32;
/// Width of a bit, in pixels.
const BIT: u32 = 22;
/// Height of the bit numbers above a row.
const NUMBERS: u32 = 14;
/// Smallest height of the boxes of a row.
const BOX: u32 = 24;
/// Width of a character of a name, in tenths of a pixel.
const CHARACTER: u32 = 62;

/// The part of a field in a row.
struct Part<'f> {
    field: &'f Field,
    high: u32,
    low: u32,
}

/// Returns the SVG, on one line.
pub(super) fn bits(register: &Register) -> String {
    let columns = register.width.min(ROW);
    let width = columns * BIT + 2;
    let mut boxes = String::new();
    let mut top = 0;
    for row in (0..register.width.div_ceil(ROW)).rev() {
        let first = row * ROW;
        let last = (first + ROW).min(register.width) - 1;
        let parts: Vec<_> = register.fields.iter().filter_map(|field| part(field, first, last)).collect();
        let height = parts.iter().map(Part::height).max().unwrap_or(BOX);
        for part in &parts {
            part.draw(&mut boxes, 1 + (columns - 1 - (part.high - first)) * BIT, top, height);
        }
        top += NUMBERS + height + 4;
    }
    format!(
        "<svg viewBox=\"0 0 {width} {top}\" width=\"{width}\" role=\"img\" aria-label=\"Bits of {}\" \
         style=\"max-width:100%;height:auto\" font-family=\"monospace\" font-size=\"10\" fill=\"currentColor\">{boxes}</svg>",
        escaped(&register.name)
    )
}

fn part(field: &Field, first: u32, last: u32) -> Option<Part<'_>> {
    let (high, low) = ((field.low + field.width - 1).min(last), field.low.max(first));
    (low <= high).then_some(Part { field, high, low })
}

impl Part<'_> {
    fn width(&self) -> u32 {
        (self.high - self.low + 1) * BIT
    }

    /// The name in the box; a reserved field has none.
    fn name(&self) -> &str {
        if self.field.is_reserved() {
            ""
        } else {
            &self.field.name
        }
    }

    fn length(&self) -> u32 {
        u32::try_from(self.name().chars().count()).unwrap_or(0) * CHARACTER / 10
    }

    fn is_upright(&self) -> bool {
        self.length() + 4 > self.width()
    }

    fn height(&self) -> u32 {
        if self.is_upright() {
            (self.length() + 10).max(BOX)
        } else {
            BOX
        }
    }

    fn draw(&self, svg: &mut String, left: u32, top: u32, height: u32) {
        let (width, name) = (self.width(), escaped(self.name()));
        let (middle, y) = (left + width / 2, top + NUMBERS);
        let number = |svg: &mut String, x: u32, anchor: &str, bit: u32| {
            let _ = write!(svg, "<text x=\"{x}\" y=\"{}\" text-anchor=\"{anchor}\" opacity=\".7\">{bit}</text>", y - 3);
        };
        match self.high == self.low {
            true => number(svg, middle, "middle", self.high),
            false => {
                number(svg, left + 2, "start", self.high);
                number(svg, left + width - 2, "end", self.low);
            }
        }
        let opacity = if self.field.is_reserved() { ".15" } else { "0" };
        let _ = write!(
            svg,
            "<rect x=\"{left}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" stroke=\"currentColor\" \
             fill-opacity=\"{opacity}\"><title>{}: {}</title></rect>",
            escaped(&self.field.name),
            escaped(&self.field.doc)
        );
        let center = y + height / 2;
        let turned =
            if self.is_upright() { format!(" transform=\"rotate(-90 {middle} {center})\"") } else { String::new() };
        if !name.is_empty() {
            let _ =
                write!(svg, "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\"{turned}>{name}</text>", center + 4);
        }
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;").replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use golden_model_core::Pmu;
    use regex::Regex;

    /// The widths of all boxes add up to the bits of the register, and each name is in a box or is reserved.
    #[test]
    fn boxes_cover_the_register_and_have_all_names() {
        let width = Regex::new("<rect [^>]* width=\"([0-9]+)\"").expect("a valid expression");
        for pmu in Pmu::ids().filter_map(Pmu::find) {
            for register in &pmu.description.registers {
                let svg = bits(register);
                let widths = width.captures_iter(&svg).map(|found| found[1].parse::<u32>().expect("a number"));
                assert_eq!(widths.sum::<u32>(), register.width * BIT, "{}", register.name);
                assert!(!svg.contains('\n'), "a blank line would end the HTML of the page");
                for field in register.fields.iter().filter(|field| !field.is_reserved()) {
                    assert!(svg.contains(&format!(">{}</text>", field.name)), "{}.{}", register.name, field.name);
                }
            }
        }
    }
}
