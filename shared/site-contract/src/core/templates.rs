//! Templates and parts of templates (docs/interface/site/templates.md).

use std::sync::LazyLock;

use domain::site::Kind;
use site_rest::schema::{EDIT, EMBED_VIEW_EDIT, VIEW_EDIT};
use site_rest::{Arg, Args, Format, Kind as Type, Resource, RouteSpec, Schema};

use super::ID;
use super::NAMESPACE;
use super::content_schema::action_links;
use super::rest_bases::kind_base;
use super::revisions;
use crate::fields::{BODY, WRITE_STATUSES, context, force};

/// Path pattern of a template: its theme, two slashes or one, and its name.
const NAME: &str = r#"([^\/:<>\*\?"\|]+(?:\/[^\/:<>\*\?"\|]+)?)[\/\w%-]+"#;

/// The resource of a template.
pub static TEMPLATE: LazyLock<Resource> = LazyLock::new(|| resource(Kind::Template));

/// The resource of a part of templates.
pub static PART: LazyLock<Resource> = LazyLock::new(|| resource(Kind::TemplatePart));

/// The resource of a template's revisions and autosaves.
pub static REVISION: LazyLock<Resource> = LazyLock::new(|| revision(Kind::Template));

/// The resource of a part's revisions and autosaves.
pub static PART_REVISION: LazyLock<Resource> = LazyLock::new(|| revision(Kind::TemplatePart));

fn shown(schema: Schema, about: &'static str) -> Schema {
    schema.about(about).shown_in(EMBED_VIEW_EDIT)
}

fn text(about: &'static str) -> Schema {
    shown(Schema::string(), about)
}

fn told(about: &'static str) -> Schema {
    text(about).readonly()
}

/// Where the template comes from, and its texts.
fn texts(schema: Schema, kind: Kind) -> Schema {
    let about = match kind {
        Kind::TemplatePart => {
            "Blocks. The pages have their own header and footer; a changed part has no effect on them."
        }
        _ => {
            "Blocks. Those of text, title, author, date, picture, tags, comments and navigation in templates of single items say what their pages show; other blocks and templates have no effect on pages."
        }
    };
    let content = shown(Schema::of(&[Type::Object, Type::String]), about)
        .default_to("")
        .at_most(BODY)
        .with(
            "raw",
            Schema::string()
                .about("Value as stored.")
                .at_most(BODY)
                .shown_in(VIEW_EDIT),
        )
        .with(
            "block_version",
            Schema::integer()
                .about("Version of the block markup, 0 for content without blocks.")
                .shown_in(EDIT)
                .readonly(),
        );
    let title = shown(Schema::of(&[Type::Object, Type::String]), "Title.")
        .default_to("")
        .with("raw", text("Value as stored."))
        .with("rendered", told("Value as HTML."));
    schema
        .with("id", told("Theme and slug, with two slashes in between."))
        .with(
            "slug",
            text("Name, unique among templates or among parts.")
                .required()
                .length(Some(1), None)
                .matching(r"[a-zA-Z0-9_\%-]+"),
        )
        .with("theme", text("Theme; that of the site."))
        .with("type", text("Type: template or part."))
        .with(
            "source",
            told("`theme` for one of the theme as it is, `custom` for a changed or added one."),
        )
        .with(
            "origin",
            told("`theme` for a changed one of the theme; `null` for others."),
        )
        .with("content", content)
        .with("title", title)
        .with("description", text("What it is for.").default_to(""))
}

/// What is known about it besides its texts.
fn facts(schema: Schema, kind: Kind) -> Schema {
    let flag = |about| shown(Schema::boolean(), about).readonly();
    let schema = schema
        .with(
            "status",
            text("Status; a written one is `publish` whatever a request says.")
                .choices(WRITE_STATUSES)
                .default_to("publish"),
        )
        .with(
            "wp_id",
            shown(Schema::integer(), "Identifier of the stored item, 0 for one of the theme as it is.")
                .readonly(),
        )
        .with("has_theme_file", flag("Whether the theme has one of this name."))
        .with(
            "author",
            shown(Schema::integer(), "Identifier of the author, 0 for the theme."),
        )
        .with(
            "modified",
            told("Date of the last change, in the site's time zone; `null` for one of the theme as it is.")
                .format(Format::DateTime),
        )
        .with("author_text", told("Display name of the author or the theme."))
        .with(
            "original_source",
            told("Who made it first.").choices(["theme", "plugin", "site", "user"]),
        );
    if kind == Kind::TemplatePart {
        return schema.with(
            "area",
            text("Area of pages: header, footer, or uncategorized."),
        );
    }
    schema.with(
        "is_custom",
        flag(
            "Whether people choose it for single items, instead of the kind of a page choosing it.",
        ),
    )
}

fn schema(kind: Kind) -> Schema {
    facts(texts(Schema::object(), kind), kind)
}

fn resource(kind: Kind) -> Resource {
    action_links(kind, Resource::new(kind.name(), schema(kind)))
}

fn revision(kind: Kind) -> Resource {
    let parent = shown(Schema::integer(), "Identifier of the stored item.");
    Resource::new(kind.name(), schema(kind).with("parent", parent))
}

/// The resource of the revisions of templates or of parts.
pub fn revision_of(kind: Kind) -> &'static Resource {
    if kind == Kind::TemplatePart {
        &PART_REVISION
    } else {
        &REVISION
    }
}

/// The resource of templates or of parts.
pub fn of(kind: Kind) -> &'static Resource {
    if kind == Kind::TemplatePart {
        &PART
    } else {
        &TEMPLATE
    }
}

