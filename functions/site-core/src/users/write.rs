//! Creating, changing and deleting users.

use std::sync::Arc;

use domain::site::{Capability, Role};
use secrecy::SecretString;
use serde_json::{Value, json};
use site_api::reply::without_links;
use site_api::{ApiCall, Caller, HandlerResult, OrRefuse};
use site_contract::core::users::codes;
use site_options::SiteOptions;
use site_rest::{Params, Reply, RestError};
use site_store::{Refusal, StoreError, User, UserChange};
use vault::password::BUSY_RETRY_AFTER;
use vault::{PasswordError, PasswordHash};

use crate::users::preferences;
use crate::users::read::shown;

/// Checks names and passwords in a write.
pub fn refine(_: &Caller, params: &mut Params) -> Vec<(String, RestError)> {
    let mut refused = Vec::new();
    if let Some(name) = params.text("username") {
        let sound = !name.is_empty()
            && name
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || matches!(c, ' ' | '_' | '.' | '-' | '@'))
            && name.trim() == name;
        if !sound {
            refused.push((
                "username".to_owned(),
                RestError::new(&codes::USER_INVALID_USERNAME),
            ));
        }
    }
    if params
        .text("password")
        .is_some_and(|text| text.is_empty() || text.contains('\\'))
    {
        refused.push((
            "password".to_owned(),
            RestError::new(&codes::USER_INVALID_PASSWORD),
        ));
    }
    refused
}

/// Checks `reassign`: an identifier, or one of the values that mean no heir.
pub fn refine_heir(_: &Caller, params: &mut Params) -> Vec<(String, RestError)> {
    let heir = match params.get("reassign") {
        None | Some(Value::Bool(false)) => Some(0),
        Some(Value::String(text)) if text.is_empty() || text == "false" => Some(0),
        Some(Value::String(text)) => text.parse::<i64>().ok(),
        Some(Value::Number(number)) => number.as_i64(),
        Some(_) => None,
    };
    match heir {
        Some(heir) => {
            params.set("reassign", Value::from(heir));
            Vec::new()
        }
        None => vec![(
            "reassign".to_owned(),
            RestError::new(&codes::USER_INVALID_HEIR),
        )],
    }
}

/// Creates a user.
///
/// # Errors
/// A member is invalid, the name or address is taken, or the store fails.
pub async fn create(call: ApiCall, (): ()) -> HandlerResult {
    let params = call.params();
    if params.has("id") {
        return Err(RestError::new(&codes::USER_EXISTS));
    }
    if params
        .text("username")
        .is_some_and(|name| name.chars().count() > 60)
    {
        return Err(RestError::new(&codes::USER_LOGIN_TOO_LONG));
    }
    let mut change = change(&call, None).await?;
    change.login = params.text("username").map(str::to_owned);
    let user = call.caller().store.create_user(&change).await.or_refuse()?;
    let location = call.site().url(&format!("/core/v2/users/{}", user.id));
    let shown = shown(&call, &user, "edit").await?;
    Ok(Reply::created(shown, &location))
}

/// Changes a user.
///
/// # Errors
/// A member is invalid, the address is taken, or the store fails.
pub async fn update(call: ApiCall, user: Arc<User>) -> HandlerResult {
    let params = call.params();
    if params
        .text("username")
        .is_some_and(|name| name != user.login)
    {
        return Err(RestError::new(&codes::USER_INVALID_ARGUMENT));
    }
    let change = change(&call, Some(&user)).await?;
    let slug_taken = change.slug.as_deref().is_some_and(|slug| {
        !slug.is_empty() && slug != user.slug && call.caller().store.user_by_slug(slug).is_some()
    });
    if slug_taken {
        return Err(RestError::new(&codes::USER_INVALID_SLUG));
    }
    let email_taken = params
        .filled("email")
        .and_then(|email| call.caller().store.user_by_login(email))
        .is_some_and(|owner| {
            owner.id != user.id && params.filled("email") == Some(owner.email.as_str())
        });
    if email_taken {
        return Err(RestError::new(&codes::USER_INVALID_EMAIL));
    }
    let user = call
        .caller()
        .store
        .update_user(user.id, &change)
        .await
        .or_refuse()?;
    Ok(Reply::json(shown(&call, &user, "edit").await?))
}

