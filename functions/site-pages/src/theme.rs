//! Look of the pages as the site's settings have it: colours for a light and a dark ground, and the typeface.
//!
//! The values are those of the design tokens (`shared/design-tokens`), as far as public pages use them.

use site_store::{ColorScheme, Theme, Typeface};
use site_theme::styles::Styles;

use crate::contrast::Rgb;
use crate::ground;

/// Book face that each system has.
const SERIF: &str =
    r#""Iowan Old Style",P052,"Palatino Linotype",Palatino,"Book Antiqua",Georgia,serif"#;
/// The system's face.
const UI: &str = r#"system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif"#;
const MONO: &str = "ui-monospace,SFMono-Regular,Menlo,Consolas,monospace";

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

/// Style sheet of the properties that the other style sheets use, and of what someone chose. Paper is always light.
pub fn css(theme: &Theme, styles: &Styles) -> String {
    let accent = Rgb::parse(&theme.accent);
    let background = styles.background.as_deref().and_then(Rgb::parse);
    let ground = |is_dark: bool, styles: &Styles| {
        let (base, end) = if is_dark {
            (DARK, Rgb::WHITE)
        } else {
            (LIGHT, Rgb::BLACK)
        };
        ground::declarations(base, end, accent, styles)
    };
    let text = match (&styles.family, theme.typeface) {
        (Some(family), _) => family.as_str(),
        (None, Typeface::Serif) => SERIF,
        (None, Typeface::Sans) => "var(--font-ui)",
    };
    let fonts = format!("--font-text:{text};--font-ui:{UI};--font-mono:{MONO}");
    // A ground that someone chose is light or dark itself.
    let scheme = match background {
        Some(ground) if ground.opposite() == Rgb::WHITE => ColorScheme::Dark,
        Some(_) => ColorScheme::Light,
        None => theme.color_scheme,
    };
    let grounds = match scheme {
        ColorScheme::Auto => format!(
            ":root{{color-scheme:light dark;{fonts};{}}}@media screen and (prefers-color-scheme:dark){{:root{{{}}}}}",
            ground(false, styles),
            ground(true, styles)
        ),
        ColorScheme::Light => {
            format!(
                ":root{{color-scheme:light;{fonts};{}}}",
                ground(false, styles)
            )
        }
        // Printers leave out grounds, and light text on white paper cannot be read.
        ColorScheme::Dark => format!(
            ":root{{{fonts};{}}}@media screen{{:root{{color-scheme:dark;{}}}}}",
            ground(false, &on_paper(styles)),
            ground(true, styles)
        ),
    };
    grounds + &ground::rules(styles)
}

/// What texts stand on in the light and in the dark scheme, with the colour, black or white, that can be read best there. A
/// ground that someone chose is that of both.
pub fn grounds(styles: &Styles) -> [([Rgb; 3], Rgb); 2] {
    let chosen = styles.background.as_deref().and_then(Rgb::parse);
    [(LIGHT, Rgb::BLACK), (DARK, Rgb::WHITE)].map(|(base, end)| {
        let end = chosen.map_or(end, Rgb::opposite);
        (ground::surfaces(base, end, styles), end)
    })
}

/// What someone chose, without the ground and the colours for it.
fn on_paper(styles: &Styles) -> Styles {
    if styles.background.is_none() {
        return styles.clone();
    }
    Styles {
        background: None,
        text: None,
        heading: styles.heading.as_ref().map(|_| "#000000".to_owned()),
        ..styles.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The style sheet of a theme without added styles.
    fn css(theme: &Theme) -> String {
        super::css(theme, &Styles::default())
    }

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
