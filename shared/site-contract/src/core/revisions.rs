//! Revisions and autosaves: schemas and filters of their lists.

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
    BODY, TEXT, context, force, guid, id, ids, meta, moment, order, orderby, paging, search,
    text_object,
};

static OF_POST: LazyLock<Resource> = LazyLock::new(|| resource("post-revision", Kind::Post));
static OF_PAGE: LazyLock<Resource> = LazyLock::new(|| resource("page-revision", Kind::Page));
static OF_BLOCK: LazyLock<Resource> = LazyLock::new(|| resource("block-revision", Kind::Block));
static OF_NAVIGATION: LazyLock<Resource> =
    LazyLock::new(|| resource("navigation-revision", Kind::Navigation));
static OF_MENU_ITEM: LazyLock<Resource> =
    LazyLock::new(|| resource("nav_menu_item-revision", Kind::NavMenuItem));

/// The resource of a kind's revisions. Autosaves have the same schema, with a preview link.
pub fn revision(of: Kind) -> &'static Resource {
    match of {
        Kind::Post | Kind::Attachment => &OF_POST,
        Kind::Page => &OF_PAGE,
        Kind::Navigation => &OF_NAVIGATION,
        // Templates and global styles are declared with their routes, which do not ask here.
        Kind::Block
        | Kind::Template
        | Kind::TemplatePart
        | Kind::GlobalStyles
        | Kind::FontFamily
        | Kind::FontFace => &OF_BLOCK,
        Kind::NavMenuItem => &OF_MENU_ITEM,
    }
}

fn resource(name: &'static str, of: Kind) -> Resource {
    let number = |about| Schema::integer().about(about).shown_in(VIEW_EDIT_EMBED);
    let date = |about, contexts| moment(about).shown_in(contexts);
    let mut schema = Schema::object()
        .with("author", number("Identifier of the author."))
        .with(
            "date",
            date(
                "Date of creation, in the site's time zone.",
                VIEW_EDIT_EMBED,
            ),
        )
        .with("date_gmt", date("Date of creation, in GMT.", VIEW_EDIT))
        .with("guid", guid())
        .with("id", number("Identifier of the revision."))
        .with(
            "modified",
            date(
                "Date of the last change, in the site's time zone.",
                VIEW_EDIT,
            ),
        )
        .with(
            "modified_gmt",
            date("Date of the last change, in GMT.", VIEW_EDIT),
        )
        .with("parent", number("Identifier of the item."))
        .with(
            "slug",
            Schema::string()
                .about("Slug of the revision.")
                .shown_in(VIEW_EDIT_EMBED),
        )
        .with(
            "title",
            text("Title.", VIEW_EDIT_EMBED, of).shown_in(VIEW_EDIT_EMBED),
        )
        .with(
            "content",
            text("Content.", VIEW_EDIT, of).shown_in(VIEW_EDIT),
        );
    // The schema of a menu item's revisions has an excerpt, as in deployed systems.
    if of.has_excerpt() || of == Kind::NavMenuItem {
        schema = schema.with(
            "excerpt",
            text_object("Excerpt.", TEXT, VIEW_EDIT_EMBED).shown_in(VIEW_EDIT_EMBED),
        );
    }
    if of.has_meta() {
        schema = schema.with("meta", meta(registered(of)));
    }
    schema = schema.with(
        "preview_link",
        Schema::string()
            .about("URL of the preview.")
            .format(Format::Uri)
            .shown_in(EDIT)
            .readonly(),
    );
    Resource::new(name, schema)
}

/// The schema of a text; that of a block is raw only, because only editors read it.
fn text(about: &'static str, rendered_in: &[&'static str], of: Kind) -> Schema {
    if of != Kind::Block {
        return text_object(about, BODY, rendered_in);
    }
    let form = |about| Schema::string().about(about);
    Schema::object()
        .about(about)
        .with("raw", form("Value as stored.").shown_in(VIEW_EDIT))
        .with(
            "rendered",
            form("Value as rendered on public pages.")
                .shown_in(rendered_in)
                .readonly(),
        )
}

fn of_item() -> Args {
    Args::none().arg("parent", id("Identifier of the item."))
}

/// Filters and sort keys of the list of revisions. Without `per_page` the list is one page.
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
        .about("Maximum number of revisions per page, 1 to 100.")
        .min(1)
        .max(100);
    of_item()
        .with(context())
        .and(paging(10))
        .with(Arg::new("per_page", size).early())
        .with(search())
        .arg("exclude", ids("Excludes revisions with these identifiers."))
        .arg("include", ids("Only revisions with these identifiers."))
        .arg(
            "offset",
            Schema::integer().about("Number of revisions to skip."),
        )
        .arg("order", order("desc"))
        .arg("orderby", orderby(&names, "date"))
}

/// Parameters of reading one revision.
pub fn item_args() -> Args {
    of_item()
        .arg("id", id("Identifier of the revision."))
        .with(context())
}

/// Parameters of a deletion.
pub fn delete_args() -> Args {
    of_item().arg("id", id("Identifier of the revision.")).arg(
        "force",
        force("Required to be true: revisions cannot be trashed."),
    )
}

/// Parameters of the list of autosaves. It declares `parent` as deployed systems do, although the path calls it `id`.
pub fn autosaves_args() -> Args {
    of_item().with(context())
}

/// Parameters of creating an autosave: those of an update of the item.
pub fn autosave_args(update: &Args) -> Args {
    let writable = update.iter().filter(|arg| arg.name() != "id").cloned();
    of_item().and(writable.collect())
}

/// Route of the list of an item's revisions.
pub fn list_route(kind: Kind) -> RouteSpec {
    RouteSpec::new(
        NAMESPACE,
        &format!("/{}/{PARENT}/revisions", kind_base(kind)),
    )
    .read(list_args())
    .of(revision(kind))
}

/// Route of one revision.
pub fn item_route(kind: Kind) -> RouteSpec {
    RouteSpec::new(
        NAMESPACE,
        &format!("/{}/{PARENT}/revisions/{ID}", kind_base(kind)),
    )
    .read(item_args())
    .delete(delete_args())
    .of(revision(kind))
}

/// Route of an item's autosaves.
pub fn autosaves_route(kind: Kind) -> RouteSpec {
    RouteSpec::new(NAMESPACE, &format!("/{}/{ID}/autosaves", kind_base(kind)))
        .read(autosaves_args())
        .create(autosave_args(&update_args(kind)))
        .of(revision(kind))
}

/// Route of one autosave.
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
        REVISION_INVALID_PAGE = "rest_revision_invalid_page_number", Status::Fixed(400), "A página pedida é maior que o número de páginas.", "The requested page is beyond the last one.";
        POST_NO_AUTOSAVE = "rest_post_no_autosave", Status::Fixed(404), "Não há salvamento automático deste item.", "The item has no autosave.";
    }
}
