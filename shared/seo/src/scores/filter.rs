//! The parameters of `seo_scores` and `readability_scores`: which texts are counted.

use thiserror::Error;

/// A type of texts whose scores can be asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountedType {
    /// Its name, such as `post`.
    pub name: String,
    /// The taxonomy by which it can be filtered; `category` for posts.
    pub taxonomy: Option<String>,
}

/// What is wrong with the parameters: HTTP 400 with the message as `error`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum WrongFilter {
    /// The type is unknown or not counted.
    #[error("Invalid content type.")]
    ContentType,
    /// The type cannot be filtered by this taxonomy.
    #[error("Invalid taxonomy.")]
    Taxonomy,
    /// A taxonomy without term.
    #[error("Taxonomy needs a provided term.")]
    MissingTerm,
    /// A term without taxonomy.
    #[error("Term needs a provided taxonomy.")]
    MissingTaxonomy,
    /// The term is unknown or belongs to another taxonomy.
    #[error("Invalid term.")]
    Term,
}

/// Checked parameters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filter {
    /// Name of the type.
    pub content_type: String,
    /// Taxonomy and term; the term must still be looked up.
    pub term: Option<(String, u64)>,
}

impl Filter {
    /// Checks the parameters. `term` is `None` when it is not given, and 0 for anything that is no positive number.
    /// Whether the term exists in the taxonomy is for the caller to find out; it answers [`WrongFilter::Term`] otherwise.
    pub fn check(
        content_type: &str,
        taxonomy: &str,
        term: Option<u64>,
        types: &[CountedType],
    ) -> Result<Self, WrongFilter> {
        let counted = types
            .iter()
            .find(|one| one.name == content_type)
            .ok_or(WrongFilter::ContentType)?;
        let term = match (taxonomy, term) {
            ("", None) => None,
            ("", Some(_)) => return Err(WrongFilter::MissingTaxonomy),
            (name, _) if counted.taxonomy.as_deref() != Some(name) => {
                return Err(WrongFilter::Taxonomy);
            }
            (_, None) => return Err(WrongFilter::MissingTerm),
            (_, Some(0)) => return Err(WrongFilter::Term),
            (name, Some(term)) => Some((name.to_owned(), term)),
        };
        Ok(Self {
            content_type: content_type.to_owned(),
            term,
        })
    }

    /// The key under which the counts are kept for a minute.
    pub fn cache_key(&self, readability: bool) -> String {
        let kind = if readability { "readability" } else { "seo" };
        match &self.term {
            None => format!("{kind}/{}", self.content_type),
            Some((taxonomy, term)) => format!("{kind}/{}/{taxonomy}/{term}", self.content_type),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(kind: &str, taxonomy: &str, term: Option<u64>) -> Result<Filter, WrongFilter> {
        let types = [
            CountedType {
                name: "post".to_owned(),
                taxonomy: Some("category".to_owned()),
            },
            CountedType {
                name: "page".to_owned(),
                taxonomy: None,
            },
        ];
        Filter::check(kind, taxonomy, term, &types)
    }

    #[test]
    fn filters() {
        assert_eq!(check("page", "", None).unwrap().term, None);
        let filter = check("post", "category", Some(4)).unwrap();
        assert_eq!(filter.term, Some(("category".to_owned(), 4)));
    }

    #[test]
    fn errors() {
        let cases = [
            ("attachment", "", None, WrongFilter::ContentType),
            ("", "", None, WrongFilter::ContentType),
            ("post", "post_tag", Some(4), WrongFilter::Taxonomy),
            ("page", "category", Some(4), WrongFilter::Taxonomy),
            ("post", "category", None, WrongFilter::MissingTerm),
            ("post", "", Some(4), WrongFilter::MissingTaxonomy),
            ("post", "category", Some(0), WrongFilter::Term),
        ];
        for (kind, taxonomy, term, wrong) in cases {
            assert_eq!(check(kind, taxonomy, term), Err(wrong));
        }
        assert_eq!(WrongFilter::Term.to_string(), "Invalid term.");
        assert_eq!(
            WrongFilter::MissingTerm.to_string(),
            "Taxonomy needs a provided term."
        );
    }

    #[test]
    fn different_counts_have_different_keys() {
        let post = check("post", "", None).unwrap();
        let term = check("post", "category", Some(4)).unwrap();
        assert_eq!(post.cache_key(false), "seo/post");
        assert_eq!(post.cache_key(true), "readability/post");
        assert_eq!(term.cache_key(false), "seo/post/category/4");
    }
}
