//! A site with the objects that the requests of a table refer to.

use std::collections::{BTreeMap, HashMap};

use domain::site::date::DateInput;
use domain::site::{Kind, Openness, Role, Status};
use http::Method;
use serde_json::{Value, json};
use site_store::{ContentChange, ReaderPassword, UserChange};

use super::table::Block;
use crate::support::{Answer, Site, Who};

/// Values for the placeholders of a request's path and body.
pub type Names = BTreeMap<&'static str, String>;

/// A site with the objects that requests refer to.
pub struct Fixture {
    pub site: Site,
    /// Identifier of another author, who has published.
    stranger: u64,
    /// A post that this author published.
    strangers_post: String,
    /// Identifiers of the callers, except the public.
    users: HashMap<&'static str, u64>,
    /// Objects by subject, situation and owner, until a request changes them.
    made: HashMap<(String, String, u64), Names>,
    count: u64,
}

impl Fixture {
    pub async fn new() -> Self {
        let mut fixture = Self {
            site: Site::new().await,
            stranger: 0,
            strangers_post: String::new(),
            users: HashMap::new(),
            made: HashMap::new(),
            count: 0,
        };
        for who in Who::ALL.into_iter().skip(1) {
            fixture
                .users
                .insert(who.login(), fixture.site.user_id(who).await);
            // The first use of a password each day records its time, which is a write.
            assert_eq!(fixture.site.get(who, "/users/me").await.status, 200);
        }
        fixture.stranger = fixture.user().await;
        let stranger = fixture.stranger;
        let post = fixture.content(Kind::Post, "publish", stranger).await;
        fixture.strangers_post = post["item"].clone();
        fixture
    }

    /// A unique name.
    fn fresh(&mut self) -> String {
        self.count += 1;
        format!("novo{}", self.count)
    }

    async fn admin(&self, path: &str, body: Value) -> Value {
        let answer = self.site.post(Who::Admin, path, body).await;
        answer.id();
        answer.json()
    }

    async fn user(&mut self) -> u64 {
        let name = self.fresh();
        let change = UserChange {
            login: Some(name.clone()),
            email: Some(format!("{name}@exemplo.com.br")),
            name: Some(name),
            roles: Some(vec![Role::Author]),
            ..UserChange::default()
        };
        self.site.store.create_user(&change).await.unwrap().id
    }

    /// Creates an item in a state.
    async fn content(&mut self, kind: Kind, state: &str, author: u64) -> Names {
        self.written(kind, state, author, false).await
    }

    /// Creates an item in a state, with a revision on request.
    async fn written(&mut self, kind: Kind, state: &str, author: u64, revised: bool) -> Names {
        let status = match state {
            "trash" | "protected" | "closed" => Status::Publish,
            state => Status::named(state).unwrap(),
        };
        let change = ContentChange {
            title: Some(self.fresh()),
            content: Some("y".to_owned()),
            status: Some(status),
            date: (state == "future")
                .then(|| DateInput::Local("2030-01-01T00:00:00".parse().unwrap())),
            password: (state == "protected").then(|| ReaderPassword("segredo".to_owned())),
            comment_status: Some(if state == "closed" {
                Openness::Closed
            } else {
                Openness::Open
            }),
            editor: author,
            may_publish: true,
            ..ContentChange::default()
        };
        let store = &self.site.store;
        let id = store.create(kind, author, &change).await.unwrap().id;
        let anything = site_store::anything;
        if revised {
            let change = ContentChange {
                content: Some("y, outra vez".to_owned()),
                editor: author,
                may_publish: true,
                ..ContentChange::default()
            };
            store.update(kind, id, &change, &anything).await.unwrap();
        }
        if state == "trash" {
            store.trash(kind, id, author, &anything).await.unwrap();
        }
        let mut names = Names::from([("item", id.to_string())]);
        if let Some(revision) = store.revisions_of(id).first() {
            names.insert("revision", revision.id.to_string());
        }
        names
    }

    async fn media(&mut self, state: &str, author: u64) -> Names {
        let answer = upload(&self.site, Who::Admin, "/media").await;
        let id = answer.id();
        let parent = match state.strip_prefix("on-") {
            Some(state) => self.content(Kind::Post, state, author).await["item"]
                .parse()
                .ok(),
            None => None,
        };
        let change = ContentChange {
            author: Some(author),
            status: (state == "private").then_some(Status::Private),
            parent,
            may_publish: true,
            ..ContentChange::default()
        };
        let store = &self.site.store;
        let changed = store.update(Kind::Attachment, id, &change, &site_store::anything);
        changed.await.unwrap();
        let source = answer.json()["source_url"].as_str().unwrap().to_owned();
        Names::from([("item", id.to_string()), ("source", source)])
    }

