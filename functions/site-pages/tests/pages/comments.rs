//! Comments below posts: how they are shown, and the form for new ones.

use std::sync::Arc;

use domain::site::{Kind, Openness};
use site_store::{
    Comment, CommentChange, CommentFilter, CommentStatus, Content, ContentChange, Freshness,
    NewComment, StatusChange, anything,
};

use crate::support::{Answer, Site, published};

impl Site {
    pub async fn comment(&self, post: &Content, parent: u64, name: &str, text: &str) -> u64 {
        let new = NewComment {
            post: post.id,
            parent,
            author_name: name.to_owned(),
            content: text.to_owned(),
            is_trusted: true,
            skips_flood_check: true,
            ..NewComment::default()
        };
        self.store.create_comment(&new).await.unwrap().id
    }

    /// Sends the form of a post with its stamp and these fields.
    async fn write(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let page = self.get(path).await;
        let stamp = page.text.split("name=\"comment_stamp\" value=\"").nth(1);
        let stamp = stamp.map_or("", |rest| rest.split('"').next().unwrap());
        let mut form = url::form_urlencoded::Serializer::new(String::new());
        form.append_pair("comment_stamp", stamp);
        for (name, value) in fields {
            form.append_pair(name, value);
        }
        self.submit(path, &[], &form.finish()).await
    }

    async fn all_comments(&self) -> Vec<Arc<Comment>> {
        self.store.refresh(Freshness::Asked).await.unwrap();
        let filter = CommentFilter {
            status: vec![
                CommentStatus::Approved,
                CommentStatus::Hold,
                CommentStatus::Spam,
            ],
            ascending: true,
            ..CommentFilter::default()
        };
        self.store.comments(&filter).items
    }
}

const GOOD: [(&str, &str); 3] = [
    ("author", "Bia Reis"),
    ("email", "bia@leitora.com.br"),
    ("comment", "Ficou ótimo, com menos açúcar."),
];

fn with<'a>(name: &'a str, value: &'a str) -> Vec<(&'a str, &'a str)> {
    let rest = GOOD.into_iter().filter(|(own, _)| *own != name);
    rest.chain([(name, value)]).collect()
}

#[tokio::test]
async fn approved_comments_are_shown_with_their_answers() {
    let site = Site::new().await;
    let post = site.post("Pão", "x").await;
    let first = site
        .comment(&post, 0, "Bia & Reis", "Olá <script>x</script>")
        .await;
    let author = NewComment {
        post: post.id,
        parent: first,
        author: site.admin,
        author_name: "Ana".to_owned(),
        author_email: "ana@exemplo.com.br".to_owned(),
        author_url: "https://ana.example/".to_owned(),
        content: "Oi, <a href=\"https://a.example/\">veja</a>".to_owned(),
        is_trusted: true,
        skips_flood_check: true,
        ..NewComment::default()
    };
    let answer = site.store.create_comment(&author).await.unwrap().id;
    let held = NewComment {
        post: post.id,
        author_name: "Espera".to_owned(),
        content: "ainda não".to_owned(),
        skips_flood_check: true,
        ..NewComment::default()
    };
    site.store.create_comment(&held).await.unwrap();
    let page = site.get("/pao/").await;
    for text in [
        "2 comentários</h2>".to_owned(),
        format!("<li id=\"comment-{first}\">"),
        "Bia &#38; Reis".to_owned(),
        ">BR</span>".to_owned(),
        format!("</article>\n<ol>\n<li id=\"comment-{answer}\">"),
        "<a href=\"https://ana.example/\" rel=\"nofollow ugc\">Ana</a> <span class=\"mark\">Autoria do post</span>".to_owned(),
        "<a href=\"https://a.example/\" rel=\"nofollow ugc\">veja</a>".to_owned(),
        format!("href=\"https://exemplo.com.br/pao/?replytocom={first}#respond\" rel=\"nofollow\""),
    ] {
        assert!(page.has(&text), "{text} is not in {}", page.text);
    }
    for text in [
        "ainda não",
        "<script>x",
        "ana@exemplo",
        "gravatar.com/avatar/x",
    ] {
        assert!(!page.has(text), "{text}");
    }
    // The page of an answer says whom it answers, and keeps the public copy for everyone.
    let page = site.get(&format!("/pao/?replytocom={first}")).await;
    assert!(page.has("Responder a Bia &#38; Reis</h3>"));
    assert!(page.has(&format!("name=\"comment_parent\" value=\"{first}\"")));
    assert!(page.header("cache-control").starts_with("public"));
    assert!(
        site.get("/pao/?replytocom=999")
            .await
            .has("name=\"comment_parent\" value=\"0\"")
    );
}

