//! Users (docs/interface/site/users.md).

use std::sync::Arc;

use domain::site::{Capability, Kind, Role};
use secrecy::SecretString;
use serde_json::{Value, json};
use site_rest::paging::paged;
use site_rest::{Params, Reply, RestError, codes};
use site_store::{Refusal, StoreError, User, UserChange, UserColumn, UserFilter, UserOrder};
use vault::password::BUSY_RETRY_AFTER;
use vault::{PasswordError, PasswordHash};

use super::{myself, named};
use crate::failure::OrRefuse;
use crate::posts::filter::ids;
use crate::posts::{Answer, Ask, without_links};
use crate::taxonomy::page_of;
use crate::views::user::{PUBLIC_KINDS, view};
use crate::visitor::Visitor;

/// Everybody may list those who have published; further questions are for those who keep users, and
/// the one after authors for those who write.
///
/// # Errors
/// `rest_user_cannot_view`, `rest_forbidden_context`, `rest_forbidden_orderby`,
/// `rest_forbidden_who`.
pub async fn may_list(call: Ask) -> Result<(), RestError> {
    let (params, visitor) = (call.params(), call.caller());
    let keeps = visitor.can(Capability::ListUsers);
    let asks = |name: &str| params.list(name).is_some_and(|list| !list.is_empty());
    if (asks("roles") || asks("capabilities")) && !keeps {
        return Err(RestError::new(&codes::USER_CANNOT_VIEW));
    }
    if params.context() == "edit" && !keeps {
        return Err(RestError::new(&codes::FORBIDDEN_CONTEXT));
    }
    if matches!(params.text("orderby"), Some("email" | "registered_date")) && !keeps {
        return Err(RestError::new(&codes::FORBIDDEN_ORDERBY));
    }
    if params.text("who") == Some("authors") && !visitor.can(Capability::EditPosts) {
        return Err(RestError::new(&codes::FORBIDDEN_WHO));
    }
    Ok(())
}

/// Lists users.
///
/// # Errors
/// The store fails.
pub async fn list(call: Ask, (): ()) -> Answer {
    let (params, visitor) = (call.params(), call.caller());
    let listed = visitor.store.users(&filter(params, visitor)).or_refuse()?;
    let items: Vec<Value> = listed
        .items
        .iter()
        .map(|user| shown(&call, user, params.context()))
        .collect();
    let per_page = params.id("per_page").unwrap_or(10);
    let page = page_of(params, per_page);
    Ok(paged(
        Reply::json(Value::Array(items)),
        &call,
        listed.total,
        page,
        per_page,
    ))
}

fn filter(params: &Params, visitor: &Visitor) -> UserFilter {
    let keeps = visitor.can(Capability::ListUsers);
    let per_page = params.id("per_page").unwrap_or(10);
    let page = params.id("page").unwrap_or(1).max(1);
    let offset = params.integer("offset").map(i64::unsigned_abs);
    let offset = offset.unwrap_or_else(|| (page - 1).saturating_mul(per_page));
    let writers = params.text("who") == Some("authors");
    UserFilter {
        search: params.filled("search").map(str::to_owned),
        search_columns: columns(params, keeps),
        include: ids(params, "include"),
        exclude: ids(params, "exclude"),
        slugs: params
            .texts("slug")
            .into_iter()
            .map(str::to_owned)
            .collect(),
        roles: named_ones(params, "roles", Role::named),
        capabilities: named_ones(params, "capabilities", Capability::named),
        writers,
        has_published: published(params, keeps || writers),
        order_by: match params.text("orderby") {
            Some("id") => UserOrder::Id,
            Some("slug") => UserOrder::Slug,
            Some("email") => UserOrder::Email,
            Some("url") => UserOrder::Url,
            Some("registered_date") => UserOrder::Registered,
            Some("include") => UserOrder::Include,
            Some("include_slugs") => UserOrder::IncludeSlugs,
            _ => UserOrder::Name,
        },
        descending: params.text("order") == Some("desc"),
        offset: usize::try_from(offset).unwrap_or(usize::MAX),
        limit: usize::try_from(per_page).ok(),
    }
}

/// What the names in a list stand for; none when the list has none. A name that stands for nothing
/// finds no user.
fn named_ones<T>(params: &Params, list: &str, named: impl Fn(&str) -> Option<T>) -> Option<Vec<T>> {
    let names = params.texts(list);
    (!names.is_empty()).then(|| names.into_iter().filter_map(named).collect())
}

