//! Posts, pages and blocks: schemas and parameters of writes. One declaration serves all kinds; each omits the
//! members that its items lack.

use std::sync::LazyLock;

use domain::site::meta::registered;
use domain::site::{Format as PostFormat, Kind, Taxonomy};
use serde_json::{Value, json};
use site_rest::schema::{EDIT, VIEW_EDIT, VIEW_EDIT_EMBED};
use site_rest::{ActionLink, Arg, Args, Resource, RouteSpec, Schema};

use super::ID;
use super::NAMESPACE;
use super::lists::list_args;
use super::rest_bases::{kind_base, taxonomy_base};
use super::{media, menu_items};
use crate::fields::{computed, context, dated, force, id, meta, openness, text_object};

static POST: LazyLock<Resource> = LazyLock::new(|| resource(Kind::Post));
static PAGE: LazyLock<Resource> = LazyLock::new(|| resource(Kind::Page));
static BLOCK: LazyLock<Resource> = LazyLock::new(|| resource(Kind::Block));

/// The resource of a kind's items.
pub fn of(kind: Kind) -> &'static Resource {
    match kind {
        Kind::Post => &POST,
        Kind::Page => &PAGE,
        Kind::Block => &BLOCK,
        Kind::Attachment => &media::MEDIA,
        Kind::NavMenuItem => &menu_items::MENU_ITEM,
    }
}

/// The names of the post formats.
pub fn formats() -> Vec<&'static str> {
    PostFormat::ALL.iter().map(|format| format.name()).collect()
}

fn resource(kind: Kind) -> Resource {
    let mut schema = dated(kind.name());
    if kind.has_password() {
        let about = "Password that protects content and excerpt.";
        schema = schema.with("password", Schema::string().about(about).shown_in(EDIT));
    }
    if kind.is_viewable() {
        schema = computed(schema);
    }
    if kind.is_hierarchical() {
        let about = "Identifier of the parent, 0 for none.";
        schema = schema.with("parent", Schema::integer().about(about).shown_in(VIEW_EDIT));
    }
    let mut schema = texts(schema, kind);
    if kind.has_discussion() {
        schema = openness(schema);
    }
    if kind.has_format() {
        let form = Schema::string()
            .about("Format of the post.")
            .choices(formats());
        schema = schema.with("format", form.shown_in(VIEW_EDIT));
    }
    if kind.has_menu_order() {
        let about = "Sort order among siblings.";
        schema = schema.with(
            "menu_order",
            Schema::integer().about(about).shown_in(VIEW_EDIT),
        );
    }
    schema = schema.with("meta", meta(registered(kind)));
    if kind.has_format() {
        let about = "Whether the post is sticky.";
        schema = schema.with("sticky", Schema::boolean().about(about).shown_in(VIEW_EDIT));
    }
    schema = schema.with(
        "template",
        Schema::string()
            .about("Theme template of the public page.")
            .shown_in(VIEW_EDIT),
    );
    for taxonomy in kind.taxonomies() {
        let terms = Schema::list(Schema::integer())
            .about(terms_about(*taxonomy))
            .shown_in(VIEW_EDIT);
        schema = schema.with(taxonomy_base(*taxonomy), terms);
    }
    action_links(
        kind,
        Resource::new(kind.name(), schema)
            .unchecked(&["title", "content", "excerpt", "template"])
            .maps(&["meta"]),
    )
}

/// Adds the action links of a kind, which tell what the caller may do with an item.
pub fn action_links(kind: Kind, resource: Resource) -> Resource {
    let path = format!("/core/v2/{}/{{id}}", kind_base(kind));
    let action = |rel: String, title: &str, member: &str, schema: Value| ActionLink {
        rel,
        title: title.to_owned(),
        path: path.clone(),
        target: json!({"type": "object", "properties": {member: schema}}),
    };
    let mut all = Vec::new();
    if kind != Kind::Attachment {
        all.push(action(
            "action-publish".to_owned(),
            "The caller may publish the item.",
            "status",
            json!({"type": "string", "enum": ["publish", "future"]}),
        ));
    }
    all.push(action(
        "action-unfiltered-html".to_owned(),
        "The caller may save unfiltered HTML.",
        "content",
        json!({"raw": {"type": "string"}}),
    ));
    if kind.has_format() {
        all.push(action(
            "action-sticky".to_owned(),
            "The caller may make the post sticky.",
            "sticky",
            json!({"type": "boolean"}),
        ));
    }
    if kind.has_author() {
        all.push(action(
            "action-assign-author".to_owned(),
            "The caller may change the author.",
            "author",
            json!({"type": "integer"}),
        ));
    }
    for taxonomy in kind.taxonomies() {
        let terms = taxonomy_base(*taxonomy);
        for (verb, title) in [
            ("assign", "The caller may assign terms of this taxonomy."),
            ("create", "The caller may create terms of this taxonomy."),
        ] {
            all.push(action(
                format!("action-{verb}-{terms}"),
                title,
                terms,
                json!({"type": "array", "items": {"type": "integer"}}),
            ));
        }
    }
    if kind == Kind::NavMenuItem {
        all.push(action(
            "menu-item-object".to_owned(),
            "Target object of the menu item.",
            "object",
            json!({"type": "integer"}),
        ));
    }
    all.into_iter().fold(resource, Resource::link)
}

const fn terms_about(taxonomy: Taxonomy) -> &'static str {
    match taxonomy {
        Taxonomy::Category | Taxonomy::PatternCategory => "Identifiers of the categories.",
        Taxonomy::PostTag => "Identifiers of the tags.",
        Taxonomy::NavMenu => "Identifier of the menu.",
    }
}

