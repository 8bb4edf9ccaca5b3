//! Posts on a host.

use jiff::Timestamp;
use serde_json::{Map, Value};
use url::Url;

use crate::client::HostClient;
use crate::encode;
use crate::error::HostError;
use crate::host::Host;
use crate::wire;

/// Every status except trash, which changes the slug anyway.
const ANY_STATUS: &str = "publish,future,draft,pending,private";

/// A status that can be requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PostStatus {
    /// Published. With a date more than a minute ahead, the host sets [`Future`](Self::Future).
    Publish,
    /// Scheduled for its date. Without a date, or with a past one, the host publishes at once.
    Future,
    /// In progress.
    Draft,
    /// Awaiting review.
    Pending,
    /// Visible only to the site's own users.
    Private,
}

impl PostStatus {
    /// The name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Publish => "publish",
            Self::Future => "future",
            Self::Draft => "draft",
            Self::Pending => "pending",
            Self::Private => "private",
        }
    }
}

/// A status returned by a host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HostStatus {
    /// A status that can be requested.
    Known(PostStatus),
    /// Trashed.
    Trash,
    /// A status that a plugin of the host added.
    Other(String),
}

impl HostStatus {
    fn read(word: &str) -> Self {
        use PostStatus::{Draft, Future, Pending, Private, Publish};
        match [Publish, Future, Draft, Pending, Private]
            .into_iter()
            .find(|s| s.as_str() == word)
        {
            Some(status) => Self::Known(status),
            None if word == "trash" => Self::Trash,
            None => Self::Other(word.to_owned()),
        }
    }

    /// Whether this is `status`.
    #[must_use]
    pub fn is(&self, status: PostStatus) -> bool {
        *self == Self::Known(status)
    }
}

/// A post to create.
#[derive(Debug, Clone)]
pub struct PostDraft {
    /// Title, plain text.
    pub title: String,
    /// Body, HTML.
    pub content: String,
    /// Status.
    pub status: PostStatus,
    /// Slug for finding the post after a lost response.
    pub slug: String,
    /// Further fields.
    pub more: PostChange,
}

/// Changes to a post; `None` leaves a field unchanged.
#[derive(Debug, Clone, Default)]
pub struct PostChange {
    /// Title, plain text.
    pub title: Option<String>,
    /// Body, HTML.
    pub content: Option<String>,
    /// Excerpt, plain text.
    pub excerpt: Option<String>,
    /// Slug.
    pub slug: Option<String>,
    /// Status. To publish a scheduled post now, also set the date.
    pub status: Option<PostStatus>,
    /// Publication date, in whole seconds.
    pub date: Option<Timestamp>,
    /// Category ids; an empty list removes all. Hosts silently skip unknown ids.
    pub categories: Option<Vec<u64>>,
    /// Tag ids; see [`HostClient::ensure_tags`].
    pub tags: Option<Vec<u64>>,
    /// Author id. Another user than the caller requires the capability to edit others' posts.
    pub author: Option<u64>,
    /// Featured image, 0 for none. Hosts silently skip an unknown id: compare the returned post.
    pub featured_media: Option<u64>,
    /// Custom fields, in the form that the host stores. Hosts silently drop unregistered ones: compare the
    /// returned post.
    pub meta: Map<String, Value>,
}

impl PostChange {
    fn into_body(self) -> Value {
        let members = [
            (
                "title",
                self.title.map(|text| Value::from(encode::title(&text))),
            ),
            ("content", self.content.map(Value::from)),
            (
                "excerpt",
                self.excerpt.map(|text| Value::from(encode::excerpt(&text))),
            ),
            ("slug", self.slug.map(Value::from)),
            (
                "status",
                self.status.map(|status| Value::from(status.as_str())),
            ),
            (
                "date_gmt",
                self.date.map(|date| Value::from(wire::gmt(date))),
            ),
            ("categories", self.categories.map(Value::from)),
            ("tags", self.tags.map(Value::from)),
            ("author", self.author.map(Value::from)),
            ("featured_media", self.featured_media.map(Value::from)),
            (
                "meta",
                (!self.meta.is_empty()).then_some(Value::Object(self.meta)),
            ),
        ];
        let given = members
            .into_iter()
            .filter_map(|(name, value)| Some((name.to_owned(), value?)));
        Value::Object(given.collect())
    }
}

