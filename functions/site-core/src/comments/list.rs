//! The list of comments.

use domain::site::Capability;
use jiff::civil::DateTime;
use serde_json::Value;
use site_rest::schema::WrittenDate;
use site_rest::{Params, RestError, codes};
use site_store::{Comment, CommentFilter, CommentOrder, CommentStatus};

use super::{Found, may_change, may_read_comment, may_read_post, shown, takes_notes};
use crate::failure::OrRefuse;
use crate::posts::filter::ids;
use crate::posts::{Answer, Ask, answered};

/// Filters that are for those who write posts, with the value that everybody may ask for.
const RESERVED: [(&str, Option<&str>); 5] = [
    ("author", None),
    ("author_exclude", None),
    ("author_email", None),
    ("type", Some("comment")),
    ("status", Some("approve")),
];

/// The list is public; what it may be asked is not.
///
/// # Errors
/// `rest_cannot_read_post`, `rest_cannot_read`, `rest_forbidden_context`, `rest_forbidden_param`.
pub async fn may_list(call: Ask) -> Result<(), RestError> {
    let (params, visitor) = (call.params(), call.caller());
    let posts = ids(params, "post");
    let wants_notes = params.text("type") == Some(Comment::NOTE);
    // Whoever may edit all items that are asked for may edit the notes about them.
    let mut edits_all = !posts.is_empty();
    for id in &posts {
        if *id == 0 && !visitor.can(Capability::ModerateComments) {
            return Err(RestError::new(&codes::CANNOT_READ));
        }
        let post = visitor.store.get(*id).await.or_refuse()?;
        let post = post.as_deref();
        if post.is_some_and(|post| !may_read_post(&call, post, posts.len() == 1)) {
            return Err(RestError::new(&codes::CANNOT_READ_POST));
        }
        let may_edit = may_change(&visitor.access, post);
        if wants_notes && post.is_some_and(|post| !takes_notes(post.kind)) {
            return Err(if may_edit {
                RestError::new(&codes::COMMENT_UNSUPPORTED_KIND)
            } else {
                RestError::naming(&codes::FORBIDDEN_PARAM, [&"type"])
            });
        }
        edits_all &= may_edit;
    }
    let may_edit = (wants_notes && edits_all) || visitor.can(Capability::ModerateComments);
    if params.context() == "edit" && !may_edit {
        return Err(RestError::new(&codes::FORBIDDEN_CONTEXT));
    }
    if visitor.can(Capability::EditPosts) {
        return Ok(());
    }
    let asked: Vec<&str> = RESERVED
        .into_iter()
        .filter(|(name, usual)| match (params.get(name), usual) {
            // Absent, as in a write, it is not the usual one either.
            (value, Some(usual)) => value.and_then(Value::as_str) != Some(*usual),
            (Some(Value::Array(list)), None) => !list.is_empty(),
            (Some(Value::String(text)), None) => !text.is_empty(),
            _ => false,
        })
        .map(|(name, _)| name)
        .collect();
    if asked.is_empty() {
        Ok(())
    } else {
        Err(RestError::naming(
            &codes::FORBIDDEN_PARAM,
            [&asked.join(", ")],
        ))
    }
}

/// Lists comments. Those that the caller may not see are left out but counted.
///
/// # Errors
/// The store fails.
pub async fn list(call: Ask, (): ()) -> Answer {
    let (params, store) = (call.params(), &call.caller().store);
    let filter = filter(&call);
    let asked_for_one = filter.post.len() == 1;
    let listed = store.comments(&filter);
    let mut items = Vec::new();
    if !call.is_head() {
        for comment in listed.items {
            let post = store.get(comment.post).await.or_refuse()?;
            let found = Found { comment, post };
            if may_read_comment(&call, &found, asked_for_one) {
                items.push(shown(&call, &found, params.context()));
            }
        }
    }
    Ok(answered(&call, items, listed.total))
}

fn filter(call: &Ask) -> CommentFilter {
    let params = call.params();
    let zone = call.caller().store.zone();
    let moment =
        |name: &str| -> Option<DateTime> { WrittenDate::parse(params.filled(name)?)?.local(&zone) };
    let per_page = params.id("per_page").unwrap_or(10);
    let page = params.id("page").unwrap_or(1).max(1);
    let offset = params
        .integer("offset")
        .map(|offset| offset.max(0).unsigned_abs());
    let offset = offset.unwrap_or_else(|| (page - 1).saturating_mul(per_page));
    CommentFilter {
        search: params.filled("search").map(str::to_owned),
        after: moment("after"),
        before: moment("before"),
        author: ids(params, "author"),
        author_exclude: ids(params, "author_exclude"),
        author_email: params.filled("author_email").map(str::to_owned),
        include: ids(params, "include"),
        exclude: ids(params, "exclude"),
        parent: ids(params, "parent"),
        parent_exclude: ids(params, "parent_exclude"),
        post: ids(params, "post"),
        status: statuses(params),
        kind: params
            .filled("type")
            .filter(|kind| *kind != "all")
            .map(str::to_owned),
        order_by: match params.text("orderby") {
            Some("id") => CommentOrder::Id,
            Some("include") => CommentOrder::Include,
            Some("post") => CommentOrder::Post,
            Some("parent") => CommentOrder::Parent,
            Some("type") => CommentOrder::Kind,
            _ => CommentOrder::Date,
        },
        ascending: params.text("order") == Some("asc"),
        offset: usize::try_from(offset).unwrap_or(usize::MAX),
        limit: usize::try_from(per_page).ok(),
    }
}

/// The states that a filter names; an unknown name finds nothing.
fn statuses(params: &Params) -> Vec<CommentStatus> {
    match params.text("status") {
        None | Some("approve" | "approved" | "1") => vec![CommentStatus::Approved],
        Some("hold" | "0") => vec![CommentStatus::Hold],
        Some("all") => vec![CommentStatus::Approved, CommentStatus::Hold],
        Some("any") => vec![
            CommentStatus::Approved,
            CommentStatus::Hold,
            CommentStatus::Spam,
            CommentStatus::Trash,
        ],
        Some("spam") => vec![CommentStatus::Spam],
        Some("trash") => vec![CommentStatus::Trash],
        Some("post-trashed") => vec![CommentStatus::PostTrashed],
        Some(_) => Vec::new(),
    }
}
