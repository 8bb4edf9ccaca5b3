//! An article in parts, which generators build and fixers change.

use proptest::prelude::*;
use proptest::sample::select;

use super::ingredients::*;
use crate::draft::{Draft, TODAY, item};
use analysis::{Analysis, ContentDate};

/// A part of a body. Sentences are HTML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    Heading(u8, String),
    Paragraph(Vec<String>),
    Quote(String),
    List(bool, Vec<String>),
    Table(usize),
    Image(String),
}

/// An article.
#[derive(Debug, Clone)]
pub struct Parts {
    pub fields: Draft,
    pub parts: Vec<Part>,
}

impl Parts {
    pub fn draft(&self) -> Draft {
        let body = self
            .parts
            .iter()
            .map(Part::html)
            .collect::<Vec<_>>()
            .join("\n");
        Draft {
            body,
            ..self.fields.clone()
        }
    }

    pub fn analyse(&self) -> Analysis {
        self.draft().analyse()
    }

    pub fn push(&mut self, sentences: &[&str]) {
        self.parts.push(Part::paragraph(sentences));
    }

    pub fn heading(&mut self, text: &str) {
        self.parts.push(Part::Heading(2, text.to_owned()));
    }

    /// All sentences of the paragraphs.
    pub fn sentences(&mut self) -> impl Iterator<Item = &mut String> {
        self.parts
            .iter_mut()
            .filter_map(|part| match part {
                Part::Paragraph(sentences) => Some(sentences),
                _ => None,
            })
            .flatten()
    }
}

impl Part {
    pub fn paragraph(sentences: &[&str]) -> Self {
        Self::Paragraph(sentences.iter().map(|one| (*one).to_owned()).collect())
    }

    fn html(&self) -> String {
        match self {
            Self::Heading(level, text) => format!("<h{level}>{text}</h{level}>"),
            Self::Paragraph(sentences) => format!("<p>{}</p>", sentences.join(" ")),
            Self::Quote(text) => format!("<blockquote><p>{text}</p></blockquote>"),
            Self::List(ordered, items) => {
                let name = if *ordered { "ol" } else { "ul" };
                let items: String = items
                    .iter()
                    .map(|item| format!("<li>{item}</li>"))
                    .collect();
                format!("<{name}>{items}</{name}>")
            }
            Self::Table(rows) => {
                let rows: String = (0..*rows)
                    .map(|row| format!("<tr><td>Casa {row}</td><td>R$ {row} mil</td></tr>"))
                    .collect();
                format!("<table>{rows}</table>")
            }
            Self::Image(alt) => format!("<img src=\"a.jpg\" alt=\"{alt}\">"),
        }
    }
}

fn sentence() -> impl Strategy<Value = String> {
    let firsts = |pairs: &[(&'static str, &'static str)]| {
        pairs.iter().map(|(one, _)| *one).collect::<Vec<_>>()
    };
    let long: Vec<_> = LONG.iter().map(|(one, _)| *one).collect();
    prop_oneof![
        10 => select(&PLAIN[..]),
        2 => select(&ABOUT[..]),
        2 => select(firsts(&NUMBERS)),
        1 => select(long),
        1 => select(firsts(&HARD)),
        1 => select(firsts(&PASSIVE)),
        1 => select(firsts(&VAGUE)),
        1 => select(firsts(&DEPENDENT)),
        2 => select(&OTHER[..]),
    ]
    .prop_map(str::to_owned)
}

/// A paragraph of sentences of one kind.
fn uniform(sentences: Vec<&'static str>) -> impl Strategy<Value = Part> {
    prop::collection::vec(select(sentences).prop_map(str::to_owned), 1..5).prop_map(Part::Paragraph)
}

fn part() -> impl Strategy<Value = Part> {
    let items = prop::collection::vec(select(&PLAIN[..]).prop_map(str::to_owned), 1..6);
    prop_oneof![
        8 => prop::collection::vec(sentence(), 1..9).prop_map(Part::Paragraph),
        5 => select(&HEADINGS[..]).prop_map(|(level, text)| Part::Heading(level, text.to_owned())),
        1 => (any::<bool>(), items).prop_map(|(ordered, items)| Part::List(ordered, items)),
        1 => (1_usize..5).prop_map(Part::Table),
        1 => select(&ALTS[..]).prop_map(|alt| Part::Image(alt.to_owned())),
        1 => sentence().prop_map(Part::Quote),
        1 => prop::collection::vec(select(PLAIN.to_vec()).prop_map(str::to_owned), 14..26).prop_map(Part::Paragraph),
        1 => uniform(LONG.iter().map(|(one, _)| *one).collect()),
        1 => uniform(HARD.iter().map(|(one, _)| *one).collect()),
        1 => uniform(vec![ABOUT[5], ABOUT[0]]),
    ]
}

/// Articles of any length.
pub fn article() -> impl Strategy<Value = Parts> {
    let fields = (
        (
            select(&TITLES[..]),
            select(&TITLES[..]),
            select(&DESCRIPTIONS[..]),
        ),
        (select(&KEYWORDS[..]), select(&SLUGS[..])),
        (
            prop::option::of(select(&ALTS[..])),
            prop::option::of(any::<bool>()),
            0_i32..1200,
        ),
        (any::<bool>(), any::<bool>(), prop::bool::weighted(0.9)),
        prop::collection::vec((select(&QUESTIONS[..]), select(&ANSWERS[..])), 0..5),
    );
    let parts = prop_oneof![
        1 => prop::collection::vec(part(), 0..6),
        3 => prop::collection::vec(part(), 6..40),
    ];
    (fields, parts).prop_map(|(fields, parts)| {
        let ((title, seo_title, description), (keyword, slug), (alt, author, age), faq, items) =
            fields;
        let mut draft = Draft {
            title: title.to_owned(),
            seo_title: seo_title.to_owned(),
            description: description.to_owned(),
            slug: slug.to_owned(),
            keyword: keyword.to_owned(),
            featured: alt.map(str::to_owned),
            author,
            date: match age {
                0..100 => ContentDate::Unknown,
                100..200 => ContentDate::Unpublished,
                days => ContentDate::On(TODAY - jiff::Span::new().days(days - 200)),
            },
            ..Draft::default()
        };
        (
            draft.faq.enabled,
            draft.faq.schema_enabled,
            draft.faq_supported,
        ) = faq;
        draft.faq.items = items
            .into_iter()
            .map(|(question, answer)| item(question, answer))
            .collect();
        Parts {
            fields: draft,
            parts,
        }
    })
}
