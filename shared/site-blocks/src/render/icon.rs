//! An icon of the site's collection.

use std::fmt::Write as _;

use super::attributes::Attributes;
use super::text::escaped;
use crate::icons;

/// Quarters of a turn that an editor offers, in degrees.
const TURNS: [u64; 3] = [90, 180, 270];

/// Width of an icon whose block gives none.
const WIDTH: &str = "24px";

/// The icon; nothing for a name that the collection does not have.
pub fn shown(attributes: &Attributes) -> String {
    let Some(icon) = attributes.text("icon").and_then(icons::icon) else {
        return String::new();
    };
    let mut svg = match attributes.text("ariaLabel").filter(|text| !text.is_empty()) {
        Some(label) => format!(" role=\"img\" aria-label=\"{}\"", escaped(label)),
        None => " aria-hidden=\"true\" focusable=\"false\"".to_owned(),
    };
    let flips = [
        ("flipHorizontal", "is-flip-horizontal"),
        ("flipVertical", "is-flip-vertical"),
    ];
    let classes: Vec<_> = flips
        .into_iter()
        .filter(|(name, _)| attributes.flag(name))
        .map(|(_, class)| class)
        .collect();
    if !classes.is_empty() {
        let _ = write!(svg, " class=\"{}\"", classes.join(" "));
    }
    let dimensions = attributes.members("style").members("dimensions");
    let width = dimensions.text("width").filter(|width| is_length(width));
    let _ = write!(svg, " width=\"{}\"", width.unwrap_or(WIDTH));
    let outer = attributes.outer("wp-block-icon");
    format!("<div {outer}>{}</div>", icon.svg(&svg, &turned(attributes)))
}

/// The attribute `transform` for what the block flips and turns. A style would need a rule on pages, whose policy allows no
/// `style` attributes.
fn turned(attributes: &Attributes) -> String {
    let mut steps = Vec::new();
    if let Some(turn) = attributes
        .number("rotation")
        .filter(|turn| TURNS.contains(turn))
    {
        steps.push(format!("rotate({turn} 12 12)"));
    }
    if attributes.flag("flipHorizontal") {
        steps.push("matrix(-1 0 0 1 24 0)".to_owned());
    }
    if attributes.flag("flipVertical") {
        steps.push("matrix(1 0 0 -1 0 24)".to_owned());
    }
    if steps.is_empty() {
        return String::new();
    }
    format!(" transform=\"{}\"", steps.join(" "))
}

/// Whether a text is a number with a unit of length, such as `2.5rem`.
fn is_length(text: &str) -> bool {
    let number = text.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '%');
    let unit = text.strip_prefix(number).unwrap_or_default();
    matches!(unit, "px" | "em" | "rem" | "%" | "vw" | "vh")
        && number.len() <= 8
        && number.parse::<f64>().is_ok_and(|number| number >= 0.0)
}
