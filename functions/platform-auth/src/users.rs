//! Administration of users.

use std::sync::{Mutex, PoisonError};

use axum::extract::State;
use domain::direction;
use domain::platform::access::Permission;
use domain::platform::id::UserId;
use domain::platform::limits::USER_NAME_CHARS;
use domain::platform::user::User;
use http::{HeaderName, StatusCode, header};
use platform_http::{ApiError, Code, Json, Listing, Paging, Path, Query};
use platform_session::{Caller, RequestClaim};
use platform_store::{Claim, NewUser, UserWriteError, Work};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::wire::{RoleName, UserBody};
use crate::{Ports, errors, mails};

/// Longest path of an address in SMTP, without its angle brackets (RFC 5321, 4.5.3.1.3).
const EMAIL_BYTES: usize = 254;

/// New user.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct NewUserBody {
    /// Name.
    #[schema(min_length = 1, max_length = 200)]
    name: String,
    /// E-mail address; receives the invitation.
    #[schema(format = "email", max_length = 254)]
    email: String,
    /// Role.
    role: RoleName,
    /// Whether the user may sign in.
    #[serde(default = "yes")]
    #[schema(default = true)]
    active: bool,
}

const fn yes() -> bool {
    true
}

/// Changes of a user. Members that are not sent stay as they are.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct ChangeUserBody {
    /// Name.
    #[schema(min_length = 1, max_length = 200)]
    name: Option<String>,
    /// E-mail.
    #[schema(format = "email", max_length = 254)]
    email: Option<String>,
    /// Role.
    role: Option<RoleName>,
    /// Whether the user may sign in.
    active: Option<bool>,
}

/// A user after creation.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AddedUserBody {
    /// The person.
    #[serde(flatten)]
    user: UserBody,
    /// Whether the invitation left. If not, `/auth/password-reset` sends the person a link.
    invitation_sent: bool,
}

impl From<UserWriteError> for Refused {
    fn from(error: UserWriteError) -> Self {
        Self(match error {
            UserWriteError::Missing => Code::NotFound.into(),
            UserWriteError::EmailTaken => ApiError::new(Code::EmailTaken).issue(
                "email_taken",
                "email",
                "Já existe uma pessoa com este e-mail.",
            ),
            UserWriteError::LastAdmin => Code::LastAdmin.into(),
            UserWriteError::OwnsSites => Code::OwnsSites.into(),
            UserWriteError::Items(error) => error.into(),
        })
    }
}

struct Refused(ApiError);

impl From<Refused> for ApiError {
    fn from(refused: Refused) -> Self {
        refused.0
    }
}

fn checked_name(name: &str) -> Result<String, (&'static str, &'static str, &'static str)> {
    let name = direction::without_controls(name);
    let name = name.trim();
    if name.is_empty()
        || name.chars().count() > USER_NAME_CHARS
        || name.chars().any(char::is_control)
    {
        return Err((
            "invalid_name",
            "name",
            "Informe um nome de 1 a 200 caracteres.",
        ));
    }
    Ok(name.to_owned())
}

fn checked_email(email: &str) -> Result<String, (&'static str, &'static str, &'static str)> {
    let email = email.trim();
    if email.len() > EMAIL_BYTES || email.parse::<lettre::Address>().is_err() {
        return Err(("invalid_email", "email", "Informe um e-mail válido."));
    }
    Ok(email.to_owned())
}

/// Both fields, or 422 that names each invalid one.
fn checked(
    name: Option<&str>,
    email: Option<&str>,
) -> Result<(Option<String>, Option<String>), ApiError> {
    let name = name.map(checked_name).transpose();
    let email = email.map(checked_email).transpose();
    match (name, email) {
        (Ok(name), Ok(email)) => Ok((name, email)),
        (name, email) => Err([name.err(), email.err()].into_iter().flatten().fold(
            ApiError::new(Code::InvalidFields),
            |error, (code, field, message)| error.issue(code, field, message),
        )),
    }
}

