//! Widgets, their types and the sidebars that would show them. The theme has no sidebars, so there are none of these.

use std::sync::LazyLock;

use serde_json::json;
use site_rest::schema::{EDIT, EMBED_VIEW_EDIT, VIEW_EDIT_EMBED};
use site_rest::{Arg, Args, Kind, Resource, RouteSpec, Schema};

use super::NAMESPACE;
use crate::fields::{TEXT, context};

fn described(schema: Schema, about: &'static str) -> Schema {
    schema.about(about).shown_in(EMBED_VIEW_EDIT).readonly()
}

fn text(about: &'static str) -> Schema {
    described(Schema::string(), about)
}

/// The resource of a sidebar.
pub static SIDEBAR: LazyLock<Resource> = LazyLock::new(|| {
    let schema = Schema::object()
        .with("id", text("Identifier of the sidebar."))
        .with("name", text("Display name."))
        .with("description", text("Description of the sidebar."))
        .with("class", text("Class of the sidebar's element."))
        .with(
            "before_widget",
            text("HTML before each widget.").default_to(""),
        )
        .with(
            "after_widget",
            text("HTML after each widget.").default_to(""),
        )
        .with(
            "before_title",
            text("HTML before each title.").default_to(""),
        )
        .with("after_title", text("HTML after each title.").default_to(""))
        .with(
            "status",
            text("Whether the pages show the sidebar.").choices(["active", "inactive"]),
        )
        .with(
            "widgets",
            widgets().default_to(json!([])).shown_in(EMBED_VIEW_EDIT),
        );
    Resource::new("sidebar", schema)
});

fn widgets() -> Schema {
    Schema::list(Schema::of(&[Kind::Object, Kind::String]))
        .about("The widgets of the sidebar.")
        .bytes_at_most(TEXT)
}

fn instance() -> Schema {
    let part = |schema: Schema, about| schema.about(about).shown_in(EDIT);
    Schema::object()
        .about("Settings of the widget.")
        .with(
            "encoded",
            part(Schema::string(), "In Base64.").at_most(TEXT),
        )
        .with("hash", part(Schema::string(), "Hash of the settings."))
        .with(
            "raw",
            part(Schema::object(), "As they are.").bytes_at_most(TEXT),
        )
}

fn form_data() -> Schema {
    Schema::string()
        .about("Settings as the fields of a form. Only in requests.")
        .at_most(TEXT)
}

/// The resource of a widget.
pub static WIDGET: LazyLock<Resource> = LazyLock::new(|| {
    let member = |schema: Schema, about| schema.about(about).shown_in(VIEW_EDIT_EMBED);
    let schema = Schema::object()
        .with("id", member(Schema::string(), "Identifier of the widget."))
        .with("id_base", member(Schema::string(), "Type of the widget."))
        .with(
            "sidebar",
            member(Schema::string(), "Sidebar that shows the widget.")
                .default_to("")
                .required(),
        )
        .with(
            "rendered",
            member(Schema::string(), "HTML of the widget.").readonly(),
        )
        .with(
            "rendered_form",
            Schema::string()
                .about("HTML of the form for its settings.")
                .shown_in(EDIT)
                .readonly(),
        )
        .with("instance", instance().shown_in(EDIT))
        .with("form_data", form_data());
    Resource::new("widget", schema)
});

/// The resource of a widget type.
pub static WIDGET_TYPE: LazyLock<Resource> = LazyLock::new(|| {
    let schema = Schema::object()
        .with("id", text("Identifier of the type."))
        .with("name", text("Display name.").default_to(""))
        .with(
            "description",
            Schema::string()
                .about("Description of the type.")
                .default_to("")
                .shown_in(VIEW_EDIT_EMBED),
        )
        .with(
            "is_multi",
            Schema::boolean()
                .about("Whether several widgets of the type can be used.")
                .shown_in(VIEW_EDIT_EMBED)
                .readonly(),
        )
        .with(
            "classname",
            text("Class of the widget's element.").default_to(""),
        );
    Resource::new("widget-type", schema)
});

