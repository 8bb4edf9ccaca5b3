//! Settings of families and fonts: JSON in a text, so that a form with files can have them.

use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use site_api::Caller;
use site_contract::core::fonts::{FACE_SETTINGS, FAMILY_CHANGES, FAMILY_SETTINGS, codes};
use site_rest::schema::{Path, one_line, url};
use site_rest::{Params, RestError, Schema};
use site_store::sanitise_slug;

/// Parameter of a family's settings.
pub const FAMILY: &str = "font_family_settings";
/// Parameter of a font's settings.
pub const FACE: &str = "font_face_settings";

/// Values of `fontStretch` and their percentages (CSS Fonts Module Level 4, 2.4).
const STRETCHES: [(&str, &str); 9] = [
    ("ultra-condensed", "50%"),
    ("extra-condensed", "62.5%"),
    ("condensed", "75%"),
    ("semi-condensed", "87.5%"),
    ("normal", "100%"),
    ("semi-expanded", "112.5%"),
    ("expanded", "125%"),
    ("extra-expanded", "150%"),
    ("ultra-expanded", "200%"),
];

/// Replaces the settings of a new family by the object in their text.
pub fn of_new_family(_: &Caller, params: &mut Params) -> Vec<(String, RestError)> {
    replace(params, FAMILY, |params| {
        let settings = parsed(params, FAMILY, &FAMILY_SETTINGS)?;
        cleaned_family(settings)
    })
}

/// Replaces the settings that change a family by the object in their text. The slug never changes.
pub fn of_change(_: &Caller, params: &mut Params) -> Vec<(String, RestError)> {
    replace(params, FAMILY, |params| {
        let settings = parsed(params, FAMILY, &FAMILY_CHANGES)?;
        if settings.contains_key("slug") {
            let name = format!("{FAMILY}[slug]");
            return Err(RestError::naming(&codes::SETTING_UNCHANGEABLE, [&name]));
        }
        cleaned_family(settings)
    })
}

/// Replaces the settings of a new font by the object in their text.
pub fn of_new_face(_: &Caller, params: &mut Params) -> Vec<(String, RestError)> {
    replace(params, FACE, |params| {
        let mut settings = parsed(params, FACE, &FACE_SETTINGS)?;
        check_filled(&settings, FACE, &["fontFamily", "src"])?;
        for (name, value) in &mut settings {
            match name.as_str() {
                "src" => *value = sources(value)?,
                name => *value = Value::from(cleaned(name, value)),
            }
        }
        check_filled(&settings, FACE, &["fontFamily"])?;
        Ok(settings)
    })
}

fn replace(
    params: &mut Params,
    name: &str,
    read: impl Fn(&Params) -> Result<Map<String, Value>, RestError>,
) -> Vec<(String, RestError)> {
    // A value that is no text is refused already.
    if params.text(name).is_none() {
        return Vec::new();
    }
    match read(params) {
        Ok(settings) => {
            params.set(name, Value::Object(settings));
            Vec::new()
        }
        Err(error) => vec![(name.to_owned(), error)],
    }
}

/// The object in the text of a parameter, with the form of the schema.
fn parsed(params: &Params, name: &str, schema: &Schema) -> Result<Map<String, Value>, RestError> {
    let text = params.text(name).unwrap_or_default();
    let value: Value = serde_json::from_str(text).unwrap_or_default();
    if value.is_null() {
        return Err(RestError::naming(&codes::SETTINGS_NOT_JSON, [&name]));
    }
    schema.validate(&value, &Path::root(name))?;
    match value {
        Value::Object(settings) => Ok(settings),
        // An empty list counts as an empty object.
        _ => Ok(Map::new()),
    }
}

fn check_filled(
    settings: &Map<String, Value>,
    parameter: &str,
    names: &[&str],
) -> Result<(), RestError> {
    let is_empty = |value: &Value| match value {
        Value::String(text) => text.is_empty(),
        Value::Array(list) => list.is_empty(),
        _ => false,
    };
    match names
        .iter()
        .find(|name| settings.get(**name).is_some_and(is_empty))
    {
        Some(name) => Err(RestError::naming(
            &codes::SETTING_EMPTY,
            [&format!("{parameter}[{name}]")],
        )),
        None => Ok(()),
    }
}

fn cleaned_family(mut settings: Map<String, Value>) -> Result<Map<String, Value>, RestError> {
    for (name, value) in &mut settings {
        *value = Value::from(cleaned(name, value));
    }
    check_filled(&settings, FAMILY, &["name", "slug", "fontFamily"])?;
    Ok(settings)
}