/// List users in the order of their creation.
#[utoipa::path(
    get,
    path = "/api/v1/users",
    operation_id = "list_users",
    tag = "users",
    params(Paging),
    responses((status = 200, description = "Page of users.", body = Listing<UserBody>), errors::ListUsers),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("users.manage")))
)]
pub(crate) async fn list_users(
    State(ports): State<Ports>,
    caller: Caller,
    Query(paging): Query<Paging>,
) -> Result<Json<Listing<UserBody>>, ApiError> {
    caller.actor.may(Permission::UsersManage)?;
    let paging = paging.checked()?;
    let users = ports.store.users().await?;
    let bodies = users.into_iter().map(UserBody::from).collect();
    Ok(Json(paging.cut(bodies)))
}

/// Create a user.
///
/// Mails an invitation with a link to set the password.
#[utoipa::path(
    post,
    path = "/api/v1/users",
    operation_id = "create_user",
    tag = "users",
    params(("Idempotency-Key" = Option<String>, Header, description = "Key that makes a repetition within 24 hours return the first response, 1 to 255 visible characters", max_length = 255)),
    request_body = NewUserBody,
    responses((status = 201, description = "Created user.", body = AddedUserBody), errors::CreateUser),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("users.manage")))
)]
pub(crate) async fn create_user(
    State(ports): State<Ports>,
    caller: Caller,
    RequestClaim(claim): RequestClaim,
    Json(body): Json<NewUserBody>,
) -> Result<(StatusCode, [(HeaderName, String); 1], Json<AddedUserBody>), ApiError> {
    caller.actor.may(Permission::UsersManage)?;
    let user = match claim.earlier() {
        // Whether the first attempt sent the invitation is unknown; a second one is harmless.
        Some(Work::User(id)) => ports.store.user(id).await?.ok_or(Code::NotFound)?,
        _ => add(&ports, &claim, &body).await?,
    };
    let invitation_sent = user.active && invite(&ports, user.id, &caller.user.name).await;
    Ok((
        StatusCode::CREATED,
        [(header::LOCATION, format!("/api/v1/users/{}", user.id))],
        Json(AddedUserBody {
            user: user.into(),
            invitation_sent,
        }),
    ))
}

async fn add(ports: &Ports, claim: &Claim, body: &NewUserBody) -> Result<User, ApiError> {
    let (name, email) = checked(Some(&body.name), Some(&body.email))?;
    let new = NewUser {
        name: name.unwrap_or_default(),
        email: email.unwrap_or_default(),
        role: body.role.into(),
        active: body.active,
    };
    let now = ports.clock.now_seconds();
    let added = ports.store.create_user_under(claim, new, None, now).await;
    Ok(added.map_err(Refused::from)?)
}

/// Whether the invitation was sent. The user exists in any case.
async fn invite(ports: &Ports, user: UserId, invited_by: &str) -> bool {
    let sent = match ports.store.account(user).await {
        Ok(Some(account)) => mails::invitation(ports, &account, invited_by).await,
        Ok(None) => Err(Code::NotFound.into()),
        Err(error) => Err(error.into()),
    };
    if let Err(error) = &sent {
        let code = error.code().name();
        tracing::warn!(target: "auth", code, user = user.0, "an invitation was not sent");
    }
    sent.is_ok()
}

/// Get a user.
#[utoipa::path(
    get,
    path = "/api/v1/users/{id}",
    operation_id = "get_user",
    tag = "users",
    params(("id" = u64, Path, minimum = 1, description = "Identifier.")),
    responses((status = 200, description = "User.", body = UserBody), errors::GetUser),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("users.manage")))
)]
pub(crate) async fn get_user(
    State(ports): State<Ports>,
    caller: Caller,
    Path(id): Path<u64>,
) -> Result<Json<UserBody>, ApiError> {
    caller.actor.may(Permission::UsersManage)?;
    let user = ports.store.user(UserId(id)).await?.ok_or(Code::NotFound)?;
    Ok(Json(user.into()))
}