fn path_name(name: &'static str) -> Args {
    Args::none().arg(name, Schema::string().about("Theme and slug."))
}

fn list_args() -> Args {
    Args::none()
        .with(context())
        .arg(
            "wp_id",
            Schema::integer().about("Only the stored item with this identifier."),
        )
        .arg("area", Schema::string().about("Only parts of this area."))
        .arg(
            "post_type",
            Schema::string().about("Only templates that people can choose for items of this type."),
        )
}

fn lookup_args() -> Args {
    Args::none()
        .arg(
            "slug",
            Schema::string()
                .about("Name of the template that a page is to be made with.")
                .required(),
        )
        .arg(
            "is_custom",
            Schema::boolean().about("Whether people choose that template for single items."),
        )
        .arg(
            "template_prefix",
            Schema::string().about("Part of the name in front of that of a single item or term."),
        )
}

/// Route of the list.
pub fn list_route(kind: Kind) -> RouteSpec {
    RouteSpec::new(NAMESPACE, &format!("/{}", kind_base(kind)))
        .read(list_args())
        .create(of(kind).create_args())
        .of(of(kind))
}

/// Route of the template that a page is made with when one of the given name is missing.
pub fn lookup_route(kind: Kind) -> RouteSpec {
    RouteSpec::new(NAMESPACE, &format!("/{}/lookup", kind_base(kind)))
        .read(lookup_args())
        .of(of(kind))
}

/// Route of one.
pub fn item_route(kind: Kind) -> RouteSpec {
    RouteSpec::new(NAMESPACE, &format!("/{}/(?P<id>{NAME})", kind_base(kind)))
        .read(path_name("id").with(context()))
        .edit(path_name("id").and(of(kind).update_args()))
        .delete(path_name("id").arg(
            "force",
            force("Whether to delete permanently instead of moving to the trash."),
        ))
        .of(of(kind))
}

/// Replaces the number of an item by the name of a template in the parameters of a route below it.
fn below(args: Args, name: &'static str) -> Args {
    args.with(Arg::new(name, Schema::string().about("Theme and slug.")))
}

/// Route of the list of revisions.
pub fn revisions_route(kind: Kind) -> RouteSpec {
    let path = format!("/{}/(?P<parent>{NAME})/revisions", kind_base(kind));
    RouteSpec::new(NAMESPACE, &path)
        .read(below(revisions::list_args(), "parent"))
        .of(revision_of(kind))
}

/// Route of one revision.
pub fn revision_route(kind: Kind) -> RouteSpec {
    let path = format!("/{}/(?P<parent>{NAME})/revisions/{ID}", kind_base(kind));
    RouteSpec::new(NAMESPACE, &path)
        .read(below(revisions::item_args(), "parent"))
        .delete(below(revisions::delete_args(), "parent"))
        .of(revision_of(kind))
}

/// Route of the autosaves.
pub fn autosaves_route(kind: Kind) -> RouteSpec {
    let path = format!("/{}/(?P<id>{NAME})/autosaves", kind_base(kind));
    RouteSpec::new(NAMESPACE, &path)
        .read(path_name("id").with(context()))
        .create(path_name("id").and(of(kind).update_args()))
        .of(revision_of(kind))
}

/// Route of one autosave.
pub fn autosave_route(kind: Kind) -> RouteSpec {
    let path = format!("/{}/(?P<parent>{NAME})/autosaves/{ID}", kind_base(kind));
    RouteSpec::new(NAMESPACE, &path)
        .read(below(revisions::item_args(), "parent"))
        .of(revision_of(kind))
}

/// The routes of templates or parts, in the order of the index: paths with more segments first, because a name can have
/// slashes.
pub fn routes(kind: Kind) -> [RouteSpec; 7] {
    [
        revisions_route(kind),
        revision_route(kind),
        autosaves_route(kind),
        autosave_route(kind),
        list_route(kind),
        lookup_route(kind),
        item_route(kind),
    ]
}

/// Error codes of this resource, and those of the whole interface.
pub mod codes {
    use site_rest::Status;
    pub use site_rest::codes::*;

    site_rest::error_codes! {
        CANNOT_MANAGE_TEMPLATES = "rest_cannot_manage_templates", Status::Authorization, "Você não tem permissão para acessar os modelos.", "You may not access the templates.";
        TEMPLATE_NOT_FOUND = "rest_template_not_found", Status::Fixed(404), "O modelo não existe.", "The template does not exist.";
        TEMPLATE_OF_THEME = "rest_invalid_template", Status::Fixed(400), "O modelo é do tema: não pode ser excluído.", "The template is the theme's: it cannot be deleted.";
        TEMPLATE_UNCHANGED = "rest_invalid_template", Status::Fixed(400), "O modelo é do tema, sem mudanças: não tem revisões.", "The template is the theme's, unchanged: it has no revisions.";
        TEMPLATE_NOT_OF_THEME = "rest_invalid_template", Status::Fixed(400), "O tema não tem este modelo: não pode ser restaurado.", "The theme has no such template: it cannot be reset.";
        TEMPLATE_OF_OTHER_THEME = "rest_template_insert_error", Status::Fixed(400), "O modelo precisa ser do tema do site.", "The template must belong to the site's theme.";
        TEMPLATE_ALREADY_TRASHED = "rest_template_already_trashed", Status::Fixed(410), "O modelo já está no lixo.", "The template is in the trash already.";
    }
}