/// A post as returned by the host.
#[derive(Debug, Clone, PartialEq)]
pub struct HostPost {
    /// Id on the host.
    pub id: u64,
    /// Status.
    pub status: HostStatus,
    /// Public URL; empty when the host names none, or one that is neither http nor https.
    pub link: String,
    /// Slug; the host may have changed the one that was sent.
    pub slug: String,
    /// Title, plain text.
    pub title: String,
    /// Body; raw if the host returns it.
    pub content: String,
    /// Publication date; `None` for a draft without one.
    pub date_gmt: Option<Timestamp>,
    /// Time of the last change.
    pub modified_gmt: Option<Timestamp>,
    /// Featured image, 0 for none; `None` when the host does not show it.
    pub featured_media: Option<u64>,
    /// Author id.
    pub author: u64,
    /// Category ids.
    pub categories: Vec<u64>,
    /// Tag ids.
    pub tags: Vec<u64>,
    /// Registered custom fields.
    pub meta: Map<String, Value>,
}

impl HostClient {
    /// Creates a post. Not idempotent: after an error that [may have
    /// happened](HostError::may_have_happened), look up the post with
    /// [`find_post_by_slug`](Self::find_post_by_slug) before trying again.
    ///
    /// # Errors
    ///
    /// See [`HostError`].
    pub async fn create_post(&self, host: &Host, draft: PostDraft) -> Result<HostPost, HostError> {
        let PostDraft {
            title,
            content,
            status,
            slug,
            more,
        } = draft;
        let whole = PostChange {
            title: Some(title),
            content: Some(content),
            status: Some(status),
            slug: Some(slug),
            ..more
        };
        read_post(&self.post(host, "posts", whole.into_body()).await?)
    }

    /// Updates a post. Idempotent.
    ///
    /// # Errors
    ///
    /// See [`HostError`].
    pub async fn update_post(
        &self,
        host: &Host,
        id: u64,
        change: PostChange,
    ) -> Result<HostPost, HostError> {
        read_post(
            &self
                .post(host, &format!("posts/{id}"), change.into_body())
                .await?,
        )
    }

    /// Reads a post with its raw texts.
    ///
    /// # Errors
    ///
    /// See [`HostError`]; an unknown id is [`HostError::Rejected`] with status 404.
    pub async fn get_post(&self, host: &Host, id: u64) -> Result<HostPost, HostError> {
        read_post(
            &self
                .get(host, &format!("posts/{id}"), &[("context", "edit")])
                .await?,
        )
    }

    /// The post with exactly this slug in any status; the oldest if there are several.
    ///
    /// # Errors
    ///
    /// See [`HostError`].
    pub async fn find_post_by_slug(
        &self,
        host: &Host,
        slug: &str,
    ) -> Result<Option<HostPost>, HostError> {
        let query = [
            ("slug", slug),
            ("status", ANY_STATUS),
            ("context", "edit"),
            ("per_page", "10"),
        ];
        let found = self.get(host, "posts", &query).await?;
        let list = found
            .as_array()
            .ok_or(HostError::BadPayload { status: Some(200) })?;
        let posts = list.iter().map(read_post).collect::<Result<Vec<_>, _>>()?;
        Ok(posts
            .into_iter()
            .filter(|post| post.slug == slug)
            .min_by_key(|post| post.id))
    }

    /// Sets a scheduled post back to draft.
    ///
    /// # Errors
    ///
    /// See [`HostError`].
    pub async fn unschedule(&self, host: &Host, id: u64) -> Result<HostPost, HostError> {
        let change = PostChange {
            status: Some(PostStatus::Draft),
            ..PostChange::default()
        };
        self.update_post(host, id, change).await
    }
}

fn read_post(post: &Value) -> Result<HostPost, HostError> {
    let bad = HostError::BadPayload { status: None };
    let member = |name: &str| wire::member(post, name);
    let text = |name: &str| wire::text(member(name)).unwrap_or_default();
    let (Some(id), Some(status)) = (wire::id(member("id")), member("status").as_str()) else {
        return Err(bad);
    };
    Ok(HostPost {
        id,
        status: HostStatus::read(status),
        link: web_address(text("link")),
        slug: text("slug"),
        title: encode::read_line(&text("title")),
        content: text("content"),
        date_gmt: wire::instant(member("date_gmt")),
        modified_gmt: wire::instant(member("modified_gmt")),
        featured_media: wire::number(member("featured_media")),
        author: wire::number(member("author")).unwrap_or(0),
        categories: wire::ids(member("categories")),
        tags: wire::ids(member("tags")),
        meta: wire::map(member("meta")),
    })
}

/// `address` if programs may open it without harm, which they may not with `javascript:`; otherwise nothing.
fn web_address(address: String) -> String {
    let is_web = Url::parse(&address).is_ok_and(|url| matches!(url.scheme(), "http" | "https"));
    if is_web { address } else { String::new() }
}
