//! Revisions and autosaves: what they show, what their lists are filtered by.

use std::sync::LazyLock;

use domain::site::Kind;
use domain::site::meta::registered;
use site_rest::schema::{EDIT, VIEW_EDIT, VIEW_EDIT_EMBED};
use site_rest::{Arg, Args, Format, Resource, RouteSpec, Schema};

use super::ID;
use super::NAMESPACE;
use super::PARENT;
use super::posts::update_args;
use super::rest_bases::kind_base;
use crate::fields::{
    context, force, guid, id, ids, meta, moment, order, orderby, paging, search, text_object,
};

static OF_POST: LazyLock<Resource> = LazyLock::new(|| resource("post-revision", Kind::Post));
static OF_PAGE: LazyLock<Resource> = LazyLock::new(|| resource("page-revision", Kind::Page));
static OF_BLOCK: LazyLock<Resource> = LazyLock::new(|| resource("block-revision", Kind::Block));
static OF_MENU_ITEM: LazyLock<Resource> =
    LazyLock::new(|| resource("nav_menu_item-revision", Kind::NavMenuItem));

/// The revision of an item of this kind; an autosave has the same shape, with a link to look at it.
pub fn revision(of: Kind) -> &'static Resource {
    match of {
        Kind::Post | Kind::Attachment => &OF_POST,
        Kind::Page => &OF_PAGE,
        Kind::Block => &OF_BLOCK,
        Kind::NavMenuItem => &OF_MENU_ITEM,
    }
}

fn resource(name: &'static str, of: Kind) -> Resource {
    let number = |about| Schema::integer().about(about).shown_in(VIEW_EDIT_EMBED);
    let date = |about, contexts| moment(about).shown_in(contexts);
    let shape = Schema::object()
        .with("author", number("Who wrote it."))
        .with(
            "date",
            date(
                "When it was written, in the site's time zone.",
                VIEW_EDIT_EMBED,
            ),
        )
        .with("date_gmt", date("When it was written, in GMT.", VIEW_EDIT))
        .with("guid", guid())
        .with("id", number("The revision."))
        .with(
            "modified",
            date(
                "When it was last changed, in the site's time zone.",
                VIEW_EDIT,
            ),
        )
        .with(
            "modified_gmt",
            date("When it was last changed, in GMT.", VIEW_EDIT),
        )
        .with("parent", number("The item."))
        .with(
            "slug",
            Schema::string()
                .about("Its name below the item.")
                .shown_in(VIEW_EDIT_EMBED),
        )
        .with(
            "title",
            text("The title.", VIEW_EDIT_EMBED, of).shown_in(VIEW_EDIT_EMBED),
        )
        .with(
            "content",
            text("The text.", VIEW_EDIT, of).shown_in(VIEW_EDIT),
        )
        .with(
            "excerpt",
            text_object("The summary.", VIEW_EDIT_EMBED).shown_in(VIEW_EDIT_EMBED),
        )
        .with("meta", meta(registered(of)))
        .with(
            "preview_link",
            Schema::string()
                .about("Where an autosave can be looked at.")
                .format(Format::Uri)
                .shown_in(EDIT)
                .readonly(),
        );
    Resource::new(name, shape)
}

/// Blocks are material for editors, who see their texts raw.
fn text(about: &'static str, rendered_in: &[&'static str], of: Kind) -> Schema {
    if of != Kind::Block {
        return text_object(about, rendered_in);
    }
    let form = |about| Schema::string().about(about);
    Schema::object()
        .about(about)
        .with("raw", form("As it is stored.").shown_in(VIEW_EDIT))
        .with(
            "rendered",
            form("As a page shows it.").shown_in(rendered_in).readonly(),
        )
}

fn of_item() -> Args {
    Args::none().arg("parent", id("The item."))
}

