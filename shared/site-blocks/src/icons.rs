//! Icons that the block `core/icon` shows, as SVG drawn with the colour of the text around it.

use std::sync::LazyLock;

/// One line per icon: name, label in Portuguese, label in English, path data, and `filled` for one without an outline.
const ICONS: &str = include_str!("../data/icons.txt");

/// Name of the collection of the icons.
pub const ICON_COLLECTION: &str = "core";

/// An icon.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Icon {
    /// Unique name, with the collection as its namespace.
    pub name: String,
    label_pt: &'static str,
    label_en: &'static str,
    path: &'static str,
    is_filled: bool,
}

static ALL: LazyLock<Vec<Icon>> = LazyLock::new(|| ICONS.lines().filter_map(read).collect());

/// The icons by name.
pub fn icons() -> &'static [Icon] {
    &ALL
}

/// The icon with a full name.
pub fn icon(name: &str) -> Option<&'static Icon> {
    ALL.iter().find(|one| one.name == name)
}

impl Icon {
    /// The label in Portuguese, otherwise in English.
    pub const fn label(&self, portuguese: bool) -> &'static str {
        if portuguese {
            self.label_pt
        } else {
            self.label_en
        }
    }

    /// The icon as an `svg` element. Further attributes of it and of its path have a blank before each.
    pub fn svg(&self, attributes: &str, of_path: &str) -> String {
        let paint = if self.is_filled {
            "fill=\"currentColor\""
        } else {
            "fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.5\" stroke-linecap=\"round\" stroke-linejoin=\"round\""
        };
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 24 24\" {paint}{attributes}><path d=\"{}\"{of_path} /></svg>",
            self.path
        )
    }
}

fn read(line: &'static str) -> Option<Icon> {
    let mut parts = line.split('|');
    Some(Icon {
        name: format!("{ICON_COLLECTION}/{}", parts.next()?),
        label_pt: parts.next()?,
        label_en: parts.next()?,
        path: parts.next()?,
        is_filled: parts.next() == Some("filled"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_is_an_icon_with_a_name_of_its_own() {
        let names: Vec<_> = icons().iter().map(|one| &one.name).collect();
        assert_eq!(names.len(), ICONS.lines().count());
        assert!(names.is_sorted_by(|one, next| one < next), "{names:?}");
        for one in icons() {
            let path = one.path.bytes();
            assert!(
                path.clone()
                    .all(|byte| b"MmLlHhVvCcSsQqAaZz0123456789.,- ".contains(&byte)),
                "{}",
                one.name
            );
            assert!(!one.label_pt.is_empty() && !one.label_en.is_empty());
        }
    }

    #[test]
    fn an_icon_is_an_outline_or_filled() {
        let svg = |name| icon(name).unwrap().svg(" role=\"img\"", " class=\"a\"");
        assert_eq!(
            svg("core/minus"),
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 24 24\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.5\" stroke-linecap=\"round\" stroke-linejoin=\"round\" role=\"img\"><path d=\"M5 12h14\" class=\"a\" /></svg>"
        );
        assert!(svg("core/star-filled").contains(" fill=\"currentColor\" role"));
        assert_eq!(icon("minus"), None);
    }
}
