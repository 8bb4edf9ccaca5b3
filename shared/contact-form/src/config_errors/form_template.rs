//! Errors in the form template.

use markup::lexer::{Lexer, Piece as Html};

use super::{Environment, Found, Kind};
use crate::form::ContactForm;
use crate::tag::{FormTag, Kind as TagKind, Piece, pieces};

const SECTION: &str = "form.body";

/// Parameters of a page's address. A field of such a name would be taken for one.
const RESERVED: [&str; 49] = [
    "m",
    "p",
    "posts",
    "w",
    "cat",
    "withcomments",
    "withoutcomments",
    "s",
    "search",
    "exact",
    "sentence",
    "calendar",
    "page",
    "paged",
    "more",
    "tb",
    "pb",
    "author",
    "order",
    "orderby",
    "year",
    "monthnum",
    "day",
    "hour",
    "minute",
    "second",
    "name",
    "category_name",
    "tag",
    "feed",
    "author_name",
    "pagename",
    "page_id",
    "error",
    "attachment",
    "attachment_id",
    "subpost",
    "subpost_id",
    "preview",
    "robots",
    "favicon",
    "taxonomy",
    "term",
    "cpage",
    "post_type",
    "embed",
    "post_format",
    "rest_route",
    "sitemap",
];

pub(super) fn check(form: &ContactForm, environment: &Environment<'_>, found: &mut Found) {
    let tags = form.tags();
    let mut add = |kind, message: String| found.add(SECTION, kind, message);
    let labelled = controls_in_labels(&form.form);
    if labelled > 1 {
        let message = "Multiple form controls are in a single label element.";
        add(Kind::MultipleControlsInLabel, message.to_owned());
    }
    let names = unavailable(&tags);
    if !names.is_empty() {
        let names = names.join(", ");
        add(
            Kind::UnavailableNames,
            format!("Unavailable names ({names}) are used for form controls."),
        );
    }
    let is_form = |piece: &Html<'_>| matches!(piece, Html::Start(tag) if tag.name == "form");
    if Lexer::new(&form.form).any(|piece| is_form(&piece)) {
        let message = "Unavailable HTML elements are used in the form template.";
        add(Kind::UnavailableElements, message.to_owned());
    }
    if tags.iter().any(|tag| tag.written_name.contains('.')) {
        add(
            Kind::DotsInNames,
            "Dots are used in form-tag names.".to_owned(),
        );
    }
    if tags.iter().any(|tag| tag.written_name.contains(':')) {
        add(
            Kind::ColonsInNames,
            "Colons are used in form-tag names.".to_owned(),
        );
    }
    let is_file = |tag: &&FormTag| tag.kind == TagKind::File;
    if tags
        .iter()
        .filter(is_file)
        .any(|tag| tag.file_limit() > environment.upload_limit)
    {
        let message = "Uploadable file size exceeds PHP’s maximum acceptable size.";
        add(Kind::UploadLimit, message.to_owned());
    }
}

fn unavailable(tags: &[FormTag]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for tag in tags {
        let name = format!("\"{}\"", tag.name);
        if RESERVED.contains(&tag.name.as_str()) && !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// The largest number of controls within one label.
fn controls_in_labels(template: &str) -> usize {
    let mut inside = false;
    let (mut count, mut most) = (0, 0);
    for piece in pieces(template) {
        match piece {
            Piece::Tag(tag) if inside => count += controls(&tag),
            Piece::Tag(_) => {}
            Piece::Text(text) => {
                for piece in Lexer::new(&text) {
                    match piece {
                        Html::Start(tag) if tag.name == "label" => {
                            inside = true;
                            count = 0;
                        }
                        Html::End(name) if name == "label" => inside = false,
                        _ => {}
                    }
                }
            }
        }
        most = most.max(count);
    }
    most
}

/// How many controls a field shows.
fn controls(tag: &FormTag) -> usize {
    match tag.kind {
        TagKind::Hidden | TagKind::Count | TagKind::Response | TagKind::Output => 0,
        TagKind::Checkbox | TagKind::Radio => {
            tag.values.len().max(1) + usize::from(tag.has("free_text"))
        }
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{form, kinds};

    fn kinds_of(template: &str) -> Vec<String> {
        let mut form = form();
        form.form = format!(
            "{template}[text* your-name][email* your-email][text* your-subject][textarea your-message]"
        );
        kinds(&form)
    }

    #[test]
    fn reserved_names() {
        assert_eq!(
            kinds_of("[text name][text p][text post]"),
            ["form.body unavailable-names"]
        );
        assert!(kinds_of("[text post]").is_empty());
    }

    #[test]
    fn dots_and_colons() {
        assert_eq!(
            kinds_of("[text a.b][text c:d]"),
            ["form.body dots-in-names", "form.body colons-in-names"]
        );
    }

    #[test]
    fn labels_hold_one_control() {
        assert_eq!(
            kinds_of("<label>A [text a][text b]</label>"),
            ["form.body multiple-controls-in-label"]
        );
        assert_eq!(
            kinds_of(r#"<label>A [radio a "x" "y"]</label>"#),
            ["form.body multiple-controls-in-label"]
        );
        assert!(
            kinds_of("<label>A [text a][hidden h]</label>[text b]<label>[text c]</label>")
                .is_empty()
        );
    }

    #[test]
    fn elements_and_limits() {
        assert_eq!(
            kinds_of("<FORM action=x>[file f limit:100mb]</form>"),
            [
                "form.body unavailable-html-elements",
                "form.body upload-filesize-overlimit"
            ]
        );
    }
}
