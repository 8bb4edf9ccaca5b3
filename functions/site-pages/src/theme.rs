//! Look of the pages as the site's settings have it: colours for a light and a dark ground, and the typeface.
//!
//! The values are those of the design tokens (`shared/design-tokens`), as far as public pages use them.

use site_store::{ColorScheme, Theme, Typeface};

use crate::contrast::Rgb;

/// Book face that each system has.
const SERIF: &str =
    r#""Iowan Old Style",P052,"Palatino Linotype",Palatino,"Book Antiqua",Georgia,serif"#;
/// The system's face.
const UI: &str = r#"system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif"#;
const MONO: &str = "ui-monospace,SFMono-Regular,Menlo,Consolas,monospace";

/// Part of black or white in the colour of a pointed-at button.
const STRONGER: f64 = 0.2;

/// Properties of a light ground, with the accent of the design.
const LIGHT: &[(&str, &str)] = &[
    ("paper", "#f6f3ec"),
    ("sheet", "#fffdf8"),
    ("sunken", "#eeeae0"),
    ("ink", "#1f2421"),
    ("ink-soft", "#4d544f"),
    ("rule", "#e3ddd0"),
    ("rule-strong", "#cdc5b5"),
    ("border", "#857d6d"),
    ("accent", "#1b6b3a"),
    ("accent-strong", "#14522c"),
    ("on-accent", "#ffffff"),
    ("focus", "#1d5fa8"),
    ("pending", "#745000"),
    ("pending-bg", "#faecc6"),
    ("approved", "#175f33"),
    ("approved-bg", "#dfeddd"),
    ("rejected-bg", "#fae2de"),
    ("danger", "#9c241b"),
];

/// Properties of a dark ground.
const DARK: &[(&str, &str)] = &[
    ("paper", "#151713"),
    ("sheet", "#1d201b"),
    ("sunken", "#10120f"),
    ("ink", "#ece9e0"),
    ("ink-soft", "#bcbbaf"),
    ("rule", "#31352d"),
    ("rule-strong", "#474c41"),
    ("border", "#858c7b"),
    ("accent", "#86cf9e"),
    ("accent-strong", "#a6dfb8"),
    ("on-accent", "#0d2214"),
    ("focus", "#8fc1ff"),
    ("pending", "#f0cf85"),
    ("pending-bg", "#3a3013"),
    ("approved", "#93d6a8"),
    ("approved-bg", "#1d3626"),
    ("rejected-bg", "#45211d"),
    ("danger", "#f5aca3"),
];

/// Style sheet of the properties that the other style sheets use. Paper is always light.
pub fn css(theme: &Theme) -> String {
    let light = || declarations(LIGHT, theme, Rgb::BLACK);
    let dark = || declarations(DARK, theme, Rgb::WHITE);
    let text = match theme.typeface {
        Typeface::Serif => SERIF,
        Typeface::Sans => "var(--font-ui)",
    };
    let fonts = format!("--font-text:{text};--font-ui:{UI};--font-mono:{MONO}");
    match theme.color_scheme {
        ColorScheme::Auto => format!(
            ":root{{color-scheme:light dark;{fonts};{}}}@media screen and (prefers-color-scheme:dark){{:root{{{}}}}}",
            light(),
            dark()
        ),
        ColorScheme::Light => format!(":root{{color-scheme:light;{fonts};{}}}", light()),
        // Printers leave out grounds, and light text on white paper cannot be read.
        ColorScheme::Dark => format!(
            ":root{{{fonts};{}}}@media screen{{:root{{color-scheme:dark;{}}}}}",
            light(),
            dark()
        ),
    }
}