/// Where a search looks. Addresses are found only by those who may see them.
fn columns(params: &Params, keeps: bool) -> Vec<UserColumn> {
    let column = |name: &str| match name {
        "email" => Some(UserColumn::Email),
        "name" => Some(UserColumn::Name),
        "id" => Some(UserColumn::Id),
        "username" => Some(UserColumn::Login),
        "slug" => Some(UserColumn::Slug),
        _ => None,
    };
    let asked: Vec<UserColumn> = params
        .texts("search_columns")
        .into_iter()
        .filter_map(column)
        .collect();
    let all = [
        UserColumn::Id,
        UserColumn::Login,
        UserColumn::Slug,
        UserColumn::Name,
        UserColumn::Url,
        UserColumn::Email,
    ];
    let wanted = if asked.is_empty() {
        all.to_vec()
    } else {
        asked
    };
    wanted
        .into_iter()
        .filter(|column| keeps || *column != UserColumn::Email)
        .collect()
}

fn published(params: &Params, keeps: bool) -> Option<Vec<Kind>> {
    let asked = match params.get("has_published_posts") {
        Some(Value::Bool(true)) => Some(PUBLIC_KINDS.to_vec()),
        Some(Value::Array(names)) => Some(
            names
                .iter()
                .filter_map(|name| Kind::named(name.as_str()?))
                .collect(),
        ),
        _ => None,
    };
    if keeps {
        asked
    } else {
        asked.or_else(|| Some(PUBLIC_KINDS.to_vec()))
    }
}

fn shown(call: &Ask, user: &User, context: &str) -> Value {
    view(
        user,
        &call.caller().store,
        &call.caller().access,
        call.site(),
        context,
        call.fields(),
    )
}

/// Who may read the user that the path names: everybody if that one has published, themselves, and
/// those who keep users.
///
/// # Errors
/// `rest_user_invalid_id`, `rest_user_cannot_view`.
pub async fn may_read(call: Ask) -> Result<Arc<User>, RestError> {
    let user = named(&call, "id")?;
    let visitor = call.caller();
    if visitor.id() == user.id {
        return Ok(user);
    }
    if call.params().context() == "edit" && !visitor.can(Capability::EditUsers) {
        return Err(RestError::new(&codes::FORBIDDEN_CONTEXT));
    }
    let public = visitor
        .store
        .has_published(user.id, &PUBLIC_KINDS)
        .or_refuse()?;
    if !public && !visitor.can(Capability::EditUsers) && !visitor.can(Capability::ListUsers) {
        return Err(RestError::new(&codes::USER_CANNOT_VIEW));
    }
    Ok(user)
}

/// Answers one user.
///
/// # Errors
/// Never.
pub async fn read(call: Ask, user: Arc<User>) -> Answer {
    Ok(Reply::json(shown(&call, &user, call.params().context())))
}

/// Answers the caller. Nobody is kept from asking, only there may be nobody to answer.
///
/// # Errors
/// `rest_not_logged_in`.
pub async fn read_self(call: Ask, (): ()) -> Answer {
    let user = myself(&call)?;
    read(call, user).await
}

/// Who may create users.
///
/// # Errors
/// `rest_cannot_create_user`.
pub async fn may_create(call: Ask) -> Result<(), RestError> {
    if call.caller().can(Capability::CreateUsers) {
        Ok(())
    } else {
        Err(RestError::new(&codes::CANNOT_CREATE_USER))
    }
}

/// Creates a user.
///
/// # Errors
/// A member is refused, the name or address is taken, or the store fails.
pub async fn create(call: Ask, (): ()) -> Answer {
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
    Ok(Reply::created(shown(&call, &user, "edit"), &location))
}

/// Who may change the user that the path names.
///
/// # Errors
/// `rest_user_invalid_id`, `rest_cannot_edit`, `rest_cannot_edit_roles`.
pub async fn may_update(call: Ask) -> Result<Arc<User>, RestError> {
    let user = named(&call, "id")?;
    editable(&call, user)
}

/// The caller may change themselves.
///
/// # Errors
/// `rest_not_logged_in`, `rest_cannot_edit_roles`.
pub async fn may_update_self(call: Ask) -> Result<Arc<User>, RestError> {
    editable(&call, signed_in(&call)?)
}

