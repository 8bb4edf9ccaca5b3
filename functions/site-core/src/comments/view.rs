//! JSON representation of comments.

use crate::users::view::avatar_urls;
use domain::site::meta::NOTE_STATUS;
use markup::visitors;
use serde_json::{Map, Value, json};
use site_api::format::gmt;
use site_api::rendered_texts::render_options;
use site_api::reply::shows_links;
use site_api::{ViewContext, links};
use site_contract::core::rest_bases::kind_base;
use site_rest::{Link, Links};
use site_store::{Comment, Content};

use crate::comments::permissions::may_change;
use site_contract::core::comments::COMMENT;

/// The text as readers see it.
fn rendered(cx: &ViewContext<'_>, comment: &Comment) -> String {
    let text = visitors::with_links(&comment.content);
    visitors::unrecommended(&render_options(cx.store).content(&text))
}

/// The JSON representation of a comment; `post` is the item that it belongs to.
pub fn view(comment: &Comment, post: Option<&Content>, cx: &ViewContext<'_>) -> Value {
    let mut out = Map::new();
    let mut put = |name: &str, value: Value| {
        out.insert(name.to_owned(), value);
    };
    put("id", json!(comment.id));
    put("post", json!(comment.post));
    put("parent", json!(comment.parent));
    put("author", json!(comment.author));
    put("author_name", json!(comment.author_name));
    put("author_email", json!(comment.author_email));
    put("author_url", json!(comment.author_url));
    put("author_ip", json!(comment.author_ip));
    put("author_user_agent", json!(comment.author_user_agent));
    put(
        "date",
        json!(comment.date.strftime("%Y-%m-%dT%H:%M:%S").to_string()),
    );
    put("date_gmt", json!(gmt(comment.date_gmt)));
    put(
        "content",
        json!({"rendered": rendered(cx, comment), "raw": comment.content}),
    );
    let page = post.map(|post| links::item(post, cx.store, cx.site));
    let page = page.unwrap_or_default();
    // Deployed systems end all these addresses with a slash, even that of a page without a slug.
    let page = page.trim_end_matches('/');
    put("link", json!(format!("{page}/#comment-{}", comment.id)));
    put("status", json!(comment.status.name()));
    put("type", json!(comment.kind));
    put("author_avatar_urls", avatar_urls(&comment.author_email));
    // `null` stands for a missing value, because the empty string is not among the key's values.
    let settled = comment.meta.get(NOTE_STATUS.name);
    put("meta", json!({NOTE_STATUS.name: settled}));
    let mut value = Value::Object(out);
    COMMENT.schema().keep_context(&mut value, cx.context);
    if let (true, Some(map)) = (shows_links(cx.fields), value.as_object_mut()) {
        map.insert(
            "_links".to_owned(),
            comment_links(comment, post, cx).into_value(cx.site),
        );
    }
    value
}

/// The links of a comment, in the order that clients expect.
fn comment_links(comment: &Comment, post: Option<&Content>, cx: &ViewContext<'_>) -> Links {
    let own = |id: u64| cx.site.url(&format!("/core/v2/comments/{id}"));
    let mut allow = vec!["GET"];
    if may_change(cx.access, post.map(Content::subject)) {
        allow.extend(["POST", "PUT", "PATCH", "DELETE"]);
    }
    let mut all = Links::new()
        .link("self", Link::to(own(comment.id)).allowing(allow))
        .link("collection", Link::to(cx.site.url("/core/v2/comments")));
    if comment.author > 0 {
        let user = cx.site.url(&format!("/core/v2/users/{}", comment.author));
        all.add("author", Link::to(user).embeddable());
    }
    if let Some(post) = post {
        let base = kind_base(post.kind);
        let above = cx.site.url(&format!("/core/v2/{base}/{}", post.id));
        all.add(
            "up",
            Link::to(above)
                .embeddable()
                .with("post_type", post.kind.name()),
        );
    }
    if comment.parent > 0 {
        all.add("in-reply-to", Link::to(own(comment.parent)).embeddable());
    }
    if cx.store.is_answered(comment) {
        let notes = if comment.is_note() {
            "&type=note&status=all"
        } else {
            ""
        };
        let answers = format!("/core/v2/comments?parent={}{notes}", comment.id);
        all.add("children", Link::to(cx.site.url(&answers)).embeddable());
    }
    all
}
