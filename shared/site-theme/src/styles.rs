//! Colours and type that someone chose for the pages: those that take effect, in values that are safe in a style sheet.

use serde_json::Value;

use crate::theme_json;

/// Sizes of letters of texts, in pixels at the usual size.
const LEAST_SIZE: f64 = 16.0;
const MOST_SIZE: f64 = 24.0;
/// Heights of lines, in parts of the size of letters.
const LEAST_LINE: f64 = 1.4;
const MOST_LINE: f64 = 2.0;
/// Pixels of a `rem` or `em`.
const REM: f64 = 16.0;
/// Longest list of typefaces in bytes.
const LONGEST_FAMILY: usize = 200;

/// Colours and type that take effect on pages.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Styles {
    /// Ground of the pages: `#` and six hexadecimal digits, like the other colours.
    pub background: Option<String>,
    /// Texts.
    pub text: Option<String>,
    /// Links and buttons.
    pub link: Option<String>,
    /// Headings.
    pub heading: Option<String>,
    /// Typefaces of texts: a list for `font-family`.
    pub family: Option<String>,
    /// Typefaces of headings.
    pub heading_family: Option<String>,
    /// Weight of headings, from 400 to 900.
    pub heading_weight: Option<u16>,
    /// Size of letters in texts, in rem.
    pub size: Option<f64>,
    /// Height of lines in texts, in parts of the size of letters.
    pub line_height: Option<f64>,
    /// Further colours of the palette: name and colour.
    pub palette: Vec<(String, String)>,
}

impl Styles {
    /// Reads settings and styles in the form of `theme.json`. What is no colour, typeface or size has no effect.
    pub fn of(settings: &Value, styles: &Value) -> Self {
        let palette = palette(settings);
        let chosen = |name: &str| {
            let own = palette.iter().find(|(slug, _)| slug == name);
            own.map(|(_, color)| color.clone())
        };
        let color = |pointer: &str| {
            let value = styles.pointer(pointer)?.as_str()?;
            resolved(value, &palette)
        };
        let family = |pointer: &str| {
            let value = styles.pointer(pointer)?.as_str()?;
            typefaces(value, settings)
        };
        let text = |pointer: &str| styles.pointer(pointer).map(plain);
        let size = text("/typography/fontSize").and_then(|size| pixels(&size, settings));
        let line = text("/typography/lineHeight").and_then(|line| line.parse::<f64>().ok());
        let weight = text("/elements/heading/typography/fontWeight");
        Self {
            background: color("/color/background").or_else(|| chosen("paper")),
            text: color("/color/text").or_else(|| chosen("ink")),
            link: color("/elements/link/color/text").or_else(|| chosen("accent")),
            heading: color("/elements/heading/color/text"),
            family: family("/typography/fontFamily"),
            heading_family: family("/elements/heading/typography/fontFamily"),
            heading_weight: weight
                .and_then(|weight| weight.parse().ok())
                .filter(|weight| (400..=900).contains(weight)),
            size: size.map(|size| size.clamp(LEAST_SIZE, MOST_SIZE) / REM),
            line_height: line
                .filter(|line| line.is_finite())
                .map(|line| line.clamp(LEAST_LINE, MOST_LINE)),
            palette,
        }
    }

    /// Whether nothing takes effect.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// A text, or a number as text.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.trim().to_owned(),
        other => other.to_string(),
    }
}

/// `#` and six hexadecimal digits in lower case of a colour that is written with three or six.
pub fn hex(value: &str) -> Option<String> {
    let digits = value.trim().strip_prefix('#')?;
    if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let digits = digits.to_ascii_lowercase();
    match digits.len() {
        3 => {
            let doubled: String = digits.chars().flat_map(|digit| [digit, digit]).collect();
            Some(format!("#{doubled}"))
        }
        6 => Some(format!("#{digits}")),
        _ => None,
    }
}

