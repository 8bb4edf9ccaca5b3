//! All checks with their weights and sources. The weights of each score sum to 100.

use super::Verdict;
use super::aeo::{faq, formats, pairs, snippets};
use super::geo::{answers, evidence, structure as parts, style, trust};
use super::seo::{fields, images, keyword_fields, keyword_text, links, readability, structure};
use crate::facts::Facts;

/// A check.
pub(crate) struct Rule {
    /// Stable identifier.
    pub id: &'static str,
    /// Points of 100 in its score.
    pub weight: u32,
    /// Short names of its sources (docs/interface/platform/analysis.md#sources).
    pub sources: &'static str,
    /// Whether it is bad without a focus keyword.
    pub needs_keyword: bool,
    /// Computes the result.
    pub run: fn(&Facts<'_>) -> Verdict,
}

/// A check of the catalogue, without its result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CheckInfo {
    /// Stable identifier.
    pub id: &'static str,
    /// Points of 100 in its score.
    pub weight: u32,
    /// Short names of its sources, separated by semicolons (docs/interface/platform/analysis.md#sources).
    pub sources: &'static str,
}

/// All checks: SEO, GEO and AEO, each in the order of the results.
pub fn checks() -> [Vec<CheckInfo>; 3] {
    [SEO, GEO, AEO].map(|rules| {
        let infos = rules.iter().map(|rule| CheckInfo {
            id: rule.id,
            weight: rule.weight,
            sources: rule.sources,
        });
        infos.collect()
    })
}

