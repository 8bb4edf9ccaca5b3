//! Comments: schema, parameters of writes, and filters of lists.

use std::sync::LazyLock;

use domain::site::meta::NOTE_STATUS;
use serde_json::Value;
use site_rest::schema::{EDIT, VIEW_EDIT, VIEW_EDIT_EMBED, key, one_line, url};
use site_rest::{Arg, Args, Format, Resource, RouteSpec, Schema};

use super::ID;
use super::NAMESPACE;
use super::avatars;
use crate::fields::{BODY, meta};
use crate::fields::{context, force, id, ids, moment, order, orderby, paging, search, text_object};

/// The resource of a comment.
pub static COMMENT: LazyLock<Resource> = LazyLock::new(|| {
    let text = |about, contexts: &[&'static str]| Schema::string().about(about).shown_in(contexts);
    let number =
        |about, contexts: &[&'static str]| Schema::integer().about(about).shown_in(contexts);
    let schema = Schema::object()
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
            text_object("Text of the comment.", BODY, VIEW_EDIT_EMBED).shown_in(VIEW_EDIT_EMBED),
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
    Resource::new("comment", schema)
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

/// The routes, in the order of the index.
pub fn routes() -> [RouteSpec; 2] {
    [list_route(), item_route()]
}

/// Error codes of this resource, and those of the whole interface.
pub mod codes {
    use site_rest::Status;
    pub use site_rest::codes::*;

    site_rest::error_codes! {
        COMMENT_INVALID_ID = "rest_comment_invalid_id", Status::Fixed(404), "O comentário não existe.", "The comment does not exist.";
        COMMENT_LOGIN_REQUIRED = "rest_comment_login_required", Status::Fixed(401), "É preciso entrar para comentar.", "Commenting needs a signed-in user.";
        COMMENT_INVALID_AUTHOR = "rest_comment_invalid_author", Status::Authorization, "Você não tem permissão para definir o autor do comentário.", "You may not set the author of a comment.";
        COMMENT_INVALID_AUTHOR_IP = "rest_comment_invalid_author_ip", Status::Authorization, "Você não tem permissão para definir o endereço de rede do comentário.", "You may not set the network address of a comment.";
        COMMENT_INVALID_STATUS = "rest_comment_invalid_status", Status::Authorization, "Você não tem permissão para definir o status do comentário.", "You may not set the status of a comment.";
        COMMENT_INVALID_POST_ID = "rest_comment_invalid_post_id", Status::Fixed(403), "O comentário deve ser de um conteúdo que existe.", "A comment needs an item that exists.";
        COMMENT_DRAFT_POST = "rest_comment_draft_post", Status::Fixed(403), "Rascunhos não recebem comentários.", "Drafts take no comments.";
        COMMENT_TRASH_POST = "rest_comment_trash_post", Status::Fixed(403), "Itens na lixeira não recebem comentários.", "Items in the trash take no comments.";
        COMMENT_CLOSED = "rest_comment_closed", Status::Fixed(403), "Os comentários deste conteúdo estão fechados.", "This item takes no comments.";
        CANNOT_READ_POST = "rest_cannot_read_post", Status::Authorization, "Você não tem permissão para ler o conteúdo deste comentário.", "You may not read the item of this comment.";
        CANNOT_CREATE_NOTE = "rest_cannot_create_note", Status::Authorization, "Você não tem permissão para escrever notas sobre este conteúdo.", "You may not write notes about this item.";
        COMMENT_UNSUPPORTED_KIND = "rest_comment_not_supported_post_type", Status::Fixed(403), "Este tipo de conteúdo não recebe notas.", "Items of this type take no notes.";
        COMMENT_EXISTS = "rest_comment_exists", Status::Fixed(400), "Não é possível criar um comentário que já existe.", "An existing comment cannot be created.";
        COMMENT_INVALID_NEW_TYPE = "rest_invalid_comment_type", Status::Fixed(400), "Comentários deste tipo não podem ser criados.", "Comments of this type cannot be created.";
        COMMENT_CONTENT_INVALID = "rest_comment_content_invalid", Status::Fixed(400), "O comentário está vazio.", "The comment is empty.";
        COMMENT_AUTHOR_INVALID = "rest_comment_author_invalid", Status::Fixed(400), "O autor do comentário não existe.", "The author of the comment does not exist.";
        COMMENT_AUTHOR_DATA_REQUIRED = "rest_comment_author_data_required", Status::Fixed(400), "O comentário deve ter o nome e o e-mail de quem escreve.", "A comment needs the name and e-mail address of its author.";
        COMMENT_NAME_LENGTH = "comment_author_column_length", Status::Fixed(400), "O nome é longo demais.", "The name is too long.";
        COMMENT_EMAIL_LENGTH = "comment_author_email_column_length", Status::Fixed(400), "O e-mail é longo demais.", "The e-mail address is too long.";
        COMMENT_URL_LENGTH = "comment_author_url_column_length", Status::Fixed(400), "O endereço é longo demais.", "The address is too long.";
        COMMENT_CONTENT_LENGTH = "comment_content_column_length", Status::Fixed(400), "O comentário é longo demais.", "The comment is too long.";
        COMMENT_INVALID_TYPE = "rest_comment_invalid_type", Status::Fixed(404), "O tipo de um comentário não muda.", "The type of a comment does not change.";
        FORBIDDEN_PARAM = "rest_forbidden_param", Status::Authorization, "Parâmetros não permitidos: {0}", "Parameters not permitted: {0}";
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn creation_has_the_defaults_of_the_schema() {
        let args = COMMENT.create_args().describe();
        assert_eq!(args["parent"]["default"], json!(0));
        assert_eq!(
            COMMENT.update_args().describe()["parent"].get("default"),
            None
        );
    }
}
