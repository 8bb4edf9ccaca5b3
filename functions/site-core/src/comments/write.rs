//! Creating, changing and deleting comments.

use std::collections::BTreeMap;
use std::sync::Arc;

use domain::site::Capability;
use domain::site::meta::NOTE_STATUS;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde_json::{Value, json};
use site_api::reply::without_links;
use site_api::{ApiCall, Caller, HandlerResult, OrRefuse};
use site_contract::core::comments::codes;
use site_rest::schema::{Path, WrittenDate};
use site_rest::{Code, Params, Reply, RestError};
use site_store::{
    Comment, CommentChange, CommentStatus, Content, NewComment, Refusal, StatusChange, StoreError,
};

use crate::comments::permissions::{Found, is_note, may_change};
use crate::comments::read::shown;
use crate::comments::spam;
use crate::content::change::meta_changes;
use site_contract::core::comments::COMMENT;

/// Largest size of each member in bytes, with the error code for a longer one.
static LENGTHS: [(&str, usize, &Code); 3] = [
    (
        "author_name",
        NewComment::MOST_NAME,
        &codes::COMMENT_NAME_LENGTH,
    ),
    (
        "author_email",
        NewComment::MOST_EMAIL,
        &codes::COMMENT_EMAIL_LENGTH,
    ),
    (
        "author_url",
        NewComment::MOST_URL,
        &codes::COMMENT_URL_LENGTH,
    ),
];

/// Validates `author_email`: an e-mail address or the empty string.
pub fn refine(_: &Caller, params: &mut Params) -> Vec<(String, RestError)> {
    let mut refused = Vec::new();
    // `null` counts as the empty string.
    if let Some(email) = params
        .get("author_email")
        .filter(|email| **email != json!(""))
        && let Some(schema) = COMMENT.schema().member("author_email")
        && let Err(error) = schema.validate(email, &Path::root("author_email"))
    {
        refused.push(("author_email".to_owned(), error));
    }
    refused
}

/// Creates a comment.
///
/// # Errors
/// A member is invalid, the comment is a duplicate, the author sends too many, or the store fails.
pub async fn create(call: ApiCall, post: Arc<Content>) -> HandlerResult {
    let (params, caller) = (call.params(), call.caller());
    if params.id("id").is_some_and(|id| id > 0) {
        return Err(RestError::new(&codes::COMMENT_EXISTS));
    }
    let kinds = [Comment::FOR_READERS, Comment::NOTE, ""];
    let is_known = |kind: &Value| kind.as_str().is_some_and(|kind| kinds.contains(&kind));
    if params.get("type").is_some_and(|kind| !is_known(kind)) {
        return Err(RestError::new(&codes::COMMENT_INVALID_NEW_TYPE));
    }
    let written = written(&call)?;
    let content = written.content.clone().unwrap_or_default();
    let is_note = is_note(params);
    let meta: BTreeMap<_, _> = written
        .meta
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)))
        .collect();
    if !meta.is_empty() && !may_change(&caller.access, Some(post.subject())) {
        return Err(RestError::new(&codes::CANNOT_UPDATE).with("key", NOTE_STATUS.name));
    }
    // A note that only resolves a thread needs no text.
    if content.is_empty() && (!is_note || meta.is_empty()) {
        return Err(RestError::new(&codes::COMMENT_CONTENT_INVALID));
    }
    let mut new = NewComment {
        post: post.id,
        parent: written.parent.unwrap_or_default(),
        author: written.author.unwrap_or_default(),
        author_name: written.author_name.unwrap_or_default(),
        author_email: written.author_email.unwrap_or_default(),
        author_url: written.author_url.unwrap_or_default(),
        author_ip: written.author_ip.unwrap_or_default(),
        author_user_agent: written.author_user_agent.unwrap_or_default(),
        content,
        date: written.date,
        filtered: None,
        is_held: false,
        status: written.status,
        is_note,
        meta,
        is_trusted: false,
        skips_flood_check: caller.can(Capability::ModerateComments),
    };
    sign(&mut new, caller);
    if new.author_name.is_empty() || new.author_email.is_empty() {
        return Err(RestError::new(&codes::COMMENT_AUTHOR_DATA_REQUIRED));
    }
    check_lengths(params, &new.content)?;
    let writer = caller.store.user(new.author);
    new.is_trusted = writer
        .as_ref()
        .is_some_and(|user| user.id == post.author || user.can(Capability::ModerateComments));
    let circumstances = spam::circumstances(&call, &post, writer.as_deref());
    let filter = call.app().spam_filter(&caller.store, call.site());
    let created = refused(filter.create_comment(new, &circumstances).await)?;
    let location = call
        .site()
        .url(&format!("/core/v2/comments/{}", created.id));
    let context = if caller.can(Capability::ModerateComments) {
        "edit"
    } else {
        "view"
    };
    let found = Found {
        comment: created,
        post: Some(post),
    };
    Ok(Reply::created(shown(&call, &found, context), &location).shown_in(context))
}

/// Attributes a comment without author members to the caller.
fn sign(new: &mut NewComment, caller: &Caller) {
    let unsigned = new.author == 0
        && new.author_name.is_empty()
        && new.author_email.is_empty()
        && new.author_url.is_empty();
    if let (true, Some(user)) = (unsigned, &caller.user) {
        new.author = user.id;
        new.author_name.clone_from(&user.name);
        new.author_email.clone_from(&user.email);
        new.author_url.clone_from(&user.url);
    }
    if new.author_ip.is_empty() {
        new.author_ip = caller
            .address
            .clone()
            .unwrap_or_else(|| "127.0.0.1".to_owned());
    }
}