fn type_id() -> Schema {
    Schema::string().about("Identifier of the type.")
}

/// Route of the list of sidebars.
pub fn sidebars_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, "/sidebars")
        .read(Args::none().with(context()))
        .of(&SIDEBAR)
}

/// Route of one sidebar.
pub fn sidebar_route() -> RouteSpec {
    let id = Schema::string().about("Identifier of the sidebar.");
    RouteSpec::new(NAMESPACE, r"/sidebars/(?P<id>[\w-]+)")
        .read(Args::none().arg("id", id).with(context()))
        .edit(Args::none().arg("widgets", widgets()))
        .of(&SIDEBAR)
}

/// Route of the list of widget types.
pub fn types_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, "/widget-types")
        .read(Args::none().with(context()))
        .of(&WIDGET_TYPE)
}

/// Route of one widget type.
pub fn type_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, "/widget-types/(?P<id>[a-zA-Z0-9_-]+)")
        .read(Args::none().arg("id", type_id()).with(context()))
        .of(&WIDGET_TYPE)
}

fn settings_args() -> Args {
    Args::none().with(Arg::new("id", type_id()).required()).arg(
        "instance",
        Schema::object()
            .about("Settings of the widget.")
            .bytes_at_most(TEXT),
    )
}

/// Route that encodes the settings of a widget.
pub fn encode_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, "/widget-types/(?P<id>[a-zA-Z0-9_-]+)/encode")
        .create(settings_args().arg("form_data", form_data()))
}

/// Route that renders a widget.
pub fn render_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, "/widget-types/(?P<id>[a-zA-Z0-9_-]+)/render").create(settings_args())
}

/// Route of the list of widgets.
pub fn widgets_route() -> RouteSpec {
    let sidebar = Schema::string().about("Only widgets of this sidebar.");
    RouteSpec::new(NAMESPACE, "/widgets")
        .read(Args::none().with(context()).arg("sidebar", sidebar))
        .create(WIDGET.create_args())
        .of(&WIDGET)
        .batchable()
}

/// Route of one widget.
pub fn widget_route() -> RouteSpec {
    let force = Schema::boolean().about("Whether the widget is deleted and not put aside.");
    RouteSpec::new(NAMESPACE, r"/widgets/(?P<id>[\w\-]+)")
        .read(Args::none().with(context()))
        .edit(WIDGET.update_args())
        .delete(Args::none().arg("force", force))
        .of(&WIDGET)
        .batchable()
}

/// The routes, in the order of the index.
pub fn routes() -> [RouteSpec; 8] {
    [
        sidebars_route(),
        sidebar_route(),
        types_route(),
        type_route(),
        encode_route(),
        render_route(),
        widgets_route(),
        widget_route(),
    ]
}

/// Error codes of this resource, and those of the whole interface.
pub mod codes {
    use site_rest::Status;
    pub use site_rest::codes::*;

    site_rest::error_codes! {
        CANNOT_MANAGE_WIDGETS = "rest_cannot_manage_widgets", Status::Authorization, "Você não tem permissão para gerenciar widgets.", "You may not manage widgets.";
        SIDEBAR_NOT_FOUND = "rest_sidebar_not_found", Status::Fixed(404), "A barra lateral não existe: as páginas deste site não têm nenhuma.", "The sidebar does not exist: the pages of this site have none.";
        WIDGET_NOT_FOUND = "rest_widget_not_found", Status::Fixed(404), "O widget não existe.", "The widget does not exist.";
        INVALID_WIDGET = "rest_invalid_widget", Status::Fixed(400), "Este site não tem widgets nem barras laterais para eles.", "This site has neither widgets nor sidebars for them.";
        WIDGET_TYPE_INVALID = "rest_widget_type_invalid", Status::Fixed(404), "O tipo de widget não existe.", "The widget type does not exist.";
    }
}
