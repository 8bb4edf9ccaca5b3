//! Translates the parameters of a list of comments to a store query.

use domain::site::Capability;
use jiff::civil::DateTime;
use site_api::ApiCall;
use site_api::params::ids;
use site_rest::Params;
use site_rest::schema::WrittenDate;
use site_store::{CommentFilter, CommentOrder, CommentStatus};

pub fn filter(call: &ApiCall) -> CommentFilter {
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
        search_addresses: call.caller().can(Capability::ModerateComments),
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

/// The statuses that a filter names; an unknown name matches no comment.
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