/// A setting as it is stored.
fn cleaned(name: &str, value: &Value) -> String {
    let text = match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    match name {
        "slug" => sanitise_slug(&text),
        "fontFamily" => font_family(&text),
        "preview" => url(&text),
        _ => one_line(&text),
    }
}

/// Sources without blanks in front.
fn sources(value: &Value) -> Result<Value, RestError> {
    let list = match value {
        Value::Array(list) => list.clone(),
        one => vec![one.clone()],
    };
    let texts = list.iter().map(|one| match one {
        Value::String(text) => text.trim_start().to_owned(),
        other => other.to_string(),
    });
    let texts: Vec<String> = texts.collect();
    if texts.iter().any(String::is_empty) {
        let name = format!("{FACE}[src]");
        return Err(RestError::naming(&codes::SOURCE_EMPTY, [&name]));
    }
    Ok(texts.into_iter().map(Value::from).collect())
}

/// A list of font families with the names in quotes that need them.
fn font_family(text: &str) -> String {
    let line = one_line(text);
    let names = line.split(',').map(str::trim);
    let quoted = names.map(|name| {
        let is_word = |text: &str| {
            let mut bytes = text.bytes();
            !text.is_empty() && bytes.all(|byte| byte.is_ascii_alphabetic() || byte == b'-')
        };
        let generic = name.strip_prefix("generic(");
        let generic = generic.and_then(|rest| rest.strip_suffix(')'));
        if name.is_empty() || is_word(name) || generic.is_some_and(is_word) {
            return name.to_owned();
        }
        match name.trim_matches(['"', '\'']) {
            "" => String::new(),
            bare => format!("\"{bare}\""),
        }
    });
    let kept: Vec<String> = quoted.filter(|name| !name.is_empty()).collect();
    kept.join(", ")
}

/// What tells a font from others: those with the same text match the same rule of a style sheet.
pub fn identity(settings: &Map<String, Value>) -> String {
    let value = |name: &str, default: &str| {
        let text = settings.get(name).and_then(Value::as_str);
        text.unwrap_or(default).to_lowercase()
    };
    let stretch = value("fontStretch", "100%");
    let known = STRETCHES.iter().find(|(name, _)| *name == stretch);
    let weight = value("fontWeight", "400");
    let parts = [
        value("fontFamily", ""),
        value("fontStyle", "normal"),
        weight.replace("normal", "400").replace("bold", "700"),
        known.map_or(stretch.clone(), |(_, percent)| (*percent).to_owned()),
        value("unicodeRange", "U+0-10FFFF").to_uppercase(),
    ];
    let parts = parts.map(|part| {
        let bare = part.replace(['"', '\'', ';'], "");
        let items = bare.split(',').map(str::trim);
        items.collect::<Vec<_>>().join(",")
    });
    parts.join(";")
}

/// The slug of a font: a digest, because its identity can be longer than a slug.
pub fn face_slug(identity: &str) -> String {
    let digest = hex::encode(Sha256::digest(identity));
    format!("font-{}", digest.get(..40).unwrap_or(&digest))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn names_of_families_get_quotes_where_they_need_them() {
        for (text, family) in [
            ("Inter", "Inter"),
            ("Open Sans", "\"Open Sans\""),
            ("'Open Sans', sans-serif", "\"Open Sans\", sans-serif"),
            ("generic(kai), Rock 3D,", "generic(kai), \"Rock 3D\""),
            ("  a  ,, b2 ", "a, \"b2\""),
            ("<b>x</b> y", "\"x y\""),
            ("\"\"", ""),
            ("", ""),
        ] {
            assert_eq!(font_family(text), family, "{text}");
        }
    }

    #[test]
    fn fonts_that_match_the_same_rule_are_the_same() {
        let identity = |value: Value| identity(value.as_object().unwrap());
        let plain = identity(json!({"fontFamily": "\"Open Sans\""}));
        assert_eq!(plain, "open sans;normal;400;100%;U+0-10FFFF");
        let spelled = json!({
            "fontFamily": "open sans", "fontStyle": "Normal", "fontWeight": "normal",
            "fontStretch": "normal", "unicodeRange": "u+0-10ffff", "fontDisplay": "swap",
        });
        assert_eq!(identity(spelled), plain);
        for other in [
            json!({"fontFamily": "OpenSans"}),
            json!({"fontFamily": "Open Sans", "fontStyle": "italic"}),
            json!({"fontFamily": "Open Sans", "fontWeight": "bold"}),
            json!({"fontFamily": "Open Sans", "fontStretch": "semi-condensed"}),
            json!({"fontFamily": "Open Sans", "unicodeRange": "U+25, U+26"}),
        ] {
            assert_ne!(identity(other.clone()), plain, "{other}");
        }
        assert_eq!(face_slug(&plain).len(), 45);
    }
}