#[tokio::test]
async fn answers_are_nested_to_a_limit() {
    let site = Site::new().await;
    let post = site.post("Pão", "x").await;
    let mut parent = 0;
    for level in 1..=8 {
        parent = site
            .comment(&post, parent, "Bia", &format!("nível {level}"))
            .await;
    }
    let page = site.get("/pao/").await;
    let thread = page.text.split("class=\"thread\"").nth(1).unwrap();
    assert_eq!(thread.matches("<ol>").count(), 4);
    assert_eq!(thread.matches("nível").count(), 8);
    assert_eq!(thread.matches("replytocom").count(), 4);
}

#[tokio::test]
async fn a_comment_waits_for_a_moderator() {
    let site = Site::new().await;
    site.post("Pão", "x").await;
    let sent = site.write("/pao/", &GOOD).await;
    let to = "https://exemplo.com.br/pao/?comentario=recebido#comentario-recebido";
    assert_eq!(sent.location(), (303, to), "{}", sent.text);
    let page = site.get("/pao/?comentario=recebido").await;
    assert!(page.has("id=\"comentario-recebido\" role=\"status\""));
    assert!(!page.has("menos açúcar"));
    assert_eq!(page.header("cache-control"), "private, no-store");
    let [comment] = site.all_comments().await.try_into().unwrap();
    assert_eq!(comment.status, CommentStatus::Hold);
    assert_eq!(
        (
            comment.author_name.as_str(),
            comment.author_email.as_str(),
            comment.content.as_str()
        ),
        (
            "Bia Reis",
            "bia@leitora.com.br",
            "Ficou ótimo, com menos açúcar."
        )
    );
    // A writer whose earlier comment was approved is known by name and address only, which anybody can write.
    let change = CommentChange {
        status: Some(StatusChange::To(CommentStatus::Approved)),
        ..CommentChange::default()
    };
    site.store
        .update_comment(comment.id, &change)
        .await
        .unwrap();
    assert!(site.get("/pao/").await.has("menos açúcar"));
    site.clock.advance(jiff::SignedDuration::from_secs(20));
    let id = comment.id.to_string();
    let mut answer = with("comment", "Mais um");
    answer.push(("comment_parent", &id));
    assert_eq!(site.write("/pao/", &answer).await.status, 303);
    let all = site.all_comments().await;
    let answer = all.last().unwrap();
    assert_eq!(
        (answer.parent, answer.status),
        (comment.id, CommentStatus::Hold)
    );
}

#[tokio::test]
async fn what_is_wrong_is_said_beside_its_field_and_nothing_is_lost() {
    let site = Site::new().await;
    site.post("Pão", "x").await;
    let long = "é".repeat(5_001);
    for (name, value, message) in [
        ("author", " ", "Informe seu nome."),
        ("author", &*"a".repeat(246), "O nome deve ser mais curto."),
        ("email", "bia@leitora", "Informe um e-mail válido"),
        ("comment", "<script></script>", "Escreva seu comentário."),
        ("comment", &*long, "até 5.000 caracteres"),
        ("comment_stamp", "x", ""),
    ] {
        let page = site.write("/pao/", &with(name, value)).await;
        if name == "comment_stamp" {
            // The first field of this name counts: the one of the page.
            assert_eq!(page.status, 303);
            continue;
        }
        assert_eq!(page.status, 422, "{name}: {}", page.text);
        assert!(page.has(message), "{name}: {message}");
        assert!(page.has("aria-invalid=\"true\"") && page.has("role=\"alert\""));
        assert_eq!(page.header("cache-control"), "private, no-store");
        let kept = if name == "comment" {
            "Bia Reis"
        } else {
            "com menos açúcar."
        };
        assert!(page.has(kept), "{name}");
    }
    assert_eq!(site.all_comments().await.len(), 1);
}