async fn change(call: &ApiCall, current: Option<&User>) -> Result<UserChange, RestError> {
    let params = call.params();
    let text = |name: &str| params.text(name).map(str::to_owned);
    if params
        .text("url")
        .is_some_and(|url| url.chars().count() > 100)
    {
        return Err(RestError::new(&codes::USER_URL_TOO_LONG));
    }
    Ok(UserChange {
        email: params.filled("email").map(str::to_owned),
        name: name(params, current),
        first_name: text("first_name"),
        last_name: text("last_name"),
        nickname: params.filled("nickname").map(str::to_owned),
        url: text("url"),
        description: params.text("description").map(markup::sanitise::inline),
        locale: text("locale"),
        slug: text("slug"),
        roles: roles(call, current)?,
        password: password(call).await?,
        meta: preferences::change(params)?,
        ..UserChange::default()
    })
}

/// The display name. An emptied one becomes the login; a new user's is made from first and last name.
pub fn name(params: &Params, current: Option<&User>) -> Option<String> {
    match (params.text("name"), current) {
        (Some(""), Some(user)) => Some(user.login.clone()),
        (Some(name), _) if !name.is_empty() => Some(name.to_owned()),
        (_, Some(_)) => None,
        (_, None) => {
            let parts =
                ["first_name", "last_name"].map(|name| params.text(name).unwrap_or_default());
            let both = parts.join(" ").trim().to_owned();
            (!both.is_empty()).then_some(both)
        }
    }
}

/// Requested roles. Users cannot remove their own role that allows them to assign roles.
pub fn roles(call: &ApiCall, current: Option<&User>) -> Result<Option<Vec<Role>>, RestError> {
    let names = call.params().texts("roles");
    // An empty list means no role, which only callers who assign roles may request.
    let takes =
        call.params().list("roles").is_some() && call.caller().can(Capability::PromoteUsers);
    if names.is_empty() && !takes {
        return Ok(None);
    }
    let mut roles = Vec::new();
    for name in names {
        roles.push(
            Role::named(name)
                .ok_or_else(|| RestError::naming(&codes::USER_INVALID_ROLE, [&name]))?,
        );
    }
    let promotes = |roles: &[Role]| roles.iter().any(|role| role.has(Capability::PromoteUsers));
    let own = current.is_some_and(|user| user.id == call.caller().id());
    if own && !promotes(&roles) && current.is_some_and(|user| promotes(&user.roles)) {
        return Err(RestError::new(&codes::USER_SELF_DEMOTION));
    }
    Ok(Some(roles))
}

/// The hash of the password in the request.
///
/// # Errors
/// `rest_busy` when too many passwords are hashed at once.
async fn password(call: &ApiCall) -> Result<Option<PasswordHash>, RestError> {
    let Some(text) = call.params().text("password") else {
        return Ok(None);
    };
    let secret = SecretString::from(text);
    call.app()
        .hash_password(&secret)
        .await
        .map(Some)
        .map_err(|error| match error {
            PasswordError::Busy => RestError::new(&codes::BUSY).retry_after(BUSY_RETRY_AFTER),
            PasswordError::Stored | PasswordError::Computation => RestError::internal(error),
        })
}

/// Deletes a user permanently. Their items go to the heir, or to the trash when there is none.
///
/// # Errors
/// `rest_trash_not_supported` without force, `rest_user_invalid_reassign`, or the store fails.
pub async fn delete(call: ApiCall, user: Arc<User>) -> HandlerResult {
    let (params, store) = (call.params(), &call.caller().store);
    if !params.flag("force") {
        return Err(RestError::new(&codes::TRASH_NOT_SUPPORTED));
    }
    let heir = params.id("reassign").filter(|heir| *heir > 0);
    if heir.is_some_and(|heir| heir == user.id || store.user(heir).is_none()) {
        return Err(RestError::new(&codes::USER_INVALID_REASSIGN));
    }
    let previous = without_links(shown(&call, &user, "edit").await?);
    match store.delete_user(user.id, heir).await {
        Err(StoreError::Refused(Refusal::Unknown)) => {
            return Err(RestError::new(&codes::USER_INVALID_ID));
        }
        other => other.or_refuse()?,
    };
    forget_options(&call, user.id).await;
    Ok(Reply::json(json!({"deleted": true, "previous": previous})))
}

/// Deletes what extensions keep for a user who is deleted. When it fails the user is deleted all the same, and a repeated request
/// would find none: the log names what is left.
async fn forget_options(call: &ApiCall, user: u64) {
    let tenant = call.caller().store.tenant().clone();
    let options = SiteOptions::new(call.app().table().clone(), tenant);
    if let Err(error) = options.delete_user(user).await {
        tracing::error!(target: "site", %error, user, "options of a deleted user remain");
    }
}