    async fn comment(&mut self, state: &str, owner: &str, me: u64) -> Names {
        let author = if owner == "own" { me } else { self.stranger };
        let post = self.content(Kind::Post, "publish", author).await;
        let mut body = json!({
            "post": post["item"].parse::<u64>().unwrap(),
            "content": self.fresh(),
        });
        if owner == "mine" {
            body["author"] = json!(me);
        }
        let id = self.admin("/comments", body).await["id"].to_string();
        let path = format!("/comments/{id}");
        let answer = match state {
            "trash" => self.site.delete(Who::Admin, &path).await,
            state => {
                let body = json!({"status": state});
                self.site.post(Who::Admin, &path, body).await
            }
        };
        assert_eq!(answer.json()["status"], *state, "{}", answer.code());
        Names::from([("item", id)])
    }

    async fn term(&mut self, taxonomy: &str) -> Names {
        let name = self.fresh();
        let made = self
            .admin(&format!("/{taxonomy}"), json!({"name": name}))
            .await;
        Names::from([("item", made["id"].to_string())])
    }

    async fn account(&mut self, which: &str, me: u64) -> Names {
        let id = match which {
            "me" => me,
            "silent" => self.user().await,
            _ => {
                let id = self.user().await;
                self.content(Kind::Post, "publish", id).await;
                id
            }
        };
        let path = format!("/users/{id}/application-passwords");
        let body = json!({"name": self.fresh()});
        let answer = self.site.post(Who::Admin, &path, body).await;
        assert_eq!(answer.status, 201);
        let password = answer.json()["uuid"].as_str().unwrap().to_owned();
        Names::from([("item", id.to_string()), ("password", password)])
    }

    async fn menu_item(&mut self, state: &str) -> Names {
        let body = json!({"title": "x", "url": "https://exemplo.com.br/", "status": state});
        let made = self.admin("/menu-items", body).await;
        Names::from([("item", made["id"].to_string())])
    }

    /// A stored template with a revision; the item is its slug.
    async fn template(&mut self, kind: Kind) -> Names {
        let slug = self.fresh();
        let change = |content: &str| ContentChange {
            slug: Some(slug.clone()),
            title: Some("t".to_owned()),
            content: Some(content.to_owned()),
            status: Some(Status::Publish),
            may_publish: true,
            ..ContentChange::default()
        };
        let store = &self.site.store;
        let item = store.create(kind, 1, &change("c")).await.unwrap();
        let anything = site_store::anything;
        let changed = store.update(kind, item.id, &change("d"), &anything).await;
        let revision = store.revisions_of(changed.unwrap().id)[0].id;
        Names::from([("item", slug), ("revision", revision.to_string())])
    }

    /// Global styles with a revision.
    async fn styles(&mut self) -> Names {
        let change = ContentChange {
            title: Some(self.fresh()),
            content: Some("{\"styles\":{}}".to_owned()),
            status: Some(Status::Publish),
            may_publish: true,
            ..ContentChange::default()
        };
        let store = &self.site.store;
        let changed = store
            .change_global_styles(&site_store::anything, |_| Ok(change.clone()))
            .await;
        let item = changed.unwrap().id;
        let revision = store.revisions_of(item)[0].id;
        Names::from([
            ("item", item.to_string()),
            ("revision", revision.to_string()),
        ])
    }

    /// A family with a font.
    async fn fonts(&mut self) -> Names {
        let name = self.fresh();
        let family = json!({"name": name, "slug": name, "fontFamily": name}).to_string();
        let family = self
            .admin("/font-families", json!({"font_family_settings": family}))
            .await;
        let face = json!({"fontFamily": name, "src": "https://exemplo.org/a.woff2"}).to_string();
        let path = format!("/font-families/{}/font-faces", family["id"]);
        let face = self.admin(&path, json!({"font_face_settings": face})).await;
        Names::from([
            ("item", family["id"].to_string()),
            ("face", face["id"].to_string()),
        ])
    }

