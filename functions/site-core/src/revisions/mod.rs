//! Revisions and autosaves of posts, pages, blocks and menu items (docs/interface/site/revisions.md).

mod autosaves;
mod list;
mod one;

use std::sync::Arc;

use domain::site::Kind;
use site_rest::{Args, Endpoint, Params, RestError, Route, codes};
use site_store::{Content, RevisionSummary};

use crate::app::Core;
use crate::failure::OrRefuse;
use crate::posts::{Ask, change};
use crate::shapes::revision::{
    autosave_args, autosaves_args, delete_args, item_args, list_args, revision,
};
use crate::views::links;
use crate::visitor::Visitor;

/// The routes below the items of a kind; `update` is what an update of such an item takes.
pub fn routes(kind: Kind, update: &Args) -> Vec<Route<Core>> {
    let mut routes = Vec::new();
    if kind.has_revisions() {
        routes.extend(revision_routes(kind));
    }
    if kind.has_autosaves() {
        routes.extend(autosave_routes(kind, update));
    }
    routes
}

fn route(kind: Kind, below: &str) -> Route<Core> {
    crate::routes::route(&format!("/{}{below}", links::base(kind))).of(revision(kind))
}

fn revision_routes(kind: Kind) -> [Route<Core>; 2] {
    [
        route(kind, r"/(?P<parent>[\d]+)/revisions").on(Endpoint::read(
            list_args(),
            move |call: Ask| may_read_of(call, kind, "parent"),
            list::list,
        )),
        route(kind, r"/(?P<parent>[\d]+)/revisions/(?P<id>[\d]+)")
            .on(Endpoint::read(
                item_args(),
                move |call: Ask| may_read_of(call, kind, "parent"),
                one::read,
            ))
            .on(Endpoint::delete(
                delete_args(),
                move |call: Ask| one::may_delete(call, kind),
                one::delete,
            )),
    ]
}

fn autosave_routes(kind: Kind, update: &Args) -> [Route<Core>; 2] {
    [
        route(kind, r"/(?P<id>[\d]+)/autosaves")
            .on(Endpoint::read(
                autosaves_args(),
                move |call: Ask| may_read_of(call, kind, "id"),
                autosaves::list,
            ))
            .on(Endpoint::create(
                autosave_args(update),
                move |call: Ask| autosaves::may_create(call, kind),
                autosaves::create,
            )
            .refined(change::refine)),
        route(kind, r"/(?P<parent>[\d]+)/autosaves/(?P<id>[\d]+)").on(Endpoint::read(
            item_args(),
            move |call: Ask| may_read_of(call, kind, "parent"),
            autosaves::read,
        )),
    ]
}

/// A number of the path, whether it is declared as one or not.
pub fn number(params: &Params, name: &str) -> Option<u64> {
    params
        .id(name)
        .or_else(|| params.text(name)?.parse().ok())
        .filter(|id| *id > 0)
}

/// The item of `kind` that the path names under `name`.
async fn item(call: &Ask, kind: Kind, name: &str) -> Result<Arc<Content>, RestError> {
    let unknown = || RestError::new(&codes::POST_INVALID_PARENT);
    let id = number(call.params(), name).ok_or_else(unknown)?;
    let found = call.caller().store.get(id).await.or_refuse()?;
    found.filter(|item| item.kind == kind).ok_or_else(unknown)
}

/// Who may read the revisions of an item: those who may change it.
///
/// # Errors
/// `rest_post_invalid_parent`, `rest_cannot_read`.
async fn may_read_of(call: Ask, kind: Kind, name: &'static str) -> Result<Arc<Content>, RestError> {
    let item = item(&call, kind, name).await?;
    if !call.caller().access.may_edit(item.subject()) {
        return Err(RestError::new(&codes::CANNOT_READ));
    }
    Ok(item)
}

/// The revision of `item` that the path names.
fn named(
    visitor: &Visitor,
    params: &Params,
    item: &Content,
) -> Result<Arc<RevisionSummary>, RestError> {
    let found = number(params, "id").and_then(|id| visitor.store.revision(id));
    let found = found.ok_or_else(|| RestError::new(&codes::POST_INVALID_ID))?;
    if found.parent == item.id {
        Ok(found)
    } else {
        Err(RestError::new(&codes::REVISION_PARENT_MISMATCH))
    }
}
