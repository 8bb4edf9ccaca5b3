//! Keyword research.

use seo::keywords::failure::Failure;
use seo::settings::Saved;
use serde_json::Value;
use site_api::{ApiCall, HandlerResult};
use site_rest::Reply;

use crate::connection::{Service, Stop};
use crate::documents;
use crate::services::{self, NO_CODE, NO_SERVICE, failed};

/// Exchanges a code for tokens, and connects the site.
///
/// # Errors
/// The store fails.
pub async fn authenticate(call: ApiCall, (): ()) -> HandlerResult {
    let Some(service) = &call.app().seo_services().research else {
        let failure = Failure::Authentication(NO_SERVICE.to_owned());
        return failed(&failure, failure.body());
    };
    let Some(code) = services::given_code(call.params()) else {
        let failure = Failure::Authentication(NO_CODE.to_owned());
        return failed(&failure, failure.body());
    };
    match service.exchange(code).await {
        Ok(tokens) => {
            Service::Research(service)
                .connect(&call, &tokens, None)
                .await?;
            Ok(Reply::json(tokens.body(call.app().now())))
        }
        Err(error) => {
            let failure = Failure::Authentication(error.to_string());
            failed(&failure, failure.body())
        }
    }
}

/// Stores the country of keyword research.
///
/// # Errors
/// The store fails.
pub async fn store_country(call: ApiCall, (): ()) -> HandlerResult {
    let country = call.params().text("country_code").unwrap_or_default();
    let change = documents::change_settings(&call, |settings| {
        country.clone_into(&mut settings.keyword_country);
    });
    change.await?;
    Ok(Reply::json(Saved::Done.body(500)))
}

/// Phrases that are related to a phrase.
///
/// # Errors
/// The store fails.
pub async fn related(call: ApiCall, (): ()) -> HandlerResult {
    match found(&call).await {
        Ok(body) => Ok(Reply::json(body)),
        Err(Stop::Answer(failure)) => failed(&failure, failure.body()),
        Err(Stop::Fault(error)) => Err(error),
    }
}

async fn found(call: &ApiCall) -> Result<Value, Stop> {
    let Some(service) = &call.app().seo_services().research else {
        return Err(Failure::NotConnected.into());
    };
    let site = call.site().site.as_str();
    let (tokens, _) = Service::Research(service).connection(call).await?;
    let (phrase, country) = services::sought(call.params())?;
    if let Some(body) = service.recent(site, &phrase, &country) {
        return Ok(body);
    }
    Ok(service.related(site, &tokens, &phrase, &country).await?)
}