/// What the list of revisions is filtered and ordered by. Without `per_page` it is whole.
pub fn list_args() -> Args {
    let names = [
        "date",
        "id",
        "include",
        "relevance",
        "slug",
        "include_slugs",
        "title",
    ];
    let size = Schema::integer()
        .about("The number of revisions on a page.")
        .min(1)
        .max(100);
    of_item()
        .with(context())
        .and(paging(10))
        .with(Arg::new("per_page", size).early())
        .with(search())
        .arg("exclude", ids("Not these revisions."))
        .arg("include", ids("Only these revisions."))
        .arg(
            "offset",
            Schema::integer().about("The number of revisions to pass over."),
        )
        .arg("order", order("desc"))
        .arg("orderby", orderby(&names, "date"))
}

/// What reading one takes.
pub fn item_args() -> Args {
    of_item().arg("id", id("The revision.")).with(context())
}

/// What a deletion takes.
pub fn delete_args() -> Args {
    of_item()
        .arg("id", id("The revision."))
        .arg("force", force("Must be true, as revisions have no trash."))
}

/// What the list of autosaves takes. Its parameter `parent` is declared as deployed systems declare
/// it, though the path says `id`.
pub fn autosaves_args() -> Args {
    of_item().with(context())
}

/// What an autosave takes: what an update of the item takes.
pub fn autosave_args(update: &Args) -> Args {
    let writable = update.iter().filter(|arg| arg.name() != "id").cloned();
    of_item().and(writable.collect())
}

/// The revisions of an item.
pub fn list_route(kind: Kind) -> RouteSpec {
    RouteSpec::new(
        NAMESPACE,
        &format!("/{}/{PARENT}/revisions", kind_base(kind)),
    )
    .read(list_args())
    .of(revision(kind))
}

/// One revision.
pub fn item_route(kind: Kind) -> RouteSpec {
    RouteSpec::new(
        NAMESPACE,
        &format!("/{}/{PARENT}/revisions/{ID}", kind_base(kind)),
    )
    .read(item_args())
    .delete(delete_args())
    .of(revision(kind))
}

/// The autosaves of an item.
pub fn autosaves_route(kind: Kind) -> RouteSpec {
    RouteSpec::new(NAMESPACE, &format!("/{}/{ID}/autosaves", kind_base(kind)))
        .read(autosaves_args())
        .create(autosave_args(&update_args(kind)))
        .of(revision(kind))
}

/// One autosave.
pub fn autosave_route(kind: Kind) -> RouteSpec {
    RouteSpec::new(
        NAMESPACE,
        &format!("/{}/{PARENT}/autosaves/{ID}", kind_base(kind)),
    )
    .read(item_args())
    .of(revision(kind))
}

/// The routes below the items of a kind.
pub fn routes(kind: Kind) -> Vec<RouteSpec> {
    let mut all = Vec::new();
    if kind.has_revisions() {
        all.extend([list_route(kind), item_route(kind)]);
    }
    if kind.has_autosaves() {
        all.extend([autosaves_route(kind), autosave_route(kind)]);
    }
    all
}

/// Error codes of this resource, and those of the whole interface.
pub mod codes {
    use site_rest::Status;
    pub use site_rest::codes::*;

    site_rest::error_codes! {
        POST_INVALID_PARENT = "rest_post_invalid_parent", Status::Fixed(404), "O item superior é inválido.", "Invalid parent item.";
        REVISION_PARENT_MISMATCH = "rest_revision_parent_id_mismatch", Status::Fixed(404), "Esta revisão é de outro item.", "The revision belongs to another item.";
        REVISION_INVALID_OFFSET = "rest_revision_invalid_offset_number", Status::Fixed(400), "O deslocamento passa do número de revisões.", "The offset is beyond the last revision.";
        REVISION_INVALID_PAGE = "rest_revision_invalid_page_number", Status::Fixed(400), "A página pedida é maior que o número de páginas.", "The page asked for is beyond the last one.";
        POST_NO_AUTOSAVE = "rest_post_no_autosave", Status::Fixed(404), "Não há salvamento automático deste item.", "The item has no autosave.";
    }
}
