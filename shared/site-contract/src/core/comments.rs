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
        COMMENT_INVALID_POST_ID = "rest_comment_invalid_post_id", Status::Fixed(403), "O comentário precisa de um conteúdo que exista.", "A comment needs an item that exists.";
        COMMENT_DRAFT_POST = "rest_comment_draft_post", Status::Fixed(403), "Rascunhos não recebem comentários.", "Drafts take no comments.";
        COMMENT_TRASH_POST = "rest_comment_trash_post", Status::Fixed(403), "Itens na lixeira não recebem comentários.", "Items in the trash take no comments.";
        COMMENT_CLOSED = "rest_comment_closed", Status::Fixed(403), "Os comentários deste conteúdo estão fechados.", "This item takes no comments.";
        CANNOT_READ_POST = "rest_cannot_read_post", Status::Authorization, "Você não tem permissão para ler o conteúdo deste comentário.", "You may not read the item of this comment.";
        CANNOT_CREATE_NOTE = "rest_cannot_create_note", Status::Authorization, "Você não tem permissão para escrever notas sobre este conteúdo.", "You may not write notes about this item.";
        COMMENT_UNSUPPORTED_KIND = "rest_comment_not_supported_post_type", Status::Fixed(403), "Este tipo de conteúdo não recebe notas.", "Items of this type take no notes.";
        COMMENT_EXISTS = "rest_comment_exists", Status::Fixed(400), "Não é possível criar um comentário que já existe.", "A comment that exists cannot be created.";
        COMMENT_INVALID_NEW_TYPE = "rest_invalid_comment_type", Status::Fixed(400), "Comentários deste tipo não podem ser criados.", "Comments of this type cannot be created.";
        COMMENT_CONTENT_INVALID = "rest_comment_content_invalid", Status::Fixed(400), "O comentário está vazio.", "The comment is empty.";
        COMMENT_AUTHOR_INVALID = "rest_comment_author_invalid", Status::Fixed(400), "O autor do comentário não existe.", "The author of the comment does not exist.";
        COMMENT_AUTHOR_DATA_REQUIRED = "rest_comment_author_data_required", Status::Fixed(400), "O comentário precisa do nome e do e-mail de quem escreve.", "A comment needs the name and e-mail address of whoever writes it.";
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
    fn creation_has_the_defaults_of_the_shape() {
        let args = COMMENT.create_args().describe();
        assert_eq!(args["parent"]["default"], json!(0));
        assert_eq!(
            COMMENT.update_args().describe()["parent"].get("default"),
            None
        );
    }
}
