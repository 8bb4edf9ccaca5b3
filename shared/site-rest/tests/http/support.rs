//! The function under test: a small site of notes in memory.

use std::sync::{Arc, LazyLock, Mutex};

use axum::body::Body;
use http::{Request, Response, request::Parts};
use http_body_util::BodyExt;
use serde_json::{Map, Value, json};
use site_rest::{
    Api, App, Arg, Args, Call, Caller, Endpoint, Format, Link, Links, Locale, Params, Reply,
    Resource, RestError, Route, RouteSpec, Schema, SiteContext, bind::everyone, codes,
    entry::rest_path, index::Head, names::Names, paging::paged,
};

pub struct Who(pub Option<&'static str>);

impl Caller for Who {
    fn signed_in(&self) -> bool {
        self.0.is_some()
    }

    fn has_capability(&self, name: &str) -> bool {
        name == "add_tags" && self.0 == Some("editor")
    }
}

#[derive(Default)]
pub struct Notes {
    pub texts: Mutex<Vec<String>>,
}

impl App for Notes {
    type Caller = Who;

    async fn site_context(&self, _parts: &Parts) -> Result<SiteContext, RestError> {
        Ok(SiteContext {
            site: "main".to_owned(),
            home: "https://exemplo.com.br".to_owned(),
            rest_root: "https://exemplo.com.br/rest".to_owned(),
            locale: Locale::En,
            is_renamed: false,
        })
    }

    async fn identify(&self, parts: &Parts, _site: &SiteContext) -> Result<Who, RestError> {
        match parts
            .headers
            .get("authorization")
            .and_then(|value| value.to_str().ok())
        {
            None => Ok(Who(None)),
            Some("editor") => Ok(Who(Some("editor"))),
            Some("reader") => Ok(Who(Some("reader"))),
            Some(_) => Err(RestError::new(&codes::INCORRECT_PASSWORD)),
        }
    }

    fn request_id(&self, _parts: &Parts) -> String {
        "request-1".to_owned()
    }
}

static NOTE: LazyLock<Resource> = LazyLock::new(|| {
    Resource::new(
        "note",
        Schema::object()
            .with("id", Schema::integer().readonly())
            .with("text", Schema::string().required().length(Some(1), None))
            .with("date", Schema::string().format(Format::DateTime))
            .with("tags", Schema::list(Schema::integer())),
    )
});

fn show(call: &Call<Notes>, id: usize, text: &str) -> Value {
    let links = Links::new()
        .link(
            "self",
            Link::to(call.site().url(&format!("/notes/v1/notes/{id}"))),
        )
        .link("collection", Link::to(call.site().url("/notes/v1/notes")))
        .link(
            "core:first",
            Link::to(call.site().url("/notes/v1/notes/1")).embeddable(),
        )
        .into_value(call.site());
    json!({"id": id, "text": {"rendered": text}, "context": call.params().context(), "_links": links})
}

async fn editors(call: Call<Notes>) -> Result<(), RestError> {
    match call.caller().0 {
        Some("editor") => Ok(()),
        _ => Err(RestError::new(&codes::CANNOT_CREATE)),
    }
}

async fn known(call: Call<Notes>) -> Result<String, RestError> {
    let at = call
        .params()
        .id("id")
        .and_then(|id| usize::try_from(id).ok())
        .unwrap_or(0);
    let texts = call.app().texts.lock().unwrap();
    texts
        .get(at.wrapping_sub(1))
        .cloned()
        .ok_or(RestError::new(&codes::POST_INVALID_ID))
}

async fn read(call: Call<Notes>, text: String) -> Result<Reply, RestError> {
    let id = usize::try_from(call.params().id("id").unwrap_or(0)).unwrap();
    Ok(Reply::json(show(&call, id, &text)))
}

async fn list(call: Call<Notes>, (): ()) -> Result<Reply, RestError> {
    let texts = call.app().texts.lock().unwrap().clone();
    let page = call.params().id("page").unwrap_or(1);
    let per_page = call.params().id("per_page").unwrap_or(10);
    let items: Vec<Value> = texts
        .iter()
        .enumerate()
        .skip(usize::try_from((page - 1).saturating_mul(per_page)).unwrap())
        .take(usize::try_from(per_page).unwrap())
        .map(|(at, text)| show(&call, at + 1, text))
        .collect();
    Ok(paged(
        Reply::json(Value::Array(items)),
        &call,
        texts.len() as u64,
        page,
        per_page,
    ))
}

async fn create(call: Call<Notes>, (): ()) -> Result<Reply, RestError> {
    let text = call.params().text("text").unwrap_or_default().to_owned();
    let id = {
        let mut texts = call.app().texts.lock().unwrap();
        texts.push(text.clone());
        texts.len()
    };
    Ok(Reply::created(
        show(&call, id, &text),
        &call.site().url(&format!("/notes/v1/notes/{id}")),
    ))
}

fn refine(caller: &Who, params: &mut Params) -> Vec<(String, RestError)> {
    match params.text("status") {
        Some(status) if status != "publish" && !caller.signed_in() => {
            vec![(
                "status".to_owned(),
                RestError::new(&codes::FORBIDDEN_STATUS),
            )]
        }
        _ => Vec::new(),
    }
}

pub fn contexts() -> Schema {
    Schema::string()
        .choices(["view", "embed", "edit"])
        .default_to("view")
}

pub fn list_spec() -> RouteSpec {
    let args = Args::none()
        .arg("context", contexts())
        .with(Arg::new("page", Schema::integer().default_to(1).min(1)).early())
        .with(Arg::new("per_page", Schema::integer().default_to(10).min(1).max(100)).early())
        .arg(
            "order",
            Schema::string().choices(["asc", "desc"]).default_to("desc"),
        )
        .arg("status", Schema::string().default_to("publish"));
    RouteSpec::new("notes/v1", "/notes")
        .read(args)
        .create(NOTE.create_args())
        .of(&NOTE)
        .batchable()
}

pub fn item_spec() -> RouteSpec {
    let args = Args::none()
        .arg("id", Schema::integer().about("The note."))
        .arg("context", contexts());
    RouteSpec::new("notes/v1", r"/notes/(?P<id>[\d]+)")
        .read(args)
        .of(&NOTE)
}

/// The routes of the function of notes.
pub fn notes(api: Api<Notes>) -> Arc<Api<Notes>> {
    let head = |_call: Call<Notes>| async {
        let mut before = Map::new();
        before.insert("name".to_owned(), json!("Notas"));
        Ok(Head {
            before,
            authentication: json!([]),
            after: Map::new(),
        })
    };
    Arc::new(
        api.index(head).batches().bind([
            Route::bind(list_spec())
                .read(Endpoint::new(everyone, list).refined(refine))
                .create(Endpoint::new(editors, create)),
            Route::bind(item_spec()).read(Endpoint::new(known, read)),
        ]),
    )
}

pub struct Answer {
    pub status: u16,
    pub headers: http::HeaderMap,
    pub text: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap()
    }

    pub fn code(&self) -> String {
        self.json()["code"].as_str().unwrap_or_default().to_owned()
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map(|value| value.to_str().unwrap())
            .unwrap_or_default()
    }
}