/// Declarations of a ground. An accent of the site's own is moved towards `end` until text in it can be read.
fn declarations(ground: &[(&str, &str)], theme: &Theme, end: Rgb) -> String {
    let own = Rgb::parse(&theme.accent).map(|accent| {
        let grounds: Vec<Rgb> = ground
            .iter()
            .filter(|(name, _)| ["paper", "sheet", "sunken"].contains(name))
            .filter_map(|(_, value)| Rgb::parse(value))
            .collect();
        let accent = accent.readable(&grounds, end);
        let above = [Rgb::WHITE, Rgb::BLACK]
            .into_iter()
            .max_by(|one, other| one.contrast(accent).total_cmp(&other.contrast(accent)))
            .unwrap_or(Rgb::WHITE);
        [
            ("accent", accent),
            ("accent-strong", accent.mixed(end, STRONGER)),
            ("on-accent", above),
        ]
    });
    let of_site = |name: &str| {
        own.iter()
            .flatten()
            .find(|(own, _)| *own == name)
            .map(|(_, value)| value.to_string())
    };
    let all: Vec<String> = ground
        .iter()
        .map(|(name, value)| {
            let value = of_site(name).unwrap_or_else(|| (*value).to_owned());
            format!("--{name}:{value}")
        })
        .collect();
    all.join(";")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn theme(accent: &str) -> Theme {
        Theme {
            accent: accent.to_owned(),
            ..Theme::default()
        }
    }

    /// The values of a property, on a light and on a dark ground.
    fn values(css: &str, name: &str) -> Vec<Rgb> {
        css.split(&format!("--{name}:"))
            .skip(1)
            .map(|rest| Rgb::parse(&rest[..7]).unwrap())
            .collect()
    }

    #[test]
    fn values_are_those_of_the_tokens() {
        let (light, dark) = design_tokens::CSS
            .split_once("prefers-color-scheme: dark")
            .unwrap();
        for (ground, tokens) in [(LIGHT, light), (DARK, dark)] {
            for (name, value) in ground {
                let declaration = format!("--{name}: {value};");
                assert!(tokens.contains(&declaration), "{declaration}");
            }
        }
    }

    #[test]
    fn any_accent_can_be_read_on_both_grounds_and_text_on_it_too() {
        for accent in [
            "#ffd400", "#101010", "#f5f5f5", "#c8102e", "#1b6b3a", "#777777",
        ] {
            let css = css(&theme(accent));
            for ground in ["paper", "sheet", "sunken"] {
                for (one, other) in values(&css, "accent").iter().zip(values(&css, ground)) {
                    assert!(one.contrast(other) >= 4.5, "{accent} on {ground}: {one}");
                }
            }
            for (one, other) in values(&css, "accent").iter().zip(values(&css, "on-accent")) {
                assert!(one.contrast(other) >= 4.5, "{other} on {one}");
            }
        }
        assert_eq!(css(&theme("#1b6b3a")).matches("#1b6b3a").count(), 1);
    }

    #[test]
    fn a_scheme_of_its_own_does_not_follow_the_system() {
        let [light, dark] = ["#f6f3ec", "#151713"].map(|paper| Rgb::parse(paper).unwrap());
        for (scheme, papers) in [
            (ColorScheme::Light, &[light][..]),
            (ColorScheme::Dark, &[light, dark]),
        ] {
            let css = css(&Theme {
                color_scheme: scheme,
                ..Theme::default()
            });
            assert!(!css.contains("prefers-color-scheme"), "{css}");
            assert_eq!(values(&css, "paper"), papers);
        }
    }

    #[test]
    fn paper_is_light() {
        for scheme in [ColorScheme::Auto, ColorScheme::Light, ColorScheme::Dark] {
            let css = css(&Theme {
                color_scheme: scheme,
                ..Theme::default()
            });
            let (everywhere, on_screens) = css.split_once("@media screen").unwrap_or((&css, ""));
            assert!(everywhere.contains("--paper:#f6f3ec") && !everywhere.contains("#151713"));
            assert_eq!(on_screens.contains("#151713"), scheme != ColorScheme::Light);
        }
    }

    #[test]
    fn what_is_no_colour_changes_nothing() {
        assert_eq!(css(&theme("red;}*{display:none")), css(&theme("")));
    }
}