/// Converts the parameters of a request to a change of a comment.
fn written(call: &ApiCall) -> Result<CommentChange, RestError> {
    let (params, caller) = (call.params(), call.caller());
    let text = |name: &str| params.text(name).map(str::to_owned);
    let content = params.get("content").and_then(|content| {
        let raw = content.as_str().or_else(|| content.get("raw")?.as_str())?;
        Some(raw.trim().to_owned())
    });
    let content = content.map(|content| {
        if caller.can(Capability::UnfilteredHtml) {
            content
        } else {
            markup::sanitise::inline(&content)
        }
    });
    let mut change = CommentChange {
        post: params.id("post").filter(|id| *id > 0),
        parent: params.integer("parent").map(i64::unsigned_abs),
        author: None,
        author_name: text("author_name"),
        author_email: text("author_email"),
        author_url: text("author_url"),
        author_ip: text("author_ip"),
        author_user_agent: text("author_user_agent").or_else(|| user_agent(call)),
        content,
        date: date(call),
        status: params.text("status").and_then(StatusChange::named),
        meta: meta_changes(&[NOTE_STATUS], params)?,
    };
    if let Some(author) = params.id("author") {
        let user = caller
            .store
            .user(author)
            .ok_or_else(|| RestError::new(&codes::COMMENT_AUTHOR_INVALID))?;
        change.author = Some(user.id);
        change.author_name.get_or_insert_with(|| user.name.clone());
        change
            .author_email
            .get_or_insert_with(|| user.email.clone());
        change.author_url.get_or_insert_with(|| user.url.clone());
    }
    Ok(change)
}

fn user_agent(call: &ApiCall) -> Option<String> {
    let value = call.request().headers.get(http::header::USER_AGENT)?;
    value.to_str().ok().map(str::to_owned)
}

fn date(call: &ApiCall) -> Option<Timestamp> {
    let params = call.params();
    let instant = match params.filled("date") {
        Some(text) => WrittenDate::parse(text)?.instant(&call.caller().store.zone()),
        None => {
            let text = params.filled("date_gmt")?;
            WrittenDate::parse(text)?.instant(&TimeZone::UTC)
        }
    };
    // A date before the year 0 is invalid.
    instant.filter(|instant| TimeZone::UTC.to_datetime(*instant).year() >= 0)
}

fn check_lengths(params: &Params, content: &str) -> Result<(), RestError> {
    for (name, most, code) in LENGTHS {
        if params.text(name).is_some_and(|text| text.len() > most) {
            return Err(RestError::new(code));
        }
    }
    if content.len() > NewComment::MOST_CONTENT {
        return Err(RestError::new(&codes::COMMENT_CONTENT_LENGTH));
    }
    Ok(())
}

/// Changes a comment.
///
/// # Errors
/// A member is invalid, or the store fails.
pub async fn update(call: ApiCall, found: Found) -> HandlerResult {
    let (params, store) = (call.params(), &call.caller().store);
    if params
        .text("type")
        .is_some_and(|kind| kind != found.comment.kind)
    {
        return Err(RestError::new(&codes::COMMENT_INVALID_TYPE));
    }
    let mut change = written(&call)?;
    // An edit by another person leaves the author's user agent unchanged.
    if !params.has("author_user_agent") {
        change.author_user_agent = None;
    }
    if let Some(post) = change.post
        && store.get(post).await.or_refuse()?.is_none()
    {
        return Err(RestError::new(&codes::COMMENT_INVALID_POST_ID));
    }
    if change.content.as_deref().is_some_and(str::is_empty) {
        return Err(RestError::new(&codes::COMMENT_CONTENT_INVALID));
    }
    check_lengths(params, change.content.as_deref().unwrap_or_default())?;
    let comment = refused(store.update_comment(found.comment.id, &change).await)?;
    spam::learn(&call, found.comment.status, &comment).await;
    let post = store.get(comment.post).await.or_refuse()?;
    let found = Found { comment, post };
    Ok(Reply::json(shown(&call, &found, "edit")))
}

/// Moves a comment to the trash, or deletes it permanently.
///
/// # Errors
/// `rest_already_trashed`, or the store fails.
pub async fn delete(call: ApiCall, found: Found) -> HandlerResult {
    let store = &call.caller().store;
    let id = found.comment.id;
    if call.params().flag("force") {
        let previous = without_links(shown(&call, &found, "edit"));
        refused(store.delete_comment(id).await)?;
        return Ok(Reply::json(json!({"deleted": true, "previous": previous})));
    }
    if found.comment.status == CommentStatus::Trash {
        return Err(RestError::new(&codes::ALREADY_TRASHED));
    }
    let change = CommentChange {
        status: Some(StatusChange::To(CommentStatus::Trash)),
        ..CommentChange::default()
    };
    let comment = refused(store.update_comment(id, &change).await)?;
    spam::learn(&call, found.comment.status, &comment).await;
    let found = Found { comment, ..found };
    Ok(Reply::json(shown(&call, &found, "edit")))
}

/// Maps errors of the store to the error codes of comments.
fn refused<T>(result: Result<T, StoreError>) -> Result<T, RestError> {
    match result {
        Err(StoreError::Refused(Refusal::Unknown)) => {
            Err(RestError::new(&codes::COMMENT_INVALID_ID))
        }
        Err(StoreError::Refused(Refusal::InvalidParent)) => {
            Err(RestError::new(&codes::COMMENT_INVALID_POST_ID))
        }
        other => other.or_refuse(),
    }
}
