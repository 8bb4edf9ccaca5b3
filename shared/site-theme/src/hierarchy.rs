//! Which templates a page can be made with, from the most specific one.

/// Types of single items and taxonomies that names of templates contain.
const POST_TYPES: [&str; 3] = ["post", "page", "attachment"];
const TAXONOMIES: [&str; 2] = ["category", "post_tag"];

/// The names of the templates for the page that the template `slug` is for, from the most specific one. `is_custom` says
/// that people choose it for single items. `prefix` is the part of the name in front of that of a single item or term.
pub fn names(slug: &str, is_custom: bool, prefix: &str) -> Vec<String> {
    if slug == "index" {
        return vec![slug.to_owned()];
    }
    if is_custom {
        return owned(&["page", "singular", "index"]);
    }
    if slug == "front-page" {
        return owned(&["front-page", "home", "index"]);
    }
    let mut names = vec![slug.to_owned()];
    if prefix.is_empty() {
        names.extend(general(slug));
    } else {
        let kind = prefix.split('-').next().unwrap_or(prefix);
        if prefix != slug && prefix != kind {
            names.push(prefix.to_owned());
        }
        if slug != kind {
            names.push(kind.to_owned());
        }
    }
    let is_archive = ["author", "taxonomy", "category", "tag"]
        .iter()
        .any(|kind| slug.starts_with(kind));
    if is_archive || slug == "date" {
        names.push("archive".to_owned());
    }
    if slug == "attachment" {
        names.push("single".to_owned());
    }
    if slug.starts_with("single") || slug.starts_with("page") || slug == "attachment" {
        names.push("singular".to_owned());
    }
    names.push("index".to_owned());
    names
}

/// More general names that the name of a template contains.
fn general(slug: &str) -> Vec<String> {
    let Some((kind, rest)) = slug.split_once('-') else {
        return Vec::new();
    };
    if rest.is_empty() {
        return Vec::new();
    }
    let known: &[&str] = match kind {
        "author" | "category" | "archive" | "tag" | "page" => return vec![kind.to_owned()],
        "single" => &POST_TYPES,
        "taxonomy" => &TAXONOMIES,
        _ => return Vec::new(),
    };
    let Some(of) = known.iter().find(|of| rest.starts_with(**of)) else {
        return Vec::new();
    };
    if rest.len() > of.len() + 1 {
        vec![format!("{kind}-{of}"), kind.to_owned()]
    } else {
        vec![kind.to_owned()]
    }
}

fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn from_the_most_specific() {
        for (slug, prefix, expected) in [
            ("index", "", "index"),
            ("front-page", "", "front-page home index"),
            ("page-sobre", "", "page-sobre page singular index"),
            (
                "single-post-ola",
                "",
                "single-post-ola single-post single singular index",
            ),
            ("single-post", "", "single-post single singular index"),
            (
                "category-doces",
                "",
                "category-doces category archive index",
            ),
            (
                "category-doces",
                "category",
                "category-doces category archive index",
            ),
            (
                "taxonomy-x-y",
                "taxonomy-x",
                "taxonomy-x-y taxonomy-x taxonomy archive index",
            ),
            ("attachment", "", "attachment single singular index"),
            ("date", "", "date archive index"),
            ("404", "", "404 index"),
            ("page-", "", "page- singular index"),
        ] {
            assert_eq!(
                names(slug, false, prefix).join(" "),
                expected,
                "{slug} {prefix}"
            );
        }
        assert_eq!(names("meu", true, "").join(" "), "page singular index");
    }
}