/// The name in a reference to a preset of this sort.
fn preset<'a>(value: &'a str, sort: &str) -> Option<&'a str> {
    let value = value.trim();
    let short = value.strip_prefix(&format!("var:preset|{sort}|"));
    let long = || {
        let inner = value.strip_prefix(&format!("var(--wp--preset--{sort}--"))?;
        inner.strip_suffix(')')
    };
    short.or_else(long)
}

/// Colours of the palettes that people changed or added: name and colour. A name counts once, the last one.
fn palette(settings: &Value) -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> = Vec::new();
    for origin in ["theme", "custom"] {
        let list = settings.pointer(&format!("/color/palette/{origin}"));
        let list = list.and_then(Value::as_array).map(Vec::as_slice);
        for entry in list.unwrap_or_default() {
            let (Some(slug), Some(color)) = (entry["slug"].as_str(), entry["color"].as_str())
            else {
                continue;
            };
            let Some(color) = hex(color).filter(|_| is_name(slug)) else {
                continue;
            };
            if own_color(slug).is_some_and(|own| own == color) {
                continue;
            }
            all.retain(|(known, _)| known != slug);
            all.push((slug.to_owned(), color));
        }
    }
    all
}

fn is_name(slug: &str) -> bool {
    let is_safe = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    !slug.is_empty() && slug.len() <= 60 && slug.bytes().all(is_safe)
}

/// The theme's colour of this name.
fn own_color(slug: &str) -> Option<&'static str> {
    let own = theme_json::settings().pointer("/color/palette/theme")?;
    let mut own = own.as_array()?.iter();
    own.find(|entry| entry["slug"] == slug)?["color"].as_str()
}

/// A colour, or the one that a reference names.
fn resolved(value: &str, palette: &[(String, String)]) -> Option<String> {
    let Some(name) = preset(value, "color") else {
        return hex(value);
    };
    let own = palette.iter().find(|(slug, _)| slug == name);
    let own = own.map(|(_, color)| color.clone());
    own.or_else(|| own_color(name).map(str::to_owned))
}

/// The presets of the theme and of the site of a sort.
fn presets<'a>(settings: &'a Value, pointer: &str) -> impl Iterator<Item = &'a Value> {
    let custom = settings.pointer(&format!("{pointer}/custom"));
    let theme = theme_json::settings().pointer(&format!("{pointer}/theme"));
    let lists = [custom, theme].into_iter().flatten();
    lists.filter_map(Value::as_array).flatten()
}

/// A list of typefaces whose names need no escaping.
fn typefaces(value: &str, settings: &Value) -> Option<String> {
    let list = match preset(value, "font-family") {
        Some(name) => presets(settings, "/typography/fontFamilies")
            .find(|entry| entry["slug"] == name)?["fontFamily"]
            .as_str()?,
        None => value,
    };
    let is_safe = |c: char| c.is_alphanumeric() || " ,-_\"'".contains(c);
    let is_list = !list.is_empty() && list.len() <= LONGEST_FAMILY && list.chars().all(is_safe);
    (is_list && closes_quotes(list)).then(|| list.to_owned())
}

/// Whether each quoted name ends with the quote that it begins with. Inside a name the other quote is a letter.
fn closes_quotes(list: &str) -> bool {
    let mut open = None;
    for c in list.chars().filter(|c| matches!(c, '"' | '\'')) {
        match open {
            None => open = Some(c),
            Some(quote) if quote == c => open = None,
            Some(_) => {}
        }
    }
    open.is_none()
}

