//! Rank tracking.

use http::StatusCode;
use secrecy::{ExposeSecret, SecretString};
use seo::keywords::failure::Failure;
use seo::keywords::tracking;
use seo::meta::fields::MetaFields;
use seo_services::Tracker;
use serde_json::{Value, json};
use site_api::{ApiCall, HandlerResult, OrRefuse};
use site_rest::{Reply, RestError};
use url::Url;

use crate::connection::{Service, Stop};
use crate::documents;
use crate::services::{self, NO_CODE, NO_SERVICE, failed};
use crate::status::with_status;

fn service(call: &ApiCall) -> Option<&Tracker> {
    call.app().seo_services().tracker.as_ref()
}

/// The code verifier of the caller's `number`th authorisation (RFC 7636): a keyed hash, so that nothing is stored before the
/// account's owner comes back.
fn verifier(call: &ApiCall, number: u64) -> SecretString {
    let caller = call.caller();
    let context = format!("site/{}/seo/rank-tracker", caller.store.tenant());
    let subject = SecretString::from(format!("{}/{number}", caller.id()));
    let hash = call.app().keyring().token_hash(&context, &subject);
    SecretString::from(hash.as_str())
}

/// Tells where the account's owner allows access.
///
/// # Errors
/// The store fails.
pub async fn authorization_url(call: ApiCall, (): ()) -> HandlerResult {
    let Some(service) = service(&call) else {
        let body = json!({ "status": 400, "error": NO_SERVICE });
        return Ok(with_status(StatusCode::BAD_REQUEST, body));
    };
    let home = Url::parse(&call.site().home).map_err(RestError::internal)?;
    let domain = home.host_str().unwrap_or_default();
    let number = documents::user(&call).await?.authorizations;
    let verifier = verifier(&call, number);
    let url = service.authorization_url(domain, verifier.expose_secret());
    Ok(Reply::json(tracking::authorization_body(&url)))
}

/// Exchanges a code for tokens, and connects the site with a website of the account. The verifier of the caller's
/// authorisation is used up before the service is called, so that it is used once.
///
/// # Errors
/// The store fails.
pub async fn authenticate(call: ApiCall, (): ()) -> HandlerResult {
    let refused = |error: String| {
        let failure = Failure::Authentication(error);
        failed(&failure, failure.body())
    };
    let Some(service) = service(&call) else {
        return refused(NO_SERVICE.to_owned());
    };
    let Some(code) = services::given_code(call.params()) else {
        return refused(NO_CODE.to_owned());
    };
    let website = call.params().integer("websiteId");
    let taken = documents::change_user(&call, |user| {
        let number = user.authorizations;
        user.authorizations = number.wrapping_add(1);
        number
    });
    let verifier = verifier(&call, taken.await?);
    match service.exchange(code, verifier.expose_secret()).await {
        Ok(tokens) => {
            Service::Tracker(service)
                .connect(&call, &tokens, website)
                .await?;
            Ok(Reply::json(tokens.body(call.app().now())))
        }
        Err(error) => refused(error.to_string()),
    }
}

/// What a call needs: the service, a token, and the website.
async fn connected(call: &ApiCall) -> Result<(&Tracker, String, i64), Stop> {
    let Some(service) = service(call) else {
        return Err(Failure::NotConnected.into());
    };
    let (tokens, website) = Service::Tracker(service).connection(call).await?;
    let website = website.ok_or(Failure::NotConnected)?;
    Ok((service, tokens.access_token, website))
}

/// Answers; `body` makes the body of a failure.
fn answer(result: Result<Value, Stop>, body: fn(&Failure) -> Value) -> HandlerResult {
    match result {
        Ok(body) => Ok(Reply::json(body)),
        Err(Stop::Answer(failure)) => failed(&failure, body(&failure)),
        Err(Stop::Fault(error)) => Err(error),
    }
}

/// Begins to track phrases, unless that exceeds the account's limit.
///
/// # Errors
/// The store fails.
pub async fn track(call: ApiCall, (): ()) -> HandlerResult {
    answer(tracked(&call).await, Failure::status_first)
}

async fn tracked(call: &ApiCall) -> Result<Value, Stop> {
    let (service, token, website) = connected(call).await?;
    let phrases = services::tracked(call.params())?;
    if phrases.is_empty() {
        return Ok(tracking::empty_body());
    }
    service.limit(&token).await?.admits(phrases.len())?;
    Ok(service.track(&token, website, &phrases).await?)
}

/// Positions of phrases: those of the request, or the focus keyphrases of the site.
///
/// # Errors
/// The store fails.
pub async fn positions(call: ApiCall, (): ()) -> HandlerResult {
    answer(found(&call).await, Failure::body)
}

async fn found(call: &ApiCall) -> Result<Value, Stop> {
    if services::asks_for_nothing(call.params()) {
        return Ok(tracking::empty_body());
    }
    let (service, token, website) = connected(call).await?;
    let (listed, period) = services::asked(call.params())?;
    let phrases = match listed {
        Some(phrases) => phrases,
        None => focus_phrases(call).await?,
    };
    if phrases.is_empty() {
        return Ok(tracking::empty_body());
    }
    Ok(service
        .positions(&token, website, &phrases, &period)
        .await?)
}

/// Focus keyphrases of the site's indexed texts.
async fn focus_phrases(call: &ApiCall) -> Result<Vec<String>, RestError> {
    let store = &call.caller().store;
    let ids = store.index_with_phrase(tracking::LIMIT).or_refuse()?;
    let items = store.get_many(&ids).await.or_refuse()?;
    let keywords = items
        .iter()
        .map(|item| MetaFields::of_stored(&item.meta).focus_keyword);
    let keywords: Vec<String> = keywords.collect();
    Ok(tracking::of_site(keywords.iter().map(String::as_str)))
}

/// Ends the tracking of a phrase. Without an identifier of one, nothing is tracked under it.
///
/// # Errors
/// The store fails.
pub async fn untrack(call: ApiCall, (): ()) -> HandlerResult {
    answer(untracked(&call).await, Failure::body)
}

async fn untracked(call: &ApiCall) -> Result<Value, Stop> {
    let (service, token, website) = connected(call).await?;
    let id = call.params().value("keyphraseID");
    if let Some(phrase) = id.and_then(tracking::phrase_id) {
        service.untrack(&token, website, &phrase).await?;
    }
    Ok(tracking::untracked_body())
}

/// What the account may track.
///
/// # Errors
/// The store fails.
pub async fn limit(call: ApiCall, (): ()) -> HandlerResult {
    answer(limits(&call).await, Failure::status_first)
}

async fn limits(call: &ApiCall) -> Result<Value, Stop> {
    let (service, token, _) = connected(call).await?;
    Ok(service.limit(&token).await?.body())
}

/// The discount of the account, if there is one.
///
/// # Errors
/// The store fails.
pub async fn campaign(call: ApiCall, (): ()) -> HandlerResult {
    answer(offered(&call).await, Failure::status_first)
}

async fn offered(call: &ApiCall) -> Result<Value, Stop> {
    let (service, token, _) = connected(call).await?;
    Ok(service.campaign(&token).await?)
}
