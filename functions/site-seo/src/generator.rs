//! The service of generated texts: tokens of a user and calls with them.

use std::time::Duration;

use secrecy::ExposeSecret;
use seo::ai::failure::{Failure, Reaction};
use seo::ai::secrets::AiSecrets;
use seo::ai::suggestions::Request;
use seo::ai::tokens::{AfterRefresh, Step, TokenRequest, Tokens, after_refresh, step};
use seo_services::Generator;
use serde_json::Value;
use site_api::ApiCall;
use site_options::{OptionName, Owner};
use site_rest::RestError;
use tokio::time::Instant;
use vault::token::random_token;

use crate::{documents, secrets, stop};

/// Why nothing was generated.
type Stop = stop::Stop<Failure>;

/// Codes and tokens of a user.
const SECRETS: OptionName = OptionName::new("seo.texts");
/// Bytes of randomness of a code.
const CODE_BYTES: usize = 32;

/// The caller's document.
fn own(call: &ApiCall) -> Owner {
    Owner::User(call.caller().id())
}

fn left(until: Instant) -> Duration {
    until.saturating_duration_since(Instant::now())
}

/// Takes over the tokens of a callback. Returns the code for the answer; none when the challenge belongs to no waiting code of
/// the user, the user has withdrawn consent, or what was sent is no token.
///
/// # Errors
/// The store fails.
pub async fn take_tokens(call: &ApiCall) -> Result<Option<String>, RestError> {
    let params = call.params();
    let text = |name: &str| params.text(name).unwrap_or_default();
    let challenge = text("code_challenge");
    let tokens = Tokens::new(text("access_jwt"), text("refresh_jwt"));
    let user = params
        .id("user_id")
        .and_then(|id| call.caller().store.user(id));
    let (Some(tokens), Some(user)) = (tokens, user) else {
        return Ok(None);
    };
    let owner = Owner::User(user.id);
    if !documents::record_of(call, owner).await?.ai.has_consent() {
        return Ok(None);
    }
    let now = call.app().now();
    let taken = secrets::change(call, owner, SECRETS, |secrets: &mut AiSecrets| {
        let verifier = secrets.accept(challenge, now)?;
        secrets.tokens = Some(tokens.clone());
        Some(verifier)
    });
    taken.await
}

/// Deletes the caller's codes and tokens, and ends the tokens at the service.
///
/// # Errors
/// The store fails.
pub async fn end_tokens(call: &ApiCall) -> Result<(), RestError> {
    let ended = forget(call).await?;
    if let (Some(tokens), Some(service)) = (ended, &call.app().seo_services().generator) {
        let ended = service.invalidate_tokens(tokens.access(), call.caller().id());
        match ended.await {
            // Tokens that the service refuses have ended already.
            Ok(())
            | Err(Failure {
                status: 401 | 403, ..
            }) => {}
            Err(error) => {
                tracing::warn!(target: "seo", %error, "tokens were not ended at the service of generated texts");
            }
        }
    }
    Ok(())
}

/// Deletes the caller's codes and tokens, and returns the tokens.
async fn forget(call: &ApiCall) -> Result<Option<Tokens>, RestError> {
    let deleted = secrets::change(call, own(call), SECRETS, |secrets: &mut AiSecrets| {
        std::mem::take(secrets).tokens
    });
    deleted.await
}

/// The service withdrew consent.
async fn withdrawn(call: &ApiCall) -> Stop {
    let change = documents::change_user(call, |user| user.ai.revoke());
    if let Err(error) = change.await {
        return error.into();
    }
    match forget(call).await {
        Ok(_) => Failure::revoked().into(),
        Err(error) => error.into(),
    }
}

/// Suggestions for a title or description.
///
/// # Errors
/// [`Stop`].
pub async fn suggestions(
    call: &ApiCall,
    service: &Generator,
    request: &Request,
    until: Instant,
) -> Result<Vec<String>, Stop> {
    let user = call.caller().id();
    let mut is_retry = false;
    loop {
        let token = access_token(call, service, until).await?;
        let answer = service.suggestions(&token, request, user, left(until));
        match answer.await {
            Ok(texts) => return Ok(texts),
            Err(failure) => recover(call, failure, &mut is_retry).await?,
        }
    }
}