const fn rule(
    id: &'static str,
    weight: u32,
    sources: &'static str,
    run: fn(&Facts<'_>) -> Verdict,
) -> Rule {
    Rule {
        id,
        weight,
        sources,
        needs_keyword: false,
        run,
    }
}

/// A check that is bad without a focus keyword.
const fn keyword_rule(
    id: &'static str,
    weight: u32,
    sources: &'static str,
    run: fn(&Facts<'_>) -> Verdict,
) -> Rule {
    Rule {
        needs_keyword: true,
        ..rule(id, weight, sources, run)
    }
}

/// Checks for search engines.
pub(crate) const SEO: &[Rule] = &[
    keyword_rule("keyword_set", 3, "Yoast", keyword_fields::keyword_set),
    keyword_rule(
        "keyword_in_title",
        8,
        "Rank Math; Yoast",
        keyword_fields::keyword_in_title,
    ),
    keyword_rule(
        "keyword_in_intro",
        7,
        "Yoast",
        keyword_text::keyword_in_intro,
    ),
    keyword_rule(
        "keyword_in_headings",
        5,
        "Yoast",
        keyword_text::keyword_in_headings,
    ),
    keyword_rule(
        "keyword_in_slug",
        4,
        "Yoast",
        keyword_fields::keyword_in_slug,
    ),
    keyword_rule(
        "keyword_in_meta",
        4,
        "Yoast",
        keyword_fields::keyword_in_meta,
    ),
    keyword_rule("keyword_in_alt", 2, "Yoast", keyword_fields::keyword_in_alt),
    keyword_rule(
        "keyword_density",
        4,
        "Yoast; Rank Math; GEO paper",
        keyword_text::keyword_density,
    ),
    keyword_rule(
        "keyword_distribution",
        3,
        "Yoast",
        keyword_text::keyword_distribution,
    ),
    rule(
        "title_width",
        6,
        "Google title links; convention",
        fields::title_width,
    ),
    rule(
        "meta_length",
        5,
        "Yoast; Google snippets",
        fields::meta_length,
    ),
    rule("slug_form", 2, "Rank Math", fields::slug_form),
    rule(
        "text_length",
        6,
        "Yoast; absorption study; Google starter guide",
        structure::text_length,
    ),
    rule(
        "heading_structure",
        5,
        "WCAG 1.3.1; Google starter guide",
        structure::heading_structure,
    ),
    rule(
        "subheading_distribution",
        4,
        "Yoast; Microsoft",
        structure::subheading_distribution,
    ),
    rule("paragraph_length", 3, "Yoast", structure::paragraph_length),
    rule("sentence_length", 4, "Yoast", readability::sentence_length),
    rule("flesch", 3, "Martins et al. 1996", readability::flesch),
    rule("passive_voice", 2, "Yoast", readability::passive_voice),
    rule("transitions", 3, "Yoast", readability::transitions),
    rule(
        "sentence_beginnings",
        1,
        "Yoast",
        readability::sentence_beginnings,
    ),
    rule("internal_links", 5, "Google links", links::internal_links),
    rule("external_links", 3, "Yoast", links::external_links),
    rule("anchor_text", 2, "Google links", links::anchor_text),
    rule("image_present", 2, "Rank Math", images::image_present),
    rule(
        "image_alt",
        4,
        "WCAG 1.1.1; Google images; Yoast",
        images::image_alt,
    ),
];

/// Checks for generative engines.
pub(crate) const GEO: &[Rule] = &[
    rule(
        "quotations",
        10,
        "GEO paper; C-SEO Bench",
        evidence::quotations,
    ),
    rule(
        "statistics",
        11,
        "GEO paper; absorption study",
        evidence::statistics,
    ),
    rule(
        "sourced_statistics",
        7,
        "GEO paper",
        evidence::sourced_statistics,
    ),
    rule("cited_sources", 10, "GEO paper", evidence::cited_sources),
    keyword_rule(
        "answer_first",
        10,
        "Growth Memo; Microsoft",
        answers::answer_first,
    ),
    rule(
        "definition_early",
        7,
        "absorption study; Growth Memo",
        answers::definition_early,
    ),
    rule(
        "heading_match",
        8,
        "Growth Memo; Microsoft",
        answers::heading_match,
    ),
    rule("self_contained", 5, "Microsoft", answers::self_contained),
    rule(
        "lists_tables",
        6,
        "Microsoft; absorption study",
        parts::lists_tables,
    ),
    rule("entities", 5, "Growth Memo; GEO paper", parts::entities),
    rule("fluency", 7, "GEO paper", style::fluency),
    rule("vague_language", 4, "Microsoft", style::vague_language),
    rule("stuffing", 4, "GEO paper", style::stuffing),
    rule(
        "freshness",
        4,
        "Ahrefs; Google helpful content",
        trust::freshness,
    ),
    rule("authorship", 2, "Google helpful content", trust::authorship),
];

/// Checks for answer engines.
pub(crate) const AEO: &[Rule] = &[
    rule(
        "faq_structured",
        16,
        "schema.org; Microsoft",
        faq::faq_structured,
    ),
    rule(
        "question_coverage",
        11,
        "Snippet studies; Microsoft",
        pairs::question_coverage,
    ),
    rule(
        "direct_answers",
        12,
        "Snippet studies",
        pairs::direct_answers,
    ),
    keyword_rule(
        "snippet_paragraph",
        9,
        "Snippet studies",
        snippets::snippet_paragraph,
    ),
    rule(
        "definition_snippet",
        8,
        "Snippet studies; absorption study",
        snippets::definition_snippet,
    ),
    keyword_rule("intro_answer", 8, "Snippet studies", snippets::intro_answer),
    rule("list_snippet", 7, "Snippet studies", formats::list_snippet),
    rule(
        "format_fits_intent",
        7,
        "Snippet studies",
        formats::format_fits_intent,
    ),
    rule("voice_answer", 5, "Backlinko", pairs::voice_answer),
    rule("faq_answers", 6, "Backlinko", faq::faq_answers),
    rule("faq_questions", 4, "schema.org", faq::faq_questions),
    rule(
        "plain_language",
        4,
        "GEO paper; Backlinko",
        formats::plain_language,
    ),
    rule(
        "outline_clean",
        3,
        "WCAG 1.3.1; Microsoft",
        formats::outline_clean,
    ),
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// The page that lists the checks.
    const PAGE: &str = include_str!("../../../../docs/interface/platform/analysis.md");

    #[test]
    fn the_weights_of_each_score_sum_to_100() {
        for rules in [SEO, GEO, AEO] {
            assert_eq!(rules.iter().map(|rule| rule.weight).sum::<u32>(), 100);
        }
    }

    #[test]
    fn identifiers_are_unique() {
        let all: Vec<_> = [SEO, GEO, AEO]
            .into_iter()
            .flatten()
            .map(|rule| rule.id)
            .collect();
        assert_eq!(all.len(), 54);
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), 54);
    }

    #[test]
    fn the_page_lists_each_check_with_its_weight_and_sources() {
        for rule in [SEO, GEO, AEO].into_iter().flatten() {
            let row = format!("| `{}` | {} | ", rule.id, rule.weight);
            let line = PAGE.lines().find(|line| line.starts_with(&row));
            let line = line.unwrap_or_else(|| panic!("{} is missing", rule.id));
            assert!(line.ends_with(&format!("| {} |", rule.sources)), "{line}");
            for source in rule.sources.split("; ") {
                assert!(PAGE.contains(&format!("- **{source}**")), "{source}");
            }
        }
    }
}
