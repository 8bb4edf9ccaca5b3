//! The signed-in user behind a request.

use axum::extract::{FromRef, FromRequestParts};
use domain::platform::access::{Actor, Permission, Role, Scope};
use domain::platform::id::{SiteId, UserId};
use domain::platform::user::User;
use heavy_work::CallerKey;
use http::request::Parts;
use http::{HeaderMap, HeaderValue, header};
use platform_http::{ApiError, Code};
use vault::session_token;

use crate::state::SessionState;

/// The signed-in user. As an extractor it answers 401 `unauthenticated` when the bearer token is missing or invalid,
/// when the session has ended, and when the user is deactivated or deleted, even before the token expires.
#[derive(Debug, Clone)]
pub struct Caller {
    /// The current record of the user.
    pub user: User,
    /// Identifier of the session.
    pub session_id: String,
    /// The user as the permission table sees them.
    pub actor: Actor,
}

/// 401 with the challenge that RFC 9110, 11.6.1 requires.
fn unauthenticated(cause: impl std::fmt::Display) -> ApiError {
    ApiError::new(Code::Unauthenticated)
        .header(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"))
        .debug(cause)
}

/// The token of `Authorization: Bearer …` (RFC 6750, 2.1; the scheme in any case).
fn bearer(headers: &HeaderMap) -> Option<&str> {
    let mut values = headers.get_all(header::AUTHORIZATION).iter();
    let only = values.next().filter(|_| values.next().is_none())?;
    let (scheme, token) = only.to_str().ok()?.split_once(' ')?;
    let token = token.trim();
    (scheme.eq_ignore_ascii_case("bearer") && !token.is_empty()).then_some(token)
}

/// Whether any permission of `role` is limited to the user's own sites.
fn needs_own_sites(role: Role) -> bool {
    Permission::ALL
        .iter()
        .any(|permission| matches!(permission.scope(role), Scope::OwnSites | Scope::OwnPosts))
}

impl Caller {
    /// Authenticates a request by its headers.
    ///
    /// # Errors
    /// 401 as described on the type; 503 when the store does not answer.
    pub async fn of(headers: &HeaderMap, state: &SessionState) -> Result<Self, ApiError> {
        let token = bearer(headers).ok_or_else(|| unauthenticated("no bearer token"))?;
        let now = state.clock.now();
        let claims = session_token::verify(&state.keyring, token, now).map_err(unauthenticated)?;
        let id: UserId = claims.subject.parse().map_err(unauthenticated)?;
        let user = state
            .store
            .signed_in(&claims.session, id, now)
            .await?
            .ok_or_else(|| unauthenticated("the session is over"))?;
        heavy_work::caller::identify(CallerKey::platform_user(user.id.0));
        let own_sites: Vec<SiteId> = if needs_own_sites(user.role) {
            state.store.own_site_ids(user.id).await?
        } else {
            Vec::new()
        };
        Ok(Self {
            actor: Actor {
                id: user.id,
                role: user.role,
                own_sites,
            },
            user,
            session_id: claims.session,
        })
    }
}

impl<S> FromRequestParts<S> for Caller
where
    S: Send + Sync,
    SessionState: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        // The idempotency middleware may have authenticated the request already.
        if let Some(known) = parts.extensions.get::<Self>() {
            return Ok(known.clone());
        }
        Self::of(&parts.headers, &SessionState::from_ref(state)).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(values: &[&'static str]) -> Option<String> {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(header::AUTHORIZATION, HeaderValue::from_static(value));
        }
        bearer(&headers).map(str::to_owned)
    }

    #[test]
    fn only_one_bearer_token_counts() {
        assert_eq!(read(&["Bearer abc"]).as_deref(), Some("abc"));
        assert_eq!(read(&["bearer  abc "]).as_deref(), Some("abc"));
        for values in [
            &[][..],
            &["Bearer"],
            &["Bearer "],
            &["Basic abc"],
            &["abc"],
            &["Bearer abc", "Bearer abc"],
        ] {
            assert_eq!(read(values), None, "{values:?}");
        }
    }

    #[test]
    fn only_roles_with_limited_reach_load_their_sites() {
        for role in Role::ALL {
            assert_eq!(
                needs_own_sites(role),
                matches!(role, Role::Editor | Role::Redator)
            );
        }
    }
}