/// How much was generated.
///
/// # Errors
/// [`Stop`].
pub async fn usage(call: &ApiCall, service: &Generator, until: Instant) -> Result<Value, Stop> {
    let mut is_retry = false;
    loop {
        let token = access_token(call, service, until).await?;
        match service.usage(&token, left(until)).await {
            Ok(usage) => return Ok(usage),
            Err(failure) => recover(call, failure, &mut is_retry).await?,
        }
    }
}

/// Prepares another call after a failed one: tokens that the service refuses are requested anew, once.
async fn recover(call: &ApiCall, failure: Failure, is_retry: &mut bool) -> Result<(), Stop> {
    match failure.reaction(*is_retry) {
        Reaction::RetryWithNewTokens => {
            forget(call).await?;
            *is_retry = true;
            Ok(())
        }
        Reaction::RevokeConsent => Err(withdrawn(call).await),
        Reaction::Answer => Err(failure.into()),
    }
}

/// A token for a call: the stored one, or a new one.
async fn access_token(call: &ApiCall, service: &Generator, until: Instant) -> Result<String, Stop> {
    let state = documents::user(call).await?.ai;
    let stored: AiSecrets = secrets::read(call, own(call), SECRETS).await?.value;
    let now = call.app().now();
    match (step(&state, stored.tokens.as_ref(), now), stored.tokens) {
        (Step::RefuseWithoutConsent, _) => Err(Failure::revoked().into()),
        (Step::Call, Some(tokens)) => Ok(tokens.access().to_owned()),
        (Step::Refresh, Some(tokens)) => {
            let challenge = begin(call).await?;
            let renewed = service.renew_tokens(tokens.refresh(), &challenge, left(until));
            match renewed.await {
                Ok(()) => received(call, Some(&tokens)).await,
                Err(failure) => match after_refresh(failure.status) {
                    AfterRefresh::Request => {
                        forget(call).await?;
                        requested(call, service, until).await
                    }
                    AfterRefresh::RevokeConsent => Err(withdrawn(call).await),
                    AfterRefresh::Answer => Err(failure.into()),
                },
            }
        }
        (Step::Request | Step::Call | Step::Refresh, _) => requested(call, service, until).await,
    }
}

/// Requests tokens, which arrive through the callback meanwhile.
async fn requested(call: &ApiCall, service: &Generator, until: Instant) -> Result<String, Stop> {
    let challenge = begin(call).await?;
    let site = call.site();
    let root = site.rest_root.trim_end_matches('/');
    let request = TokenRequest {
        service: "openai",
        site: &site.home,
        user: call.caller().id(),
        callback: &format!("{root}/seo/v1/ai_generator/callback"),
        refresh_callback: &format!("{root}/seo/v1/ai_generator/refresh_callback"),
    };
    match service
        .request_tokens(&request, &challenge, left(until))
        .await
    {
        Ok(()) => received(call, None).await,
        Err(failure) if failure.status == 403 => Err(withdrawn(call).await),
        Err(failure) => Err(failure.into()),
    }
}

/// Stores a code that waits for its callback, and returns the challenge.
async fn begin(call: &ApiCall) -> Result<String, RestError> {
    let user = call.caller().store.user(call.caller().id());
    let email = user.map(|user| user.email.clone()).unwrap_or_default();
    let random = random_token(call.app().random(), CODE_BYTES);
    let now = call.app().now();
    let begun = secrets::change(call, own(call), SECRETS, |secrets: &mut AiSecrets| {
        secrets.begin(&email, random.expose_secret(), now)
    });
    begun.await
}

/// The access token that a callback stored; a failure when none came, or only `before`.
async fn received(call: &ApiCall, before: Option<&Tokens>) -> Result<String, Stop> {
    let stored: AiSecrets = secrets::read(call, own(call), SECRETS).await?.value;
    let tokens = stored.tokens.filter(|tokens| Some(tokens) != before);
    let tokens = tokens.ok_or_else(|| Failure {
        status: 500,
        message: "The service sent no tokens.".to_owned(),
        identifier: "UNKNOWN".to_owned(),
        missing_licenses: Vec::new(),
    })?;
    Ok(tokens.access().to_owned())
}
