//! The search form.

use super::text::escaped;

use super::attributes::Attributes;
use super::context::Context;
use crate::icons::icon;

/// Where the button stands without a choice.
const OUTSIDE: &str = "button-outside";

/// Places of the button. With `button-only` the field shows too, because unfolding it needs a script.
const POSITIONS: [&str; 4] = ["button-inside", "button-only", OUTSIDE, "no-button"];

/// Attributes of the icon in place of the button's text.
const ICON: &str = " class=\"search-icon\" width=\"24\" height=\"24\" aria-hidden=\"true\"";

/// Units of the width.
const UNITS: [&str; 6] = ["%", "px", "em", "rem", "vw", "vh"];

/// Largest number of the width.
const MOST_WIDTH: u64 = 10_000;

/// The form, which leads to the search page of the site.
pub fn form(cx: &Context<'_>, attributes: &Attributes) -> String {
    let number = cx.next_form();
    let id = format!("wp-block-search__input-{number}");
    let written = |name: &str| attributes.text(name).filter(|text| !text.is_empty());
    // Labels hold markup in the editor; the form shows their text.
    let plain = |name: &str, otherwise: &str| {
        let text = written(name).map_or_else(|| otherwise.to_owned(), markup::text::plain);
        escaped(&text)
    };
    let label = plain("label", cx.word("Busca", "Search"));
    let button = plain("buttonText", cx.word("Buscar", "Search"));
    let placeholder = escaped(written("placeholder").unwrap_or_default());
    let hidden = if attributes.flag("showLabel") {
        ""
    } else {
        " screen-reader-text"
    };
    let position = attributes
        .text("buttonPosition")
        .filter(|at| POSITIONS.contains(at));
    let position = position.unwrap_or(OUTSIDE);
    let is_icon = attributes.flag("buttonUseIcon");
    let button_class = |class: &str| {
        let mut classes = vec![class.to_owned()];
        classes.extend(attributes.colours());
        escaped(&classes.join(" "))
    };
    let (kind, button) = match (position, is_icon) {
        ("no-button", _) => ("", String::new()),
        (_, true) => {
            let class = button_class("wp-block-search__button has-icon wp-element-button");
            let icon = icon("core/search").map(|icon| icon.svg(ICON, ""));
            let icon = icon.unwrap_or_default();
            (
                " wp-block-search__icon-button",
                format!(
                    "<button type=\"submit\" class=\"{class}\" aria-label=\"{button}\">{icon}</button>"
                ),
            )
        }
        (_, false) => (
            " wp-block-search__text-button",
            format!(
                "<button type=\"submit\" class=\"{}\">{button}</button>",
                button_class("wp-block-search__button wp-element-button")
            ),
        ),
    };
    let outer = attributes.outer_without_colours(&format!(
        "wp-block-search__{position}{kind} wp-block-search"
    ));
    let home = escaped(cx.home);
    let width = width(attributes);
    format!(
        "<form role=\"search\" method=\"get\" action=\"{home}/\" {outer}><label class=\"wp-block-search__label{hidden}\" for=\"{id}\">{label}</label><div class=\"wp-block-search__inside-wrapper\"{width}><input class=\"wp-block-search__input\" id=\"{id}\" type=\"search\" name=\"s\" maxlength=\"200\" placeholder=\"{placeholder}\" required>{button}</div></form>"
    )
}

/// The attribute `style` for the width of the field and its button, with a blank before it; empty without one.
fn width(attributes: &Attributes) -> String {
    let unit = attributes.text("widthUnit").unwrap_or("%");
    let number = attributes
        .number("width")
        .filter(|width| (1..=MOST_WIDTH).contains(width));
    match number {
        Some(width) if UNITS.contains(&unit) => format!(" style=\"width:{width}{unit}\""),
        _ => String::new(),
    }
}
