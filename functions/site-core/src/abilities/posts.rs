//! Abilities over posts. They use the routes of posts, which check parameters and rights.

use domain::site::Capability;
use http::Method;
use serde_json::{Map, Value, json};
use site_api::ApiCall;
use site_contract::abilities::codes;
use site_contract::core::posts::codes::INVALID_PAGE_NUMBER;
use site_contract::fields::WRITE_STATUSES;
use site_rest::paging::{TOTAL, TOTAL_PAGES};
use site_rest::{Body, Reply, Request, RestError, Schema};

use super::ability::{Ability, Behaviour, Input};

const POSTS: &str = "/core/v2/posts";

/// Largest number of posts in a result.
const MOST: i64 = 50;

fn id() -> Schema {
    Schema::integer().about("Identifier of the post.").min(1)
}

fn post() -> Schema {
    let text = |about| Schema::string().about(about);
    Schema::object()
        .with("id", id())
        .with("title", text("Title as readers see it, without markup."))
        .with("status", text("Status."))
        .with("link", text("Address of the post."))
        .with(
            "date",
            text("Date of publication, in the site's time zone."),
        )
        .with(
            "modified",
            text("Date of the last change, in the site's time zone."),
        )
}

/// The members of a result's post. Its title is the text of the rendered one, which every context has.
fn brief(post: &Value) -> Value {
    let title = post.pointer("/title/rendered").and_then(Value::as_str);
    json!({
        "id": post.get("id"),
        "title": title.map(markup::text::plain),
        "status": post.get("status"),
        "link": post.get("link"),
        "date": post.get("date"),
        "modified": post.get("modified"),
    })
}

async fn ask(
    call: &ApiCall,
    method: Method,
    path: String,
    body: Input,
) -> Result<Value, RestError> {
    let edit = Map::from_iter([("context".to_owned(), json!("edit"))]);
    let request = Request {
        method,
        body: Body::Json(body),
        ..Request::read(path, String::new(), edit)
    };
    Ok(brief(&call.ask(request).await?.into_value()))
}

/// The path of the post that the input names. The schema requires its identifier.
fn path(input: &Input) -> String {
    let id = input.get("id").and_then(Value::as_u64).unwrap_or_default();
    format!("{POSTS}/{id}")
}

/// Finds posts.
pub fn find() -> Ability {
    let input = Schema::object()
        .with("search", Schema::string().about("Words to find."))
        .with(
            "status",
            Schema::string()
                .about("Status of the posts.")
                .choices(WRITE_STATUSES)
                .default_to("publish"),
        )
        .with(
            "page",
            Schema::integer()
                .about("Number of the page.")
                .min(1)
                .default_to(1),
        )
        .with(
            "per_page",
            Schema::integer()
                .about("Number of posts on a page.")
                .min(1)
                .max(MOST)
                .default_to(10),
        )
        .default_to(json!([]))
        .closed();
    let count = |about| Schema::integer().about(about).min(0);
    let output = Schema::object()
        .with(
            "posts",
            Schema::list(post()).about("The posts, newest first."),
        )
        .with("total", count("Number of posts on all pages."))
        .with("total_pages", count("Number of pages."));
    Ability {
        name: "pauta/find-posts",
        category: "content",
        label: ["Procurar posts", "Find posts"],
        description: [
            "Lista posts por texto e status, dos mais novos aos mais antigos.",
            "Lists posts by text and status, newest first.",
        ],
        input,
        output,
        behaviour: Behaviour::Reads,
        capability: Capability::EditPosts,
        has_pages: true,
        run: |call, input| Box::pin(run_find(call, input)),
    }
}

async fn run_find(call: ApiCall, input: Input) -> Result<Value, RestError> {
    // In the edit context the list would lack posts that the caller may read only.
    let request = Request::read(POSTS.to_owned(), String::new(), input);
    let reply = call.ask(request).await.map_err(|error| {
        if error.code() == RestError::new(&INVALID_PAGE_NUMBER).code() {
            RestError::new(&codes::ABILITY_INVALID_PAGE)
        } else {
            error
        }
    })?;
    let (total, pages) = (number(&reply, &TOTAL), number(&reply, &TOTAL_PAGES));
    let found = reply.into_value();
    let posts: Vec<Value> = found.as_array().into_iter().flatten().map(brief).collect();
    Ok(json!({"posts": posts, "total": total, "total_pages": pages}))
}