/// Whoever writes to themselves; nobody is no user.
fn signed_in(call: &Ask) -> Result<Arc<User>, RestError> {
    let user = call.caller().user.clone();
    user.ok_or_else(|| RestError::new(&codes::USER_INVALID_ID))
}

fn editable(call: &Ask, user: Arc<User>) -> Result<Arc<User>, RestError> {
    let visitor = call.caller();
    // Roles are looked at first, as in deployed systems.
    let asks_roles = call
        .params()
        .list("roles")
        .is_some_and(|roles| !roles.is_empty());
    if asks_roles && !visitor.can(Capability::PromoteUsers) {
        return Err(RestError::new(&codes::CANNOT_EDIT_ROLES));
    }
    if !visitor.access.may_edit_user(user.id) {
        return Err(RestError::new(&codes::CANNOT_EDIT));
    }
    Ok(user)
}

/// Changes a user.
///
/// # Errors
/// A member is refused, the address is taken, or the store fails.
pub async fn update(call: Ask, user: Arc<User>) -> Answer {
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
    Ok(Reply::json(shown(&call, &user, "edit")))
}

async fn change(call: &Ask, current: Option<&User>) -> Result<UserChange, RestError> {
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
        description: params.text("description").map(markup::sanitise::marked),
        locale: text("locale"),
        slug: text("slug"),
        roles: roles(call, current)?,
        password: password(call).await?,
        ..UserChange::default()
    })
}

/// The name to show. Emptied, it is the login again; a new person without one is called by both names.
fn name(params: &Params, current: Option<&User>) -> Option<String> {
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

/// The roles asked for. Nobody takes from themselves the role that lets them give roles.
fn roles(call: &Ask, current: Option<&User>) -> Result<Option<Vec<Role>>, RestError> {
    let names = call.params().texts("roles");
    // None at all means no role, but only whoever gives roles takes them.
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

/// The hash of the password asked for.
///
/// # Errors
/// `rest_busy` when too many passwords are hashed at once.
async fn password(call: &Ask) -> Result<Option<PasswordHash>, RestError> {
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

/// Who may delete the user that the path names.
///
/// # Errors
/// `rest_user_invalid_id`, `rest_user_cannot_delete`.
pub async fn may_delete(call: Ask) -> Result<Arc<User>, RestError> {
    let user = named(&call, "id")?;
    deletable(&call, user)
}

/// Who may delete themselves.
///
/// # Errors
/// `rest_not_logged_in`, `rest_user_cannot_delete`.
pub async fn may_delete_self(call: Ask) -> Result<Arc<User>, RestError> {
    deletable(&call, signed_in(&call)?)
}

fn deletable(call: &Ask, user: Arc<User>) -> Result<Arc<User>, RestError> {
    if call.caller().can(Capability::DeleteUsers) {
        Ok(user)
    } else {
        Err(RestError::new(&codes::USER_CANNOT_DELETE))
    }
}

/// Deletes a user for good. Their items go to the heir, without one to the trash.
///
/// # Errors
/// `rest_trash_not_supported` without force, `rest_user_invalid_reassign`, or the store fails.
pub async fn delete(call: Ask, user: Arc<User>) -> Answer {
    let (params, store) = (call.params(), &call.caller().store);
    if !params.flag("force") {
        return Err(RestError::new(&codes::TRASH_NOT_SUPPORTED));
    }
    let heir = params.id("reassign").filter(|heir| *heir > 0);
    if heir.is_some_and(|heir| heir == user.id || store.user(heir).is_none()) {
        return Err(RestError::new(&codes::USER_INVALID_REASSIGN));
    }
    let previous = without_links(shown(&call, &user, "edit"));
    match store.delete_user(user.id, heir).await {
        Err(StoreError::Refused(Refusal::Unknown)) => {
            return Err(RestError::new(&codes::USER_INVALID_ID));
        }
        other => other.or_refuse()?,
    };
    Ok(Reply::json(json!({"deleted": true, "previous": previous})))
}

/// Looks at the heir: a number, or one of the ways to say that there is none.
pub fn refine_heir(_: &Visitor, params: &mut Params) -> Vec<(String, RestError)> {
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

/// Looks at names and passwords as they are written.
pub fn refine(_: &Visitor, params: &mut Params) -> Vec<(String, RestError)> {
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