/// Update a user.
///
/// Deactivation ends the user's sessions immediately. The last active administrator can be neither
/// deactivated nor demoted.
#[utoipa::path(
    put,
    path = "/api/v1/users/{id}",
    operation_id = "update_user",
    tag = "users",
    params(("id" = u64, Path, minimum = 1, description = "Identifier.")),
    request_body = ChangeUserBody,
    responses((status = 200, description = "Updated user.", body = UserBody), errors::UpdateUser),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("users.manage")))
)]
pub(crate) async fn update_user(
    State(ports): State<Ports>,
    caller: Caller,
    Path(id): Path<u64>,
    Json(body): Json<ChangeUserBody>,
) -> Result<Json<UserBody>, ApiError> {
    caller.actor.may(Permission::UsersManage)?;
    let (name, email) = checked(body.name.as_deref(), body.email.as_deref())?;
    // The address before the change that is committed: the closure runs again after a conflict.
    let former = Mutex::new(String::new());
    let user = ports
        .store
        .change_user(UserId(id), |user| {
            former
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .clone_from(&user.email);
            if let Some(name) = &name {
                user.name.clone_from(name);
            }
            if let Some(email) = &email {
                user.email.clone_from(email);
            }
            if let Some(role) = body.role {
                user.role = role.into();
            }
            if let Some(active) = body.active {
                user.active = active;
            }
        })
        .await
        .map_err(Refused::from)?;
    let former = former.into_inner().unwrap_or_else(PoisonError::into_inner);
    if former.to_lowercase() != user.email.to_lowercase() {
        // A later deletion of the user knows the address of then only.
        forget_mails(&ports, id, &former).await;
    }
    Ok(Json(user.into()))
}

/// Deletes the mails to an address of a user that the transport stores.
async fn forget_mails(ports: &Ports, id: u64, address: &str) {
    if let Err(error) = ports.mail.forget_recipient(address).await {
        tracing::warn!(target: "mail", id, %error, "mails to an address that a user no longer has are still stored");
    }
}

/// Delete a user.
///
/// Ends the user's memberships of sites. The last active administrator and users who own sites cannot be
/// deleted.
#[utoipa::path(
    delete,
    path = "/api/v1/users/{id}",
    operation_id = "delete_user",
    tag = "users",
    params(("id" = u64, Path, minimum = 1, description = "Identifier.")),
    responses((status = 204, description = "Deleted."), errors::DeleteUser),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("users.manage")))
)]
pub(crate) async fn delete_user(
    State(ports): State<Ports>,
    caller: Caller,
    Path(id): Path<u64>,
) -> Result<StatusCode, ApiError> {
    caller.actor.may(Permission::UsersManage)?;
    let emails = ports
        .store
        .delete_user(UserId(id), ports.clock.now_seconds())
        .await
        .map_err(Refused::from)?;
    for email in emails {
        forget_mails(&ports, id, &email).await;
    }
    Ok(StatusCode::NO_CONTENT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_addresses_have_a_form() {
        assert_eq!(checked_name(" Ana Luz ").unwrap(), "Ana Luz");
        assert!(checked_name(&"é".repeat(200)).is_ok());
        for name in ["", "  ", "a\nb", &"e".repeat(201)] {
            assert!(checked_name(name).is_err(), "{name:?}");
        }
        assert_eq!(
            checked_email(" Ana@Agencia.test ").unwrap(),
            "Ana@Agencia.test"
        );
        let long = format!("{}@agencia.test", "a".repeat(242));
        for email in [
            "",
            "ana",
            "ana@",
            "@agencia.test",
            "a b@agencia.test",
            "a\r\n@b.test",
            &long,
        ] {
            assert!(checked_email(email).is_err(), "{email:?}");
        }
    }
}