fn number(reply: &Reply, name: &http::HeaderName) -> u64 {
    let text = reply
        .headers
        .get(name)
        .and_then(|value| value.to_str().ok());
    text.and_then(|text| text.parse().ok()).unwrap_or_default()
}

/// Writes a draft.
pub fn draft() -> Ability {
    let ids = |about| Schema::list(Schema::integer().min(1)).about(about);
    let input = Schema::object()
        .with("title", Schema::string().about("Title.").required())
        .with(
            "content",
            Schema::string().about("Text, as blocks or HTML."),
        )
        .with("excerpt", Schema::string().about("Summary."))
        .with("categories", ids("Identifiers of its categories."))
        .with("tags", ids("Identifiers of its tags."))
        .closed();
    Ability {
        name: "pauta/create-draft",
        category: "content",
        label: ["Escrever rascunho", "Write a draft"],
        description: [
            "Cria um post como rascunho, que os leitores não veem antes da publicação.",
            "Creates a post as a draft, which readers do not see before it is published.",
        ],
        input,
        output: post(),
        behaviour: Behaviour::Changes,
        capability: Capability::EditPosts,
        has_pages: false,
        run: |call, input| Box::pin(run_draft(call, input)),
    }
}

async fn run_draft(call: ApiCall, input: Input) -> Result<Value, RestError> {
    let mut body = input;
    body.insert("status".to_owned(), json!("draft"));
    ask(&call, Method::POST, POSTS.to_owned(), body).await
}

/// Publishes a post.
pub fn publish() -> Ability {
    let date = Schema::string()
        .about("Date of publication in the site's time zone; a later one schedules the post.")
        .format(site_rest::Format::DateTime);
    let input = Schema::object()
        .with("id", id().required())
        .with("date", date)
        .closed();
    Ability {
        name: "pauta/publish-post",
        category: "content",
        label: ["Publicar post", "Publish a post"],
        description: [
            "Publica um post agora, ou o agenda para a data dada.",
            "Publishes a post now, or schedules it for the given date.",
        ],
        input,
        output: post(),
        behaviour: Behaviour::Changes,
        capability: Capability::PublishPosts,
        has_pages: false,
        run: |call, input| Box::pin(run_publish(call, input)),
    }
}

async fn run_publish(call: ApiCall, input: Input) -> Result<Value, RestError> {
    let path = path(&input);
    let mut body = input;
    body.shift_remove("id");
    if !body.contains_key("date") && is_scheduled(&call, &path).await {
        // Without a date of its own the post would stay scheduled.
        body.insert("date_gmt".to_owned(), json!(call.app().now().to_string()));
    }
    body.insert("status".to_owned(), json!("publish"));
    ask(&call, Method::POST, path, body).await
}

/// Whether the post at a path is scheduled. What cannot be read is not; the write tells why.
async fn is_scheduled(call: &ApiCall, path: &str) -> bool {
    let edit = Map::from_iter([("context".to_owned(), json!("edit"))]);
    let request = Request::read(path.to_owned(), String::new(), edit);
    let found = call.ask(request).await;
    found.is_ok_and(|reply| {
        let post = reply.into_value();
        post.get("status").and_then(Value::as_str) == Some("future")
    })
}

/// Moves a post to the trash.
pub fn trash() -> Ability {
    Ability {
        name: "pauta/trash-post",
        category: "content",
        label: ["Mover post para a lixeira", "Move a post to the trash"],
        description: [
            "Move um post para a lixeira, de onde ele pode voltar.",
            "Moves a post to the trash, from which it can return.",
        ],
        input: Schema::object().with("id", id().required()).closed(),
        output: post(),
        behaviour: Behaviour::Removes,
        capability: Capability::DeletePosts,
        has_pages: false,
        run: |call, input| Box::pin(run_trash(call, input)),
    }
}

async fn run_trash(call: ApiCall, input: Input) -> Result<Value, RestError> {
    ask(&call, Method::DELETE, path(&input), Input::new()).await
}
