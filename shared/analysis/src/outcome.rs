//! The output of the analysis.

use serde::Serialize;
use utoipa::ToSchema;

use crate::faq::FaqWarning;
use crate::outline::{HeadingIssue, OutlineHeading};

/// Result of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = AnalysisStatus)]
pub enum Status {
    /// Full points.
    Good,
    /// Half of the points.
    Ok,
    /// No points.
    Bad,
    /// The check does not apply; its weight is shared among the others in proportion.
    Na,
}

/// What a [`Place`] points into.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = AnalysisPlaceKind)]
pub enum PlaceKind {
    /// A field of the article, by name.
    Field,
    /// A heading of the body, by its index among them.
    Heading,
    /// A block of the body, by its index.
    Block,
    /// An image: 0 is the featured one if there is one, then those of the body.
    Image,
    /// A link of the body, by its index.
    Link,
    /// An item of the FAQ, by its index.
    Faq,
}

/// A place in the article.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[schema(as = AnalysisPlace)]
pub struct Place {
    /// What `name` or `index` refers to.
    pub kind: PlaceKind,
    /// Name of the field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<&'static str>,
    /// Index, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<usize>,
    /// Start within the text of the field or block, in UTF-16 code units.
    pub offset: usize,
    /// Length in UTF-16 code units.
    pub length: usize,
}

/// A check with its result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = AnalysisCheck)]
pub struct Check {
    /// Stable identifier.
    pub id: &'static str,
    /// Result.
    pub status: Status,
    /// Points of 100 in its score.
    pub weight: u32,
    /// Points by which the score rises when this check alone becomes good; 0 for one that is good or does not apply.
    pub gain: u32,
    /// What was found and what to do, in Portuguese.
    pub message: String,
    /// Where, in document order; at most 20 places.
    #[serde(rename = "where")]
    pub places: Vec<Place>,
}

/// A score with its checks.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = AnalysisScore)]
pub struct Score {
    /// 0 to 100.
    pub score: u32,
    /// Its checks, in a fixed order.
    pub checks: Vec<Check>,
}

/// The whole analysis.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Analysis {
    /// Search engines.
    pub seo: Score,
    /// Generative engines, which cite texts.
    pub geo: Score,
    /// Answer engines, which read answers out.
    pub aeo: Score,
    /// Words of the text, without headings and FAQ.
    pub words: usize,
    /// Flesch index in the Portuguese adaptation, in tenths from 0 to 1000; `None` without sentences.
    pub flesch_tenths: Option<i64>,
    /// The title as H1, then the headings of the body.
    pub outline: Vec<OutlineHeading>,
    /// Issues of the heading hierarchy.
    pub heading_issues: Vec<HeadingIssue>,
    /// Warnings about the FAQ, while it is enabled.
    pub faq_warnings: Vec<FaqWarning>,
}

impl Analysis {
    /// The check with this identifier.
    pub fn check(&self, id: &str) -> Option<&Check> {
        [&self.seo, &self.geo, &self.aeo]
            .into_iter()
            .flat_map(|score| &score.checks)
            .find(|check| check.id == id)
    }
}
