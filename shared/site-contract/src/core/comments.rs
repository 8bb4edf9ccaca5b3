//! Comments: schema, parameters of writes, and filters of lists.

use std::sync::LazyLock;

use domain::site::meta::NOTE_STATUS;
use serde_json::Value;
use site_rest::schema::{EDIT, VIEW_EDIT, VIEW_EDIT_EMBED, key, one_line, url};
use site_rest::{Arg, Args, Format, Resource, RouteSpec, Schema};

use super::ID;
use super::NAMESPACE;
use super::avatars;
use crate::fields::meta;
use crate::fields::{context, force, id, ids, moment, order, orderby, paging, search, text_object};

/// The resource of a comment.
pub static COMMENT: LazyLock<Resource> = LazyLock::new(|| {
    let text = |about, contexts: &[&'static str]| Schema::string().about(about).shown_in(contexts);
    let number =
        |about, contexts: &[&'static str]| Schema::integer().about(about).shown_in(contexts);
    let shape = Schema::object()
        .with(
            "id",
            number("Identifier of the comment.", VIEW_EDIT_EMBED).readonly(),
        )
        .with(
            "author",
            number("Identifier of the author, 0 for a guest.", VIEW_EDIT_EMBED),
        )
        .with(
            "author_email",
            text("E-mail address of the author.", EDIT).format(Format::Email),
        )
        .with(
            "author_ip",
            text("IP address of the author.", EDIT).format(Format::Ip),
        )
        .with(
            "author_name",
            text("Display name of the author.", VIEW_EDIT_EMBED),
        )
        .with(
            "author_url",
            text("URL of the author's website.", VIEW_EDIT_EMBED).format(Format::Uri),
        )
        .with("author_user_agent", text("User agent of the author.", EDIT))
        .with(
            "content",
            text_object("Text of the comment.", VIEW_EDIT_EMBED).shown_in(VIEW_EDIT_EMBED),
        )
        .with(
            "date",
            moment("Date of creation, in the site's time zone.").shown_in(VIEW_EDIT_EMBED),
        )
        .with(
            "date_gmt",
            moment("Date of creation, in GMT.").shown_in(VIEW_EDIT),
        )
        .with(
            "link",
            text("URL of the comment on the item's page.", VIEW_EDIT_EMBED)
                .format(Format::Uri)
                .readonly(),
        )
        .with(
            "parent",
            number(
                "Identifier of the parent comment, 0 for none.",
                VIEW_EDIT_EMBED,
            )
            .default_to(0),
        )
        .with(
            "post",
            number(
                "Identifier of the item that the comment belongs to.",
                VIEW_EDIT,
            )
            .default_to(0),
        )
        .with("status", text("Status.", VIEW_EDIT))
        .with(
            "type",
            text("Type of the comment.", VIEW_EDIT_EMBED)
                .default_to("comment")
                .readonly(),
        )
        .with(
            "author_avatar_urls",
            avatars::schema("Avatar URLs by width in pixels.", VIEW_EDIT_EMBED),
        )
        .with("meta", meta(&[NOTE_STATUS]));
    Resource::new("comment", shape)
        .unchecked(&["content", "author_email"])
        .maps(&["meta"])
        .cleaned("author_name", one_line)
        .cleaned("author_url", url)
        .cleaned("author_user_agent", one_line)
        .cleaned("status", key)
});

fn password(about: &'static str) -> Schema {
    Schema::string().about(about)
}

/// Parameters of reading one comment.
pub fn item_args() -> Args {
    Args::none()
        .arg("id", id("Identifier of the comment."))
        .with(context())
        .arg(
            "password",
            password("Password of the item that the comment belongs to, if it is protected."),
        )
}

/// Parameters of an update.
pub fn update_args() -> Args {
    Args::none()
        .arg("id", id("Identifier of the comment."))
        .and(COMMENT.update_args())
}

/// Parameters of a deletion.
pub fn delete_args() -> Args {
    Args::none()
        .arg("id", id("Identifier of the comment."))
        .arg(
            "force",
            force("Whether to delete permanently instead of moving to the trash."),
        )
        .arg(
            "password",
            password("Password of the item that the comment belongs to, if it is protected."),
        )
}

/// Filters and sort keys of the list of comments.
pub fn list_args() -> Args {
    let names = [
        "date", "date_gmt", "id", "include", "post", "parent", "type",
    ];
    let plain_ids = |about| Schema::list(Schema::integer()).about(about);
    Args::none()
        .with(context())
        .and(paging(10))
        .with(search())
        .arg("after", moment("Only comments written after this date."))
        .arg(
            "author",
            plain_ids("Only comments by these users. Requires the capability edit_posts."),
        )
        .arg(
            "author_exclude",
            plain_ids("Excludes comments by these users. Requires the capability edit_posts."),
        )
        .arg(
            "author_email",
            Schema::string()
                .about("Only comments with this e-mail address. Requires the capability edit_posts.")
                .format(Format::Email)
                .default_to(Value::Null),
        )
        .arg(
            "before",
            moment("Only comments written before this date."),
        )
        .arg("exclude", ids("Excludes comments with these identifiers."))
        .arg("include", ids("Only comments with these identifiers."))
        .arg(
            "offset",
            Schema::integer().about("Number of comments to skip."),
        )
        .arg("order", order("desc"))
        .arg("orderby", orderby(&names, "date_gmt"))
        .arg("parent", ids("Only replies to these comments."))
        .arg("parent_exclude", ids("Excludes replies to these comments."))
        .arg("post", ids("Only comments on these items."))
        .with(
            Arg::new(
                "status",
                Schema::string()
                    .about("Only comments with this status. Other values than approve require the capability edit_posts.")
                    .default_to("approve"),
            )
            .early()
            .cleaned(key),
        )
        .with(
            Arg::new(
                "type",
                Schema::string()
                    .about("Only comments of this type. Other values than comment require the capability edit_posts.")
                    .default_to("comment"),
            )
            .early()
            .cleaned(key),
        )
        .arg(
            "password",
            password("Password of the item, if it is protected."),
        )
}

/// Route of the list of comments.
pub fn list_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, "/comments")
        .read(list_args())
        .create(COMMENT.create_args())
        .of(&COMMENT)
}

/// Route of one comment.
pub fn item_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, &format!("/comments/{ID}"))
        .read(item_args())
        .edit(update_args())
        .delete(delete_args())
        .of(&COMMENT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn creation_has_the_defaults_of_the_shape() {
        let args = COMMENT.create_args().describe();
        assert_eq!(args["parent"]["default"], json!(0));
        assert_eq!(
            COMMENT.update_args().describe()["parent"].get("default"),
            None
        );
    }
}
