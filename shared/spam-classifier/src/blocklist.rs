//! Lists of words that the site's administrators keep.

use crate::submission::Submission;

/// Whether an entry of the list occurs in one of the fields, without case. Entries are parts of texts, as in the
/// discussion settings of the site: `press` matches `impressão`. Blank entries match nothing.
#[must_use]
pub fn matches_list(submission: &Submission<'_>, entries: &[&str]) -> bool {
    let fields = [
        submission.author,
        submission.email,
        submission.author_url,
        submission.text,
        submission.address,
        submission.user_agent,
    ];
    let fields = fields.map(str::to_lowercase);
    entries
        .iter()
        .map(|entry| entry.trim().to_lowercase())
        .filter(|entry| !entry.is_empty())
        .any(|entry| fields.iter().any(|field| field.contains(&entry)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_matches_any_field_without_case() {
        let submission = Submission {
            text: "Um texto",
            author: "Beltrano",
            email: "b@mail.example",
            author_url: "https://site.example",
            address: "192.0.2.7",
            user_agent: "Robo/1",
            ..Submission::default()
        };
        for entry in [
            "TEXTO",
            "beltr",
            "@mail.",
            "site.example",
            "192.0.2.",
            " robo/1 ",
        ] {
            assert!(matches_list(&submission, &["", entry]), "{entry}");
        }
        assert!(!matches_list(&submission, &["", "  ", "outro"]));
    }
}
