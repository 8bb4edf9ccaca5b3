//! The heading hierarchy: outline and issues. The title is the H1; the body's headings follow.

use serde::Serialize;
use utoipa::ToSchema;

use crate::article::Article;
use crate::document::Document;
use crate::text::characters::cleaned;

/// A heading of the outline.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct OutlineHeading {
    /// 1 to 6.
    pub level: u8,
    /// Its text.
    pub text: String,
    /// Index among the body's headings; `None` for the title.
    pub index: Option<usize>,
    /// Whether it is a question.
    pub is_question: bool,
}

/// Kinds of issues.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum HeadingIssueCode {
    /// The article has no title.
    NoH1,
    /// The body holds an H1 although there is one.
    DuplicateH1,
    /// A heading without text.
    EmptyHeading,
    /// A level is skipped, like an H4 after an H2.
    LevelSkip,
}

/// An issue of the hierarchy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct HeadingIssue {
    /// What is wrong.
    pub code: HeadingIssueCode,
    /// Index among the body's headings; `None` for the title.
    pub index: Option<usize>,
    /// The heading's level.
    pub level: u8,
    /// The heading's text.
    pub text: String,
    /// Explanation in Portuguese.
    pub message: String,
}

/// The outline.
pub(crate) fn outline(article: &Article<'_>, document: &Document) -> Vec<OutlineHeading> {
    let title = cleaned(article.title);
    let title = (!title.is_empty()).then(|| OutlineHeading {
        level: 1,
        is_question: crate::language::questions::is_question(&title),
        text: title,
        index: None,
    });
    let headings = document.headings.iter().enumerate();
    let headings = headings.map(|(index, heading)| {
        let text = document.block_text(heading.block);
        OutlineHeading {
            level: heading.level,
            text: text.to_owned(),
            index: Some(index),
            is_question: crate::language::questions::is_question(text),
        }
    });
    title.into_iter().chain(headings).collect()
}

/// The issues, in document order.
pub(crate) fn issues(article: &Article<'_>, document: &Document) -> Vec<HeadingIssue> {
    let mut issues = Vec::new();
    let mut has_h1 = !cleaned(article.title).is_empty();
    if !has_h1 {
        issues.push(HeadingIssue {
            code: HeadingIssueCode::NoH1,
            index: None,
            level: 1,
            text: String::new(),
            message: "Falta o título, que é o H1 da página. Escreva um.".to_owned(),
        });
    }
    let mut previous = 1;
    for (index, heading) in document.headings.iter().enumerate() {
        let level = heading.level;
        let text = document.block_text(heading.block);
        let mut add = |code, message: String| {
            issues.push(HeadingIssue {
                code,
                index: Some(index),
                level,
                text: text.to_owned(),
                message,
            });
        };
        let is_empty = !text.contains(char::is_alphanumeric) && !heading.has_described_image;
        if is_empty {
            add(
                HeadingIssueCode::EmptyHeading,
                format!("O H{level} está vazio. Escreva o texto ou apague o intertítulo."),
            );
            continue;
        }
        if level == 1 && has_h1 {
            add(
                HeadingIssueCode::DuplicateH1,
                "O H1 é o título da página. Use H2 no texto.".to_owned(),
            );
        }
        has_h1 |= level == 1;
        if level > previous + 1 {
            let expected = previous + 1;
            add(
                HeadingIssueCode::LevelSkip,
                format!("O H{level} vem logo após um H{previous}. Use H{expected}."),
            );
        }
        previous = level;
    }
    issues
}
