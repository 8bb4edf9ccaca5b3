//! Colours that classes of a text name, such as `has-accent-background-color`, as rules: the presets of the theme and of the
//! site, and those that texts from deployed systems use (docs/interface/site/global-styles.md#colours-in-texts).

use std::collections::BTreeSet;

use markup::lexer::{Lexer, Piece};
use site_theme::styles::Styles;

use crate::contrast::Rgb;
use crate::theme;

/// Most different presets of a text; further ones have no effect.
const MOST: usize = 60;

/// The theme's presets, which are properties of pages, and the property for text on them.
const OF_THEME: [(&str, &str); 8] = [
    ("accent", "on-accent"),
    ("ink", "paper"),
    ("ink-soft", "paper"),
    ("on-accent", "accent"),
    ("paper", "ink"),
    ("rule", "ink"),
    ("sheet", "ink"),
    ("sunken", "ink"),
];

/// The presets that deployed systems have without a theme.
const OF_DEPLOYED_SYSTEMS: [(&str, &str); 12] = [
    ("black", "#000000"),
    ("cyan-bluish-gray", "#abb8c3"),
    ("light-green-cyan", "#7bdcb5"),
    ("luminous-vivid-amber", "#fcb900"),
    ("luminous-vivid-orange", "#ff6900"),
    ("pale-cyan-blue", "#8ed1fc"),
    ("pale-pink", "#f78da7"),
    ("vivid-cyan-blue", "#0693e3"),
    ("vivid-green-cyan", "#00d084"),
    ("vivid-purple", "#9b51e0"),
    ("vivid-red", "#cf2e2e"),
    ("white", "#ffffff"),
];

/// What a preset colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Use {
    // In the order of their rules: a colour of text applies also on a ground that has one of its own.
    Ground,
    Border,
    Text,
}

enum Colour {
    /// A property of pages, and the one for text on it.
    Property(&'static str, &'static str),
    Fixed(Rgb),
}

/// The rules for the presets that the classes of `html` name. They apply below `scope`, a selector.
pub fn sheet(html: &str, styles: &Styles, scope: &str) -> String {
    let rule = |(used, slug): (Use, String)| {
        let colour = colour(&slug, styles)?;
        Some(match used {
            Use::Ground => ground(scope, &slug, &colour),
            Use::Border => {
                let value = value(&colour);
                format!("{scope} .has-{slug}-border-color{{border-color:{value}}}\n")
            }
            Use::Text => text(scope, &slug, &colour, styles),
        })
    };
    used(html).into_iter().filter_map(rule).collect()
}

/// The presets that a text uses, at most [`MOST`].
fn used(html: &str) -> BTreeSet<(Use, String)> {
    let mut found = BTreeSet::new();
    if !html.contains("-color") {
        return found;
    }
    for piece in Lexer::new(html) {
        let Piece::Start(tag) = piece else {
            continue;
        };
        let classes = tag.attribute("class").unwrap_or_default();
        for class in classes.split_ascii_whitespace() {
            if found.len() < MOST
                && let Some(one) = preset(class)
            {
                found.insert(one);
            }
        }
    }
    found
}

/// What a class colours, and the name of the preset.
fn preset(class: &str) -> Option<(Use, String)> {
    let name = class.strip_prefix("has-")?.strip_suffix("-color")?;
    let (used, slug) = if let Some(slug) = name.strip_suffix("-background") {
        (Use::Ground, slug)
    } else if let Some(slug) = name.strip_suffix("-border") {
        (Use::Border, slug)
    } else {
        (Use::Text, name)
    };
    Some((used, slug.to_owned()))
}

/// The colour of a preset. What the site changed comes first; paper, ink and accent are properties already.
fn colour(slug: &str, styles: &Styles) -> Option<Colour> {
    let property = OF_THEME.iter().find(|(own, _)| *own == slug);
    let property = property.map(|(own, on)| Colour::Property(own, on));
    if matches!(slug, "paper" | "ink" | "accent") {
        return property;
    }
    let of = |list: &[(&str, &str)]| {
        let found = list.iter().find(|(own, _)| *own == slug);
        found
            .and_then(|(_, hex)| Rgb::parse(hex))
            .map(Colour::Fixed)
    };
    let changed = styles.palette.iter().find(|(own, _)| own == slug);
    let changed = changed.and_then(|(_, hex)| Rgb::parse(hex));
    changed
        .map(Colour::Fixed)
        .or(property)
        .or_else(|| of(&OF_DEPLOYED_SYSTEMS))
}

