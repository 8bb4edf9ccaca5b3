//! Comments: what they show, what a write takes, what a list is filtered by.

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

/// A comment.
pub static COMMENT: LazyLock<Resource> = LazyLock::new(|| {
    let text = |about, contexts: &[&'static str]| Schema::string().about(about).shown_in(contexts);
    let number =
        |about, contexts: &[&'static str]| Schema::integer().about(about).shown_in(contexts);
    let shape = Schema::object()
        .with("id", number("The comment.", VIEW_EDIT_EMBED).readonly())
        .with(
            "author",
            number("The user who wrote it, 0 for a guest.", VIEW_EDIT_EMBED),
        )
        .with(
            "author_email",
            text("The e-mail address of whoever wrote it.", EDIT).format(Format::Email),
        )
        .with(
            "author_ip",
            text("The network address that it came from.", EDIT).format(Format::Ip),
        )
        .with(
            "author_name",
            text("The name of whoever wrote it.", VIEW_EDIT_EMBED),
        )
        .with(
            "author_url",
            text("The address of the writer's page.", VIEW_EDIT_EMBED).format(Format::Uri),
        )
        .with(
            "author_user_agent",
            text("The program that it came from.", EDIT),
        )
        .with(
            "content",
            text_object("Its text.", VIEW_EDIT_EMBED).shown_in(VIEW_EDIT_EMBED),
        )
        .with(
            "date",
            moment("When it was written, in the site's time zone.").shown_in(VIEW_EDIT_EMBED),
        )
        .with(
            "date_gmt",
            moment("When it was written, in GMT.").shown_in(VIEW_EDIT),
        )
        .with(
            "link",
            text("Its address on the page of the item.", VIEW_EDIT_EMBED)
                .format(Format::Uri)
                .readonly(),
        )
        .with(
            "parent",
            number("The comment that it answers.", VIEW_EDIT_EMBED).default_to(0),
        )
        .with(
            "post",
            number("The item that it is about.", VIEW_EDIT).default_to(0),
        )
        .with("status", text("Its state.", VIEW_EDIT))
        .with(
            "type",
            text("Its kind.", VIEW_EDIT_EMBED)
                .default_to("comment")
                .readonly(),
        )
        .with(
            "author_avatar_urls",
            avatars::schema("Pictures of whoever wrote it.", VIEW_EDIT_EMBED),
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

/// What reading one takes.
pub fn item_args() -> Args {
    Args::none()
        .arg("id", id("The comment."))
        .with(context())
        .arg(
            "password",
            password("The password of the item that it is about, if one protects that."),
        )
}

/// What an update takes.
pub fn update_args() -> Args {
    Args::none()
        .arg("id", id("The comment."))
        .and(COMMENT.update_args())
}

/// What a deletion takes.
pub fn delete_args() -> Args {
    Args::none()
        .arg("id", id("The comment."))
        .arg(
            "force",
            force("Delete for good instead of moving to the trash."),
        )
        .arg(
            "password",
            password("The password of the item that it is about, if one protects that."),
        )
}

/// What the list of comments is filtered and ordered by.
pub fn list_args() -> Args {
    let names = [
        "date", "date_gmt", "id", "include", "post", "parent", "type",
    ];
    let plain_ids = |about| Schema::list(Schema::integer()).about(about);
    Args::none()
        .with(context())
        .and(paging(10))
        .with(search())
        .arg("after", moment("Only comments written after this moment."))
        .arg(
            "author",
            plain_ids("Only comments by these users; for those who write posts."),
        )
        .arg(
            "author_exclude",
            plain_ids("No comments by these users; for those who write posts."),
        )
        .arg(
            "author_email",
            Schema::string()
                .about("Only comments with this e-mail address; for those who write posts.")
                .format(Format::Email)
                .default_to(Value::Null),
        )
        .arg(
            "before",
            moment("Only comments written before this moment."),
        )
        .arg("exclude", ids("Not these comments."))
        .arg("include", ids("Only these comments."))
        .arg(
            "offset",
            Schema::integer().about("The number of comments to pass over."),
        )
        .arg("order", order("desc"))
        .arg("orderby", orderby(&names, "date_gmt"))
        .arg("parent", ids("Only answers to these comments."))
        .arg("parent_exclude", ids("No answers to these comments."))
        .arg("post", ids("Only comments about these items."))
        .with(
            Arg::new(
                "status",
                Schema::string()
                    .about("Only comments in this state; for those who write posts.")
                    .default_to("approve"),
            )
            .early()
            .cleaned(key),
        )
        .with(
            Arg::new(
                "type",
                Schema::string()
                    .about("Only comments of this kind; for those who write posts.")
                    .default_to("comment"),
            )
            .early()
            .cleaned(key),
        )
        .arg(
            "password",
            password("The password of the item, if one protects it."),
        )
}

/// The list of comments.
pub fn list_route() -> RouteSpec {
    RouteSpec::new(NAMESPACE, "/comments")
        .read(list_args())
        .create(COMMENT.create_args())
        .of(&COMMENT)
}

/// One comment.
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
