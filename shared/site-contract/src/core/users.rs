//! Users: what they show, what a write takes, what a list is filtered by.

use std::sync::LazyLock;

use domain::site::Kind;
use serde_json::json;
use site_rest::schema::{EDIT, EMBED_VIEW_EDIT, one_line};
use site_rest::{Arg, Args, Format, Kind as Type, Resource, RouteSpec, Schema};

use super::avatars;

use super::ID;
use super::NAMESPACE;
use crate::fields::meta;
use crate::fields::{context, force, id, ids, order, orderby, paging, search};

/// A user.
pub static USER: LazyLock<Resource> = LazyLock::new(|| {
    let own = |about| Schema::string().about(about).shown_in(EDIT);
    let public = |about| Schema::string().about(about).shown_in(EMBED_VIEW_EDIT);
    let shape = Schema::object()
        .with(
            "id",
            Schema::integer()
                .about("The user.")
                .shown_in(EMBED_VIEW_EDIT)
                .readonly(),
        )
        .with("username", own("The name to sign in with.").required())
        .with("name", public("The name that readers see."))
        .with("first_name", own("The first name."))
        .with("last_name", own("The last name."))
        .with(
            "email",
            own("The e-mail address.").format(Format::Email).required(),
        )
        .with(
            "url",
            public("The address of the person's page.").format(Format::Uri),
        )
        .with("description", public("About the person."))
        .with(
            "link",
            public("The address of the person's posts.")
                .format(Format::Uri)
                .readonly(),
        )
        .with(
            "locale",
            own("The language.").choices(["", "pt_BR", "en_US"]),
        )
        .with("nickname", own("The nickname."))
        .with("slug", public("The readable part of the address."))
        .with(
            "registered_date",
            own("When the person was added.")
                .format(Format::DateTime)
                .readonly(),
        )
        .with(
            "roles",
            Schema::list(Schema::string())
                .about("The roles.")
                .shown_in(EDIT),
        )
        .with(
            "password",
            Schema::string()
                .about("The password; never answered.")
                .required(),
        )
        .with(
            "capabilities",
            Schema::object()
                .about("What the person may do.")
                .shown_in(EDIT)
                .readonly(),
        )
        .with(
            "extra_capabilities",
            Schema::object()
                .about("What the person may do besides the roles.")
                .shown_in(EDIT)
                .readonly(),
        )
        .with(
            "avatar_urls",
            avatars::schema("Pictures of the person.", EMBED_VIEW_EDIT),
        )
        .with("meta", meta(&[]));
    Resource::new("user", shape)
        .maps(&["meta"])
        .cleaned("name", one_line)
        .cleaned("first_name", one_line)
        .cleaned("last_name", one_line)
        .cleaned("nickname", one_line)
});

/// What reading one takes.
pub fn item_args() -> Args {
    Args::none().arg("id", id("The user.")).with(context())
}

/// What reading oneself takes.
pub fn me_args() -> Args {
    Args::none().with(context())
}

/// What an update takes.
pub fn update_args() -> Args {
    Args::none()
        .arg("id", id("The user."))
        .and(USER.update_args())
}

/// What updating oneself takes.
pub fn update_me_args() -> Args {
    USER.update_args()
}

/// What a deletion takes.
pub fn delete_args() -> Args {
    Args::none()
        .arg("id", id("The user."))
        .and(delete_me_args())
}

/// What deleting oneself takes.
pub fn delete_me_args() -> Args {
    Args::none()
        .arg("force", force("Must be true, as users have no trash."))
        .with(
            Arg::new(
                "reassign",
                Schema::integer().about("The user who gets the items of the deleted one."),
            )
            .required()
            .unchecked(),
        )
}

/// What the list of users is filtered and ordered by.
pub fn list_args() -> Args {
    let names = [
        "id",
        "include",
        "name",
        "registered_date",
        "slug",
        "include_slugs",
        "email",
        "url",
    ];
    Args::none()
        .with(context())
        .and(paging(10))
        .with(search())
        .arg("exclude", ids("Not these users."))
        .arg("include", ids("Only these users."))
        .arg(
            "offset",
            Schema::integer().about("The number of users to pass over."),
        )
        .arg("order", order("asc"))
        .arg("orderby", orderby(&names, "name"))
        .arg(
            "slug",
            Schema::list(Schema::string()).about("Only users with these slugs."),
        )
        .arg(
            "roles",
            Schema::list(Schema::string()).about("Only users with one of these roles."),
        )
        .arg(
            "capabilities",
            Schema::list(Schema::string()).about("Only users with one of these rights."),
        )
        .arg(
            "who",
            Schema::string()
                .about("Only those who write.")
                .choices(["authors"]),
        )
        .arg(
            "has_published_posts",
            Schema::of(&[Type::Boolean, Type::Array])
                .about("Only users who have published, anything or items of these kinds.")
                .items(Schema::string().choices(Kind::ALL.map(Kind::name))),
        )
        .arg(
            "search_columns",
            Schema::list(Schema::string().choices(["email", "name", "id", "username", "slug"]))
                .about("Where the search looks.")
                .default_to(json!([])),
        )
}

/// The list of users.
pub fn list_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, "/users")
        .read(list_args())
        .create(USER.create_args())
        .of(&USER)
        .batchable()
}

/// One user.
pub fn item_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, &format!("/users/{ID}"))
        .read(item_args())
        .edit(update_args())
        .delete(delete_args())
        .of(&USER)
        .batchable()
}

/// The caller.
pub fn me_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, "/users/me")
        .read(me_args())
        .edit(update_me_args())
        .delete(delete_me_args())
        .of(&USER)
}