fn value(colour: &Colour) -> String {
    match colour {
        Colour::Property(own, _) => format!("var(--{own})"),
        Colour::Fixed(colour) => colour.to_string(),
    }
}

/// A ground with the colours of what stands on it, unless that has colours of its own.
fn ground(scope: &str, slug: &str, colour: &Colour) -> String {
    let under = value(colour);
    let on = match colour {
        Colour::Property(_, on) => format!("color:var(--{on})"),
        Colour::Fixed(colour) => {
            let on = colour.opposite();
            format!(
                "color:{on};--accent:{on};--accent-strong:{on};--on-accent:{under};--ink-soft:{on}"
            )
        }
    };
    format!("{scope} .has-{slug}-background-color{{background:{under};{on}}}\n")
}

/// A colour of text: as it is on a ground that the text sets, and in readable contrast on those of the page.
fn text(scope: &str, slug: &str, colour: &Colour, styles: &Styles) -> String {
    let own = format!("{scope} .has-{slug}-color");
    let Colour::Fixed(fixed) = colour else {
        return format!("{own}{{color:{}}}\n", value(colour));
    };
    let readable = |(grounds, end): ([Rgb; 3], Rgb)| fixed.readable(&grounds, end);
    let [light, dark] = theme::grounds(styles).map(readable);
    let on_page = if light == dark {
        light.to_string()
    } else {
        format!("light-dark({light},{dark})")
    };
    let inside = format!(".has-{slug}-color");
    format!(
        "{own}{{color:{on_page}}}\n{own}.has-background,{scope} .has-background {inside},{scope} .wp-block-cover {inside}{{color:{fixed}}}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCOPE: &str = "#c";

    fn sheet(html: &str) -> String {
        super::sheet(html, &Styles::default(), SCOPE)
    }

    #[test]
    fn presets_of_the_theme_are_properties_of_the_page() {
        assert_eq!(
            sheet(
                "<p class=\"has-ink-soft-color has-text-color\">a</p><p class=\"has-accent-background-color has-background has-sheet-border-color\">b</p>"
            ),
            "#c .has-accent-background-color{background:var(--accent);color:var(--on-accent)}\n\
             #c .has-sheet-border-color{border-color:var(--sheet)}\n\
             #c .has-ink-soft-color{color:var(--ink-soft)}\n"
        );
    }

    #[test]
    fn colours_of_deployed_systems_can_be_read_on_both_grounds() {
        assert_eq!(
            sheet("<p class=\"has-black-color\">a</p>"),
            "#c .has-black-color{color:light-dark(#000000,#8c8c8c)}\n\
             #c .has-black-color.has-background,#c .has-background .has-black-color,#c .wp-block-cover .has-black-color{color:#000000}\n"
        );
        assert_eq!(
            sheet("<p class=\"has-luminous-vivid-amber-background-color\">a</p>"),
            "#c .has-luminous-vivid-amber-background-color{background:#fcb900;color:#000000;--accent:#000000;--accent-strong:#000000;--on-accent:#fcb900;--ink-soft:#000000}\n"
        );
    }

    #[test]
    fn what_the_site_changed_comes_before_the_theme() {
        let styles = Styles {
            background: Some("#101010".to_owned()),
            palette: vec![
                ("sheet".to_owned(), "#c8102e".to_owned()),
                ("ink".to_owned(), "#c8102e".to_owned()),
                ("ceu".to_owned(), "#0693e3".to_owned()),
            ],
            ..Styles::default()
        };
        let html = "<p class=\"has-sheet-background-color has-ink-color\">a</p><p class=\"has-ceu-color\">b</p>";
        let sheet = super::sheet(html, &styles, SCOPE);
        for rule in [
            "#c .has-sheet-background-color{background:#c8102e;color:#ffffff;",
            "#c .has-ink-color{color:var(--ink)}\n",
            "#c .has-ceu-color{color:#0693e3}\n",
        ] {
            assert!(sheet.contains(rule), "{rule} is not in {sheet}");
        }
    }

    #[test]
    fn other_classes_have_no_rules() {
        for class in [
            "has-text-color",
            "has-link-color",
            "has-nada-color",
            "has--color",
            "has-color",
            "has-x}*{}-color",
            "accent-color",
        ] {
            assert_eq!(sheet(&format!("<p class=\"{class}\">a</p>")), "", "{class}");
        }
        let many: String = (0..500)
            .map(|n| format!("<p class=\"has-{n}-color\">"))
            .collect();
        assert_eq!(used(&many).len(), MOST);
    }
}