/// Adds title, content and excerpt, the author and the featured image. Blocks have raw texts only, because only
/// editors read them.
fn texts(schema: Schema, kind: Kind) -> Schema {
    let protected = || {
        Schema::boolean()
            .about("Whether a password protects the text.")
            .shown_in(VIEW_EDIT_EMBED)
            .readonly()
    };
    let block_version = Schema::integer()
        .about("Version of the block markup, 0 for content without blocks.")
        .shown_in(EDIT)
        .readonly();
    let raw = |about| {
        let text = Schema::string().about("Value as stored.");
        Schema::object()
            .about(about)
            .with("raw", text.shown_in(VIEW_EDIT))
    };
    let (title, content) = if kind.is_viewable() {
        (
            text_object("Title.", VIEW_EDIT_EMBED),
            text_object("Content.", VIEW_EDIT),
        )
    } else {
        (raw("Title."), raw("Content."))
    };
    let content = content
        .with("block_version", block_version)
        .with("protected", protected());
    let excerpt = text_object("Excerpt.", VIEW_EDIT_EMBED).with("protected", protected());
    let mut schema = schema
        .with("title", title.shown_in(VIEW_EDIT_EMBED))
        .with("content", content.shown_in(VIEW_EDIT));
    if kind.has_author() {
        let author = Schema::integer().about("Identifier of the author.");
        schema = schema.with("author", author.shown_in(VIEW_EDIT_EMBED));
    }
    schema = schema.with("excerpt", excerpt.shown_in(VIEW_EDIT_EMBED));
    if kind.has_picture() {
        let picture = Schema::integer().about("Identifier of the featured image, 0 for none.");
        schema = schema.with("featured_media", picture.shown_in(VIEW_EDIT_EMBED));
    }
    schema
}

/// Parameters of a creation. A `status` of `null` creates a draft.
pub fn create_args(kind: Kind) -> Args {
    keeping_null_status(of(kind).create_args())
}

/// Passes `status: null` on to the handler.
pub fn keeping_null_status(args: Args) -> Args {
    let status = args.get("status").cloned().map(Arg::keeping_null);
    status.into_iter().fold(args, Args::with)
}

/// Parameters of an update. For kinds with a trash, `status` may also repeat the item's current status, which only
/// the handler knows.
pub fn update_args(kind: Kind) -> Args {
    let args = Args::none()
        .arg("id", id("Identifier of the item."))
        .and(of(kind).update_args());
    if kind == Kind::NavMenuItem {
        return args;
    }
    let status = args.get("status").cloned().map(Arg::unchecked);
    status.into_iter().fold(args, Args::with)
}

/// Parameters of reading one item.
pub fn item_args(kind: Kind) -> Args {
    let args = Args::none()
        .arg("id", id("Identifier of the item."))
        .with(context());
    if !kind.has_password() {
        return args;
    }
    args.arg(
        "excerpt_length",
        Schema::integer().about("Number of words in a generated excerpt."),
    )
    .arg(
        "password",
        Schema::string().about("Password of a protected item."),
    )
}

/// Parameters of a deletion.
pub fn delete_args(kind: Kind) -> Args {
    let about = if kind.has_trash() {
        "Whether to delete permanently instead of moving to the trash."
    } else {
        "Required to be true: these items cannot be trashed."
    };
    Args::none()
        .arg("id", id("Identifier of the item."))
        .arg("force", force(about))
}

/// Route of the list of posts, pages or blocks.
pub fn list_route(kind: Kind) -> RouteSpec {
    RouteSpec::new(NAMESPACE, &format!("/{}", kind_base(kind)))
        .read(list_args(kind))
        .create(create_args(kind))
        .of(of(kind))
        .batchable()
}

/// Route of one post, page or block.
pub fn item_route(kind: Kind) -> RouteSpec {
    RouteSpec::new(NAMESPACE, &format!("/{}/{ID}", kind_base(kind)))
        .read(item_args(kind))
        .edit(update_args(kind))
        .delete(delete_args(kind))
        .of(of(kind))
        .batchable()
}

/// The routes of a kind, in the order of the index.
pub fn routes(kind: Kind) -> [RouteSpec; 2] {
    [list_route(kind), item_route(kind)]
}

/// Error codes of this resource, and those of the whole interface.
pub mod codes {
    use site_rest::Status;
    pub use site_rest::codes::*;

    site_rest::error_codes! {
        CANNOT_EDIT_OTHERS = "rest_cannot_edit_others", Status::Authorization, "Você não tem permissão para criar ou editar em nome de outra pessoa.", "You may not create or edit in another person's name.";
        CANNOT_ASSIGN_STICKY = "rest_cannot_assign_sticky", Status::Authorization, "Você não tem permissão para fixar este item.", "You may not make this sticky.";
        CANNOT_ASSIGN_TERM = "rest_cannot_assign_term", Status::Authorization, "Você não tem permissão para atribuir estes termos.", "You may not assign these terms.";
        CANNOT_PUBLISH = "rest_cannot_publish", Status::Authorization, "Você não tem permissão para publicar.", "You may not publish.";
        INVALID_FIELD = "rest_invalid_field", Status::Fixed(400), "Um item fixado não pode ter senha.", "A sticky item cannot have a password.";
        INVALID_PAGE_NUMBER = "rest_post_invalid_page_number", Status::Fixed(400), "A página pedida é maior que o número de páginas.", "The requested page is beyond the last one.";
        INCORRECT_POST_PASSWORD = "rest_post_incorrect_password", Status::Fixed(403), "A senha do conteúdo está incorreta.", "The password of the content is incorrect.";
        INVALID_PARAM_TEMPLATE = "rest_invalid_param", Status::None, "{0} não é um modelo disponível.", "{0} is not an available template.";
    }
}