pub struct Site {
    pub api: Arc<Api<Notes>>,
    pub app: Arc<Notes>,
}

impl Site {
    pub fn with(texts: &[&str]) -> Self {
        let texts = Mutex::new(texts.iter().map(|text| (*text).to_owned()).collect());
        Self {
            api: notes(Api::of([list_spec(), item_spec()])),
            app: Arc::new(Notes { texts }),
        }
    }

    /// The same site, served by another function.
    pub fn over(&self, api: Arc<Api<Notes>>) -> Self {
        Self {
            api,
            app: Arc::clone(&self.app),
        }
    }

    pub async fn send(&self, request: Request<Body>) -> Answer {
        let path = rest_path(request.uri(), "/rest").unwrap();
        self.send_as(path, None, request).await
    }

    /// Sends a request in vendor names.
    pub async fn send_as(
        &self,
        path: Result<String, RestError>,
        names: Option<&'static Names>,
        request: Request<Body>,
    ) -> Answer {
        let app = Arc::clone(&self.app);
        let response: Response<Body> = self.api.serve_as(app, path, names, request).await;
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes();
        Answer {
            status: parts.status.as_u16(),
            headers: parts.headers,
            text: String::from_utf8(bytes.to_vec()).unwrap(),
        }
    }

    pub async fn get(&self, uri: &str) -> Answer {
        self.send(Request::get(uri).body(Body::empty()).unwrap())
            .await
    }

    pub async fn post_as(&self, who: &str, uri: &str, body: Value) -> Answer {
        let request = Request::post(uri)
            .header("authorization", who)
            .header("content-type", "application/json")
            .body(Body::from(body.to_string()))
            .unwrap();
        self.send(request).await
    }
}
