//! Filters the declarations of a `style` attribute. Allowed are properties that change the appearance of an
//! element but not its position on the page, and values that load nothing and compute only lengths.

/// Upper limit of an attribute in bytes; editors write a few hundred.
const BYTES: usize = 2_000;

/// Allowed properties. A name that ends with `-` is a prefix.
const PROPERTIES: [&str; 68] = [
    "align-content",
    "align-items",
    "align-self",
    "aspect-ratio",
    "background",
    "background-attachment",
    "background-blend-mode",
    "background-clip",
    "background-color",
    "background-image",
    "background-origin",
    "background-position",
    "background-repeat",
    "background-size",
    "border",
    "border-",
    "caption-side",
    "clear",
    "color",
    "column-",
    "columns",
    "direction",
    "flex",
    "flex-",
    "float",
    "font",
    "font-",
    "gap",
    "grid-auto-",
    "grid-column",
    "grid-column-",
    "grid-gap",
    "grid-row",
    "grid-row-",
    "grid-template-",
    "height",
    "justify-",
    "letter-spacing",
    "line-height",
    "list-style",
    "list-style-position",
    "list-style-type",
    "margin",
    "margin-",
    "max-height",
    "max-width",
    "min-height",
    "min-width",
    "object-fit",
    "object-position",
    "opacity",
    "overflow",
    "overflow-x",
    "overflow-y",
    "padding",
    "padding-",
    "row-gap",
    "table-layout",
    "text-align",
    "text-decoration",
    "text-indent",
    "text-transform",
    "vertical-align",
    "white-space",
    "width",
    "word-spacing",
    "word-break",
    "writing-mode",
];

/// Functions that compute a length or refer to a variable of the theme.
const FUNCTIONS: [&str; 7] = ["calc", "clamp", "max", "min", "minmax", "repeat", "var"];

/// Functions that make a gradient, and the colour functions in it.
const GRADIENTS: [&str; 9] = [
    "conic-gradient",
    "hsl",
    "hsla",
    "linear-gradient",
    "radial-gradient",
    "repeating-linear-gradient",
    "repeating-radial-gradient",
    "rgb",
    "rgba",
];

/// The allowed declarations, separated by semicolons; `None` when none is left.
pub fn declarations(value: &str) -> Option<String> {
    if value.len() > BYTES {
        return None;
    }
    let kept: Vec<&str> = value
        .split(';')
        .map(str::trim)
        .filter(|one| is_kept(one))
        .collect();
    (!kept.is_empty()).then(|| kept.join(";"))
}

fn is_kept(declaration: &str) -> bool {
    let Some((property, value)) = declaration.split_once(':') else {
        return false;
    };
    let property = property.trim();
    let is_known = PROPERTIES.iter().any(|known| {
        if known.ends_with('-') {
            property.strip_prefix(known).is_some_and(is_rest_of_name)
        } else {
            property == *known
        }
    });
    let has_picture = matches!(property, "background" | "background-image");
    is_known && is_value(value.trim(), has_picture)
}

fn is_rest_of_name(text: &str) -> bool {
    !text.is_empty()
        && text
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte == b'-')
}

/// Whether a value holds only words, numbers, colours, quoted names and known functions.
fn is_value(value: &str, has_picture: bool) -> bool {
    let mut depth = 0_usize;
    let mut quote = None;
    let mut before = "";
    for (at, character) in value.char_indices() {
        match (quote, character) {
            (Some(open), character) if character == open => quote = None,
            (_, character) if !is_plain(character) => return false,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(character),
            (None, '(') => {
                let name = function_name(before);
                let is_known = FUNCTIONS.contains(&name)
                    || has_picture && GRADIENTS.contains(&name)
                    || name.is_empty() && depth > 0;
                if !is_known {
                    return false;
                }
                depth += 1;
            }
            (None, ')') => match depth.checked_sub(1) {
                Some(less) => depth = less,
                None => return false,
            },
            (None, _) => {}
        }
        before = value.split_at(at + character.len_utf8()).0;
    }
    !value.is_empty() && depth == 0 && quote.is_none() && !value.contains("/*")
}

fn is_plain(character: char) -> bool {
    character.is_ascii_alphanumeric() || " #.,%+-*/!\"'()_".contains(character)
}

/// The function name at the end of the text before a bracket.
fn function_name(before: &str) -> &str {
    let name = before.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '-');
    before.split_at(name.len()).1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn appearance_is_kept() {
        for (given, kept) in [
            ("color:red", "color:red"),
            (
                " color: red; background:blue; ",
                "color: red;background:blue",
            ),
            ("text-align:center;;", "text-align:center"),
            ("margin:0 !important", "margin:0 !important"),
            (
                "font-family:\"Open Sans\", serif",
                "font-family:\"Open Sans\", serif",
            ),
            ("width:calc(1px + (2% * 3))", "width:calc(1px + (2% * 3))"),
            (
                "padding-top:var(--theme--spacing--40);height:10px;foo:1",
                "padding-top:var(--theme--spacing--40);height:10px",
            ),
            (
                "background:linear-gradient(135deg,rgb(1,2,3) 0%,#fff 100%)",
                "background:linear-gradient(135deg,rgb(1,2,3) 0%,#fff 100%)",
            ),
        ] {
            assert_eq!(declarations(given).as_deref(), Some(kept));
            assert_eq!(declarations(kept).as_deref(), Some(kept));
        }
    }

    #[test]
    fn loading_positioning_and_computing_values_are_dropped() {
        for given in [
            "",
            "color",
            "color:",
            "COLOR:red",
            "position:fixed",
            "display:none",
            "transform:none",
            "behavior:url(x)",
            "background:url(http://a.example/x)",
            "background:URL(x)",
            "background-image:image-set(x)",
            "width:expression(x)",
            "width:calc(expression(x))",
            "width:(1)",
            "color:rgb(1,2,3)",
            "color:re\\64",
            "color:r/**/ed",
            "color:red}p{top:0",
            "color:&quot;",
            "color:a:b",
            "font-family:\"a",
            "width:calc(1px",
            "width:1px)",
            "border-image-source :url(x)",
            "-moz-binding:none",
        ] {
            assert_eq!(declarations(given), None, "{given}");
        }
        assert_eq!(declarations(&"color:red;".repeat(1_000)), None);
    }
}
