//! Query parameters that refuse parameters they do not have. A misspelt filter would otherwise answer with, or change,
//! other records than those that were meant.

use std::collections::BTreeSet;

use axum::extract::FromRequestParts;
use http::Uri;
use http::request::Parts;
use serde::de::DeserializeOwned;
use utoipa::IntoParams;

use crate::code::Code;
use crate::error::ApiError;
use crate::input::Query;
use crate::listing::Paging;

/// Upper limit of the characters of an unknown parameter's name in a response.
const NAME_CHARS: usize = 64;
/// Upper limit of the unknown parameters that a response names.
const NAMED: usize = 10;

/// Query parameters: 422 when one is invalid, or is not one of `P`.
#[derive(Debug, Clone, Copy, Default)]
pub struct StrictQuery<P>(pub P);

impl<S, P> FromRequestParts<S> for StrictQuery<P>
where
    S: Send + Sync,
    P: DeserializeOwned + IntoParams + Send + 'static,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        refuse_unknown_parameters(&parts.uri, &names::<P>())?;
        let parameters = Query::<P>::from_request_parts(parts, state).await?;
        Ok(Self(parameters.0))
    }
}

/// The filter and the paging of a list: 422 when a parameter is invalid, or is none of either.
#[derive(Debug, Clone, Copy, Default)]
pub struct ListQuery<F> {
    /// The filter.
    pub filter: F,
    /// The page, within its ranges.
    pub paging: Paging,
}

impl<S, F> FromRequestParts<S> for ListQuery<F>
where
    S: Send + Sync,
    F: DeserializeOwned + IntoParams + Send + 'static,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let mut known = names::<F>();
        known.extend(names::<Paging>());
        refuse_unknown_parameters(&parts.uri, &known)?;
        let paging = Query::<Paging>::from_request_parts(parts, state).await?;
        let filter = Query::<F>::from_request_parts(parts, state).await?;
        Ok(Self {
            filter: filter.0,
            paging: paging.0.checked()?,
        })
    }
}

/// Names of the parameters, as the API description has them.
fn names<P: IntoParams>() -> BTreeSet<String> {
    let parameters = P::into_params(|| None).into_iter();
    parameters.map(|parameter| parameter.name).collect()
}

/// Refuses query parameters of `uri` whose names are not in `known`.
///
/// # Errors
/// 422 `invalid_parameter` with an issue `unknown_parameter` for each unknown name, which is its field.
pub fn refuse_unknown_parameters(uri: &Uri, known: &BTreeSet<String>) -> Result<(), ApiError> {
    let sent = axum::extract::Query::<Vec<(String, String)>>::try_from_uri(uri);
    let sent = sent.map_err(|_| ApiError::new(Code::InvalidParameter))?.0;
    let unknown: BTreeSet<String> = sent
        .into_iter()
        .map(|(name, _)| name)
        .filter(|name| !known.contains(name))
        .map(|name| name.chars().take(NAME_CHARS).collect())
        .collect();
    if unknown.is_empty() {
        return Ok(());
    }
    let refused = ApiError::new(Code::InvalidParameter);
    let known: Vec<_> = known.iter().map(String::as_str).collect();
    let known = known.join(", ");
    Err(unknown.iter().take(NAMED).fold(refused, |error, name| {
        let message = format!("O parâmetro “{name}” não existe. Use estes: {known}.");
        error.issue("unknown_parameter", name, message)
    }))
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Default, Deserialize, IntoParams)]
    #[serde(default)]
    struct Colours {
        /// Hue.
        #[serde(rename = "hue")]
        #[param(minimum = 1)]
        tone: Option<u8>,
    }

    async fn read(query: &str) -> Result<ListQuery<Colours>, ApiError> {
        let request = http::Request::get(format!("/colours?{query}")).body(());
        let (mut parts, ()) = request.unwrap().into_parts();
        ListQuery::from_request_parts(&mut parts, &()).await
    }

    async fn issues(query: &str) -> Vec<(String, String)> {
        let error = read(query).await.unwrap_err();
        assert_eq!(error.code(), Code::InvalidParameter, "{query}");
        let issues = error.issues().iter();
        issues
            .map(|issue| (issue.code.clone(), issue.field.clone()))
            .collect()
    }

    fn unknown(name: &str) -> (String, String) {
        ("unknown_parameter".to_owned(), name.to_owned())
    }

    #[tokio::test]
    async fn filter_and_paging_are_read_from_one_query() {
        let read = read("per_page=3&hue=200&page=7").await.unwrap();
        assert_eq!(read.filter.tone, Some(200));
        assert_eq!((read.paging.page, read.paging.per_page), (7, 3));
    }

    #[tokio::test]
    async fn parameters_that_the_list_does_not_have_are_named() {
        assert_eq!(issues("hues=2").await, [unknown("hues")]);
        // The name of the member is not that of the parameter.
        assert_eq!(issues("tone=2&page=1").await, [unknown("tone")]);
        let several = issues("b=1&a=2&b=3&hue=4&%C3%A9=5").await;
        assert_eq!(several, [unknown("a"), unknown("b"), unknown("é")]);
        // An unknown parameter is reported before the value of a known one.
        assert_eq!(issues("hue=x&Hue=1").await, [unknown("Hue")]);
        let refused = read("cor=1").await.unwrap_err();
        let message = &refused.issues()[0].message;
        assert_eq!(
            message,
            "O parâmetro “cor” não existe. Use estes: hue, page, per_page."
        );
    }

    #[tokio::test]
    async fn long_and_many_names_are_cut() {
        let long = "é".repeat(500);
        let found = issues(&format!("{long}=1")).await;
        assert_eq!(
            found,
            [unknown(&long.chars().take(NAME_CHARS).collect::<String>())]
        );
        let many: Vec<_> = (0..50).map(|n| format!("p{n}=1")).collect();
        assert_eq!(issues(&many.join("&")).await.len(), NAMED);
    }

    #[tokio::test]
    async fn values_are_checked_as_before() {
        for query in ["hue=300", "page=0", "per_page=101", "page=x"] {
            let found = issues(query).await;
            let field = query.split_once('=').unwrap().0;
            assert_eq!(found.len(), 1, "{query}");
            assert_eq!(found[0].1, field, "{query}");
            assert_ne!(found[0].0, "unknown_parameter", "{query}");
        }
    }
}