/// Pixels of a size of letters at the usual size.
fn pixels(value: &str, settings: &Value) -> Option<f64> {
    let size = match preset(value, "font-size") {
        Some(name) => {
            let entry = presets(settings, "/typography/fontSizes").find(|one| one["slug"] == name);
            plain(&entry?["size"])
        }
        None => value.to_owned(),
    };
    let (number, unit) = ["px", "rem", "em"]
        .iter()
        .find_map(|unit| Some((size.strip_suffix(unit)?, *unit)))?;
    let number: f64 = number.trim().parse().ok()?;
    let size = if unit == "px" { number } else { number * REM };
    (size.is_finite() && size > 0.0).then_some(size)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn styles(value: Value) -> Styles {
        Styles::of(&json!({}), &value)
    }

    #[test]
    fn the_themes_own_styles_are_read() {
        let own = Styles::of(theme_json::settings(), theme_json::styles());
        assert_eq!(own.background.as_deref(), Some("#f6f3ec"));
        assert_eq!(own.link.as_deref(), Some("#1b6b3a"));
        assert_eq!(own.heading_weight, Some(700));
        assert!((own.size.unwrap() - 1.1875).abs() < 1e-9);
        assert!(own.family.unwrap().ends_with("Georgia,serif"));
        assert!(
            own.palette.is_empty(),
            "what is the theme's own is no change"
        );
        assert!(styles(json!({})).is_empty());
    }

    #[test]
    fn colours_are_hexadecimal_or_of_a_palette() {
        let settings = json!({"color": {"palette": {
            "theme": [{"slug": "accent", "color": "#C81010"}, {"slug": "ink", "color": "#1f2421"}],
            "custom": [{"slug": "ceu", "color": "#0af"}, {"slug": "a}b", "color": "#111111"}],
        }}});
        let read = |color: &str| Styles::of(&settings, &json!({"color": {"text": color}})).text;
        for (value, color) in [
            ("#ABC", Some("#aabbcc")),
            ("var:preset|color|ceu", Some("#00aaff")),
            ("var(--wp--preset--color--accent)", Some("#c81010")),
            ("var(--wp--preset--color--sheet)", Some("#fffdf8")),
            ("var(--wp--preset--color--nada)", None),
            ("red;}*{display:none", None),
            ("#11111100", None),
        ] {
            assert_eq!(read(value).as_deref(), color, "{value}");
        }
        let all = Styles::of(&settings, &json!({}));
        assert_eq!(all.link.as_deref(), Some("#c81010"));
        assert_eq!(all.text, None);
        assert_eq!(all.palette.len(), 2);
    }

    #[test]
    fn sizes_stay_within_bounds() {
        for (size, rem) in [
            (json!("40px"), Some(1.5)),
            (json!("2px"), Some(1.0)),
            (json!("1.25rem"), Some(1.25)),
            (json!("var:preset|font-size|medium"), Some(1.1875)),
            (json!("calc(1px)"), None),
            (json!("-3px"), None),
            (json!(12), None),
        ] {
            let read = styles(json!({"typography": {"fontSize": size}})).size;
            assert_eq!(read, rem, "{size}");
        }
        let line = |value: Value| styles(json!({"typography": {"lineHeight": value}})).line_height;
        assert_eq!(line(json!("1")), Some(1.4));
        assert_eq!(line(json!(1.8)), Some(1.8));
        assert_eq!(line(json!("NaN")), None);
    }

    #[test]
    fn typefaces_are_names() {
        let family = |value: &str| styles(json!({"typography": {"fontFamily": value}})).family;
        assert_eq!(
            family("\"Gill Sans\", sans-serif").as_deref(),
            Some("\"Gill Sans\", sans-serif")
        );
        assert!(
            family("var(--wp--preset--font-family--sans)")
                .unwrap()
                .starts_with("system-ui")
        );
        let named = "\"O'Neil Sans\",'a \"b\" c',serif";
        assert_eq!(family(named).as_deref(), Some(named));
        for wrong in [
            "x;}",
            "url(a)",
            "\"x",
            "",
            "a\\65",
            "\"a'b\"c'",
            "'a\"b'c\"",
            "O'Neil Sans,serif",
        ] {
            assert_eq!(family(wrong), None, "{wrong}");
        }
        let heading = json!({"elements": {"heading": {"typography": {"fontWeight": "950"}}}});
        assert_eq!(styles(heading).heading_weight, None);
    }
}
