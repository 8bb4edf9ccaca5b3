//! Error responses of the API description, generated from the table of codes.

use std::collections::BTreeMap;

use utoipa::openapi::{Content, Ref, RefOr, Response, ResponseBuilder};

use crate::code::Code;

/// One response for each status of `codes`, described by the names of its codes.
pub fn error_responses(codes: impl IntoIterator<Item = Code>) -> BTreeMap<String, RefOr<Response>> {
    let mut names: BTreeMap<u16, Vec<&str>> = BTreeMap::new();
    for code in codes {
        names.entry(code.number()).or_default().push(code.name());
    }
    let schema = || Content::new(Some(Ref::from_schema_name("ErrorBody")));
    names
        .into_iter()
        .map(|(status, names)| {
            let response = ResponseBuilder::new()
                .description(names.join(", "))
                .content("application/json", schema())
                .build();
            (status.to_string(), response.into())
        })
        .collect()
}

/// Declares sets of error responses for `#[utoipa::path]`, each by the codes that its routes answer. The
/// codes after `@each` belong to every set.
///
/// ```
/// platform_http::error_responses! {
///     @each Unauthenticated;
///     /// Of `DELETE /sites/{id}`.
///     DeleteSite: NotFound, SiteInUse;
/// }
///
/// use utoipa::IntoResponses;
/// assert_eq!(DeleteSite::responses().keys().collect::<Vec<_>>(), ["401", "404", "409"]);
/// ```
#[macro_export]
macro_rules! error_responses {
    ($(@each $($each:ident),+;)? $($(#[$doc:meta])* $name:ident: $($code:ident),* $(,)?;)+) => {
        const IN_EACH: &[$crate::Code] = &[$($($crate::Code::$each),+)?];
        $(
            $(#[$doc])*
            pub(crate) struct $name;

            impl ::utoipa::IntoResponses for $name {
                fn responses() -> ::std::collections::BTreeMap<
                    ::std::string::String,
                    ::utoipa::openapi::RefOr<::utoipa::openapi::Response>,
                > {
                    let codes = [$($crate::Code::$code),*];
                    $crate::responses::error_responses(IN_EACH.iter().copied().chain(codes))
                }
            }
        )+
    };
}
