//! The numbers of a text, from the checks of the shared analysis.

use analysis::{Analysis, Check, share};

/// The checks of the SEO score that are about reading.
const READABILITY: [&str; 7] = [
    "sentence_length",
    "paragraph_length",
    "flesch",
    "passive_voice",
    "transitions",
    "sentence_beginnings",
    "subheading_distribution",
];

/// The numbers of a text, 1 to 100 each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Numbers {
    /// For search engines; `None` without a focus keyword.
    pub seo: Option<u32>,
    /// For readers; `None` when no check applies, as in a text without sentences.
    pub readability: Option<u32>,
}

/// The numbers of an analysis. A text that was analysed has at least 1, because 0 means that it was not.
pub fn numbers(analysis: &Analysis, has_focus_keyword: bool) -> Numbers {
    let (reading, search): (Vec<&Check>, Vec<&Check>) = analysis
        .seo
        .checks
        .iter()
        .partition(|check| READABILITY.contains(&check.id));
    Numbers {
        seo: number(search).filter(|_| has_focus_keyword),
        readability: number(reading),
    }
}

fn number<'a>(checks: impl IntoIterator<Item = &'a Check>) -> Option<u32> {
    Some(share(checks)?.max(1))
}

#[cfg(test)]
mod tests {
    use analysis::{Score, Status, checks};

    use super::*;

    fn check(id: &'static str, status: Status) -> Check {
        Check {
            id,
            status,
            weight: 4,
            gain: 0,
            message: String::new(),
            places: Vec::new(),
        }
    }

    fn analysed(checks: Vec<Check>) -> Analysis {
        let empty = || Score {
            score: 0,
            checks: Vec::new(),
        };
        Analysis {
            seo: Score { score: 9, checks },
            geo: empty(),
            aeo: empty(),
            words: 3,
            flesch_tenths: None,
            outline: Vec::new(),
            heading_issues: Vec::new(),
            faq_warnings: Vec::new(),
        }
    }

    #[test]
    fn checks_of_reading_and_of_search_are_apart() {
        let analysis = analysed(vec![
            check("flesch", Status::Good),
            check("sentence_length", Status::Bad),
            check("keyword_in_title", Status::Ok),
            check("title_width", Status::Good),
        ]);
        let expected = Numbers {
            seo: Some(75),
            readability: Some(50),
        };
        assert_eq!(numbers(&analysis, true), expected);
        assert_eq!(numbers(&analysis, false).seo, None);
    }

    #[test]
    fn the_worst_text_has_one() {
        let analysis = analysed(vec![
            check("flesch", Status::Bad),
            check("slug_form", Status::Bad),
        ]);
        let expected = Numbers {
            seo: Some(1),
            readability: Some(1),
        };
        assert_eq!(numbers(&analysis, true), expected);
    }

    #[test]
    fn nothing_applies() {
        let analysis = analysed(vec![check("flesch", Status::Na)]);
        assert_eq!(numbers(&analysis, true), Numbers::default());
    }

    #[test]
    fn every_check_of_reading_exists() {
        let known: Vec<_> = checks()[0].iter().map(|check| check.id).collect();
        for id in READABILITY {
            assert!(known.contains(&id), "{id}");
        }
    }
}