    /// The object of a situation, created on first use. `owner` is empty for situations without one.
    async fn thing(&mut self, block: &Block, situation: &str, owner: &str, me: u64) -> Names {
        let subject = block.subject();
        let revised = block.request.contains("revision");
        let author = if matches!(owner, "own" | "mine") || situation == "me" {
            me
        } else {
            self.stranger
        };
        let key = (
            subject.to_owned(),
            format!("{situation} {owner} {revised}"),
            author,
        );
        if let Some(made) = self.made.get(&key) {
            return made.clone();
        }
        let made = match (subject, situation.strip_prefix("post-")) {
            (_, Some(state)) => self.content(Kind::Post, state, author).await,
            ("posts", _) => self.written(Kind::Post, situation, author, revised).await,
            ("pages", _) => self.written(Kind::Page, situation, author, revised).await,
            ("blocks", _) => self.written(Kind::Block, situation, author, revised).await,
            ("navigation", _) => {
                self.written(Kind::Navigation, situation, author, revised)
                    .await
            }
            ("templates", _) => self.template(Kind::Template).await,
            ("template-parts", _) => self.template(Kind::TemplatePart).await,
            ("global-styles", _) => self.styles().await,
            ("font-families" | "font-faces", _) => self.fonts().await,
            ("media", _) => self.media(situation, author).await,
            ("menu-items", _) => self.menu_item(situation).await,
            ("comments", _) => self.comment(situation, owner, author).await,
            ("users" | "application passwords", _) => self.account(situation, author).await,
            (taxonomy, _) => self.term(taxonomy).await,
        };
        self.made.insert(key, made.clone());
        made
    }

    fn forget(&mut self, item: &str) {
        self.made
            .retain(|_, made| made.get("item").is_none_or(|known| known != item));
    }

    /// Sends the request of a cell.
    pub async fn ask(&mut self, block: &Block, situation: &str, who: Who) -> (Answer, Names) {
        let subject = block.subject();
        let (state, owner) = situation.split_once(' ').unwrap_or((situation, ""));
        let me = self
            .users
            .get(who.login())
            .copied()
            .unwrap_or(self.stranger);
        let mut names = Names::new();
        if block.request.contains("{item}") {
            names = self.thing(block, state, owner, me).await;
        }
        if block.request.contains("{by}") {
            // Media cannot be trashed, so there is no trashed item to list.
            let made = if subject == "media" && state == "trash" {
                "inherit"
            } else {
                state
            };
            let other = self.thing(block, made, "other", me).await["item"].clone();
            let mut by = format!("include={other}");
            names.insert("other", other);
            if who != Who::Anonymous {
                let own = self.thing(block, made, "own", me).await["item"].clone();
                by.push_str(&format!(",{own}"));
                names.insert("own", own);
            }
            names.insert("by", by);
        }
        if block.request.contains("{strangers_post}") {
            names.insert("strangers_post", self.strangers_post.clone());
        }
        names.insert("stranger", self.stranger.to_string());
        names.insert("status", state.to_owned());
        names.insert("fresh", self.fresh());
        names.insert("role", role(who).to_owned());
        let mut request = block.request.clone();
        for (name, value) in &names {
            request = request.replace(&format!("{{{name}}}"), value);
        }
        let mut parts = request.splitn(3, ' ');
        let method: Method = parts.next().unwrap().parse().unwrap();
        let path = parts.next().unwrap();
        // Resets the record of writes: from here on, a refused request must not have written.
        self.site.was_written();
        // A second comment by one author within seconds would be refused as a flood.
        self.site.clock.advance(jiff::SignedDuration::from_secs(60));
        let answer = match parts.next() {
            Some("@file") => upload(&self.site, who, path).await,
            Some(body) => {
                let mut body: Value = serde_json::from_str(body).unwrap();
                if state == "future" && body["status"] == "future" {
                    body["date"] = json!("2030-01-01T00:00:00");
                }
                self.site.call(who, method.clone(), path, body).await
            }
            None if method == Method::GET => self.site.get(who, path).await,
            None => self.site.delete(who, path).await,
        };
        if method != Method::GET
            && answer.status < 300
            && let Some(item) = names.get("item")
        {
            self.forget(item);
        }
        (answer, names)
    }
}

fn role(who: Who) -> &'static str {
    match who {
        Who::Admin => "administrator",
        who => who.login(),
    }
}

async fn upload(site: &Site, who: Who, path: &str) -> Answer {
    let request = site
        .request(who, Method::POST, &format!("/rest/core/v2{path}"))
        .header("content-type", "text/plain")
        .header("content-disposition", "attachment; filename=\"a.txt\"")
        .body(axum::body::Body::from("texto"))
        .unwrap();
    site.send(request).await
}
