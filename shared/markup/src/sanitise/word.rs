//! What Word leaves in HTML that was pasted from it.

use std::borrow::Cow;

use super::tag_form::next_tag;

/// Beginning of the names of Word's classes: `MsoNormal`, `MsoListParagraphCxSpFirst`.
const CLASS: &str = "Mso";
const ATTRIBUTE: &str = " class=\"";

/// A sanitised body without the classes of Word's styles, which no other style sheet knows. Declarations (`mso-…`) and elements
/// (`o:p`) of Word are removed by [`super::body`] already.
pub fn without_word_classes(html: &str) -> Cow<'_, str> {
    if !html.contains(CLASS) {
        return Cow::Borrowed(html);
    }
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    while let Some((text, tag, behind)) = next_tag(rest) {
        out.push_str(text);
        push_tag(tag, &mut out);
        rest = behind;
    }
    out.push_str(rest);
    Cow::Owned(out)
}

fn push_tag(tag: &str, out: &mut String) {
    let mut quoted = false;
    // A value may hold what looks like an attribute; between two values nothing is quoted.
    let begin = tag.match_indices(['"', ' ']).find_map(|(at, found)| {
        if found == "\"" {
            quoted = !quoted;
            return None;
        }
        let is_class = !quoted && tag.get(at..)?.starts_with(ATTRIBUTE);
        is_class.then_some(at)
    });
    let class = begin.and_then(|begin| {
        let (before, attribute) = tag.split_at(begin);
        let (names, behind) = attribute.strip_prefix(ATTRIBUTE)?.split_once('"')?;
        Some((before, names, behind))
    });
    let Some((before, names, behind)) = class.filter(|(_, names, _)| names.contains(CLASS)) else {
        out.push_str(tag);
        return;
    };
    let own = names.split(' ').filter(|name| !name.starts_with(CLASS));
    let own: Vec<&str> = own.collect();
    out.push_str(before);
    if !own.is_empty() {
        out.push_str(ATTRIBUTE);
        out.push_str(&own.join(" "));
        out.push('"');
    }
    out.push_str(behind);
}

#[cfg(test)]
mod tests {
    use super::super::body;
    use super::*;

    #[test]
    fn classes_of_word_are_removed_and_others_stay() {
        for (from, to) in [
            ("<p class=\"MsoNormal\">a</p>", "<p>a</p>"),
            (
                "<p class=\"destaque MsoNormal x\" id=\"a\">a</p>",
                "<p class=\"destaque x\" id=\"a\">a</p>",
            ),
            (
                "<p class=\"Msonormal MsoQuote\" title=\"MsoNormal\">MsoNormal</p>",
                "<p title=\"MsoNormal\">MsoNormal</p>",
            ),
            (
                "<a href=\"/x\" title=\" class=&quot;MsoNormal\">a</a>",
                "<a href=\"/x\" title=\" class=&quot;MsoNormal\">a</a>",
            ),
            ("<p class=\"soMso\">a</p>", "<p class=\"soMso\">a</p>"),
            ("<p>MsoNormal</p>", "<p>MsoNormal</p>"),
        ] {
            assert_eq!(without_word_classes(from), to);
        }
    }

    #[test]
    fn a_passage_of_word_leaves_its_text() {
        let word = "<p class=MsoListParagraphCxSpFirst style='margin-left:36.0pt;mso-list:l0 level1 lfo1'><span lang=PT-BR>Pão<o:p></o:p></span></p>";
        let clean = body(word);
        assert_eq!(
            without_word_classes(&clean),
            "<p><span lang=\"PT-BR\">Pão</span></p>"
        );
        let again = body(&without_word_classes(&clean));
        assert_eq!(without_word_classes(&clean), again);
    }
}