#[tokio::test]
async fn a_form_without_a_recent_stamp_is_sent_again() {
    let site = Site::new().await;
    site.post("Pão", "x").await;
    site.post("Bolo", "x").await;
    let form = |stamp: &str| {
        let mut form = url::form_urlencoded::Serializer::new(String::new());
        form.extend_pairs(GOOD).append_pair("comment_stamp", stamp);
        form.finish()
    };
    let stamp_of = |page: &Answer| {
        let rest = page
            .text
            .split("name=\"comment_stamp\" value=\"")
            .nth(1)
            .unwrap();
        rest.split('"').next().unwrap().to_owned()
    };
    let own = stamp_of(&site.get("/pao/").await);
    let other = stamp_of(&site.get("/bolo/").await);
    assert_eq!(
        stamp_of(&site.get("/pao/").await),
        own,
        "one stamp for all readers"
    );
    for stamp in ["", "1-", "x-y", &other, &format!("9{own}")] {
        let page = site.submit("/pao/", &[], &form(stamp)).await;
        assert_eq!(page.status, 422, "{stamp}");
        assert!(page.has("Confira o comentário e envie de novo.") && page.has("menos açúcar"));
    }
    site.clock.advance(jiff::SignedDuration::from_hours(24 * 3));
    assert_eq!(site.submit("/pao/", &[], &form(&own)).await.status, 422);
    assert!(site.all_comments().await.is_empty());
}

#[tokio::test]
async fn repeated_and_hasty_comments_are_refused() {
    let site = Site::new().await;
    site.post("Pão", "x").await;
    assert_eq!(site.write("/pao/", &GOOD).await.status, 303);
    let hasty = site.write("/pao/", &with("comment", "Outro")).await;
    assert_eq!((hasty.status, hasty.header("retry-after")), (429, "15"));
    assert!(hasty.has("Você acabou de comentar") && hasty.has("Outro"));
    site.clock.advance(jiff::SignedDuration::from_secs(20));
    let repeated = site.write("/pao/", &GOOD).await;
    assert_eq!(repeated.status, 409);
    assert!(repeated.has("Você já enviou este comentário."));
    assert_eq!(site.all_comments().await.len(), 1);
}

#[tokio::test]
async fn too_many_comments_of_one_network_are_refused() {
    let site = Site::new().await;
    site.post("Pão", "x").await;
    for number in 0..20 {
        let text = format!("Número {number}");
        let sent = site.write("/pao/", &with("comment", &text)).await;
        assert_eq!(sent.status, 303, "{}", sent.text);
        site.clock.advance(jiff::SignedDuration::from_secs(16));
    }
    let more = site.write("/pao/", &GOOD).await;
    assert_eq!(more.status, 429);
    assert!(!more.header("retry-after").is_empty() && more.has("menos açúcar"));
}

#[tokio::test]
async fn a_program_that_fills_in_every_field_stores_nothing() {
    let site = Site::new().await;
    site.post("Pão", "x").await;
    let mut trapped = GOOD.to_vec();
    trapped.push(("website", "https://spam.example/"));
    assert_eq!(site.write("/pao/", &trapped).await.status, 303);
    assert!(site.all_comments().await.is_empty());
}

#[tokio::test]
async fn closed_comments_have_no_form() {
    let site = Site::new().await;
    let closed = |title: &str| ContentChange {
        comment_status: Some(Openness::Closed),
        ..published(title, "x")
    };
    let post = site.add(Kind::Post, closed("Pão")).await;
    site.add(Kind::Post, closed("Vazio")).await;
    site.comment(&post, 0, "Bia", "Antes").await;
    let page = site.get("/pao/").await;
    assert!(page.has("Antes") && page.has("Os comentários estão fechados."));
    assert!(!page.has("comment_stamp") && !page.has("replytocom"));
    assert!(!site.get("/vazio/").await.has("class=\"comments\""));
    let refused = site.write("/vazio/", &GOOD).await;
    assert_eq!(refused.status, 403);
    assert!(refused.has("Os comentários estão fechados."));
    let reopened = ContentChange {
        comment_status: Some(Openness::Open),
        ..ContentChange::default()
    };
    site.store
        .update(Kind::Post, post.id, &reopened, &anything)
        .await
        .unwrap();
    assert!(site.get("/pao/").await.has("comment_stamp"));
    assert_eq!(site.all_comments().await.len(), 1);
}
