//! Validates the writable members of a post in a create or edit.

use domain::faq::FaqData;
use domain::platform::id::SiteId;
use domain::platform::limits::{
    EXCERPT_CHARS, KEYWORD_CHARS, META_DESCRIPTION_CHARS, SEO_TITLE_CHARS, SLUG_CHARS, TAG_CHARS,
    TAGS, TITLE_CHARS,
};
use domain::platform::post::PostFields;
use domain::platform::working_copy::WorkingContent;
use platform_http::{ApiError, Issues};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use utoipa::ToSchema;
use utoipa::openapi::schema::{Array, Object, SchemaType, Type};

use crate::faq::{self, FaqBody};
use crate::long_text::{self, Body};
use crate::plain;

const CATEGORIES: usize = 100;

/// Writable members of a post. In an update, members that are not sent stay as they are; `null` is the empty
/// value. Other members, such as `user_id` or `published_at`, are ignored.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub(crate) struct PostInput {
    /// Site of the post. Required for a new post. A post that was never sent to its site can move to another
    /// one.
    #[schema(minimum = 1)]
    site_id: Option<u64>,
    /// Ignored for a new post, which is always a draft. In an update only the present status is accepted.
    #[schema(value_type = Value)]
    status: Option<Value>,
    /// Title, plain text, at most 300 characters.
    #[serde(deserialize_with = "sent")]
    #[schema(max_length = 300)]
    title: Option<String>,
    /// HTML, at most 900 KB; scripts and other active content are removed.
    #[serde(deserialize_with = "sent")]
    #[schema(max_length = 900_000)]
    body: Option<String>,
    /// Slug on the site; derived from the title when empty.
    #[serde(deserialize_with = "sent")]
    #[schema(max_length = 1000)]
    slug: Option<String>,
    /// Summary, plain text, at most 2,000 characters.
    #[serde(deserialize_with = "sent")]
    #[schema(max_length = 2000)]
    excerpt: Option<String>,
    /// Focus keyword, at most 200 characters.
    #[serde(deserialize_with = "sent")]
    #[schema(max_length = 200)]
    focus_keyword: Option<String>,
    /// Title for search engines, at most 300 characters.
    #[serde(deserialize_with = "sent")]
    #[schema(max_length = 300)]
    seo_title: Option<String>,
    /// Description for search engines, at most 1,000 characters.
    #[serde(deserialize_with = "sent")]
    #[schema(max_length = 1000)]
    meta_description: Option<String>,
    /// Whether a schedule requires the client's approval. Default: the site's setting.
    approval_required: Option<bool>,
    /// FAQ section; sent as a whole.
    #[serde(deserialize_with = "sent")]
    faq_data: Option<FaqBody>,
    /// Categories on the site, at most 100.
    #[serde(deserialize_with = "sent")]
    #[schema(max_items = 100)]
    host_category_ids: Option<Vec<u64>>,
    /// Author on the site.
    #[serde(deserialize_with = "sent")]
    #[schema(value_type = Option<u64>, minimum = 1)]
    host_author_id: Option<Option<u64>>,
    /// Tags by name, at most 50 of at most 100 characters.
    #[serde(deserialize_with = "sent")]
    #[schema(schema_with = tag_names)]
    host_tag_names: Option<Vec<String>>,
}

/// The schema of tags, with the limit of each.
fn tag_names() -> Array {
    let tag = Object::builder().schema_type(Type::String);
    Array::builder()
        .schema_type(SchemaType::from_iter([Type::Array, Type::Null]))
        .items(tag.max_length(Some(TAG_CHARS)))
        .description(Some("Tags by name, at most 50 of at most 100 characters."))
        .default(Some(Value::Null))
        .max_items(Some(TAGS))
        .build()
}

/// A member that was sent; `null` is its empty value.
fn sent<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
where
    T: Deserialize<'de> + Default,
    D: Deserializer<'de>,
{
    Option::<T>::deserialize(deserializer).map(|value| Some(value.unwrap_or_default()))
}

/// Valid values of one request. Absent members stay unchanged.
#[derive(Debug, Clone, Default)]
pub(crate) struct Content {
    pub site_id: Option<SiteId>,
    pub status: Option<Value>,
    pub title: Option<String>,
    pub body: Option<Body>,
    pub approval_required: Option<bool>,
    slug: Option<String>,
    excerpt: Option<String>,
    focus_keyword: Option<String>,
    seo_title: Option<String>,
    meta_description: Option<String>,
    faq_data: Option<FaqData>,
    host_category_ids: Option<Vec<u64>>,
    host_author_id: Option<Option<u64>>,
    host_tag_names: Option<Vec<String>>,
}

/// Validates the input. A new post must name its site.
///
/// # Errors
/// 422 with every invalid field; 413 when the body is too long.
pub(crate) async fn judge(input: PostInput, is_new: bool) -> Result<Content, ApiError> {
    let mut issues = Issues::default();
    match input.site_id {
        None if is_new => issues.add("required", "site_id", "Informe o site do conteúdo."),
        Some(0) => issues.add("out_of_range", "site_id", "Este site não existe."),
        _ => {}
    }
    let mut line = |text: Option<String>, limit: usize, field: &str| {
        let text = text.map(|text| plain::line(&text))?;
        issues.check_length(&text, limit, field);
        Some(text)
    };
    let title = line(input.title, TITLE_CHARS, "title");
    let focus_keyword = line(input.focus_keyword, KEYWORD_CHARS, "focus_keyword");
    let seo_title = line(input.seo_title, SEO_TITLE_CHARS, "seo_title");
    let excerpt = input.excerpt.map(|text| plain::lines(&text));
    issues.check_length(
        excerpt.as_deref().unwrap_or_default(),
        EXCERPT_CHARS,
        "excerpt",
    );
    let meta_description = input.meta_description.map(|text| plain::lines(&text));
    issues.check_length(
        meta_description.as_deref().unwrap_or_default(),
        META_DESCRIPTION_CHARS,
        "meta_description",
    );
    let mut content = Content {
        site_id: input.site_id.map(SiteId),
        status: input.status,
        title,
        body: None,
        approval_required: input.approval_required,
        slug: input.slug.map(|slug| judged_slug(&slug, &mut issues)),
        excerpt,
        focus_keyword,
        seo_title,
        meta_description,
        faq_data: input.faq_data.map(|faq| faq::judge(faq, &mut issues)),
        host_category_ids: input
            .host_category_ids
            .map(|ids| judged_categories(&ids, &mut issues)),
        host_author_id: input.host_author_id,
        host_tag_names: input
            .host_tag_names
            .map(|tags| judged_tags(tags, &mut issues)),
    };
    if content.host_author_id == Some(Some(0)) {
        issues.add("out_of_range", "host_author_id", "Este autor não existe.");
    }
    issues.refuse()?;
    if let Some(html) = input.body {
        content.body = Some(long_text::read(html).await?);
    }
    Ok(content)
}

fn judged_slug(sent: &str, issues: &mut Issues) -> String {
    issues.check_length(sent, SLUG_CHARS, "slug");
    let slug = markup::slug::from_title(sent);
    if slug.is_empty() && !sent.trim().is_empty() {
        let message = "O endereço deve ter letras ou números. Deixe-o vazio para usar o título.";
        issues.add("invalid_slug", "slug", message);
    }
    slug
}

fn judged_categories(sent: &[u64], issues: &mut Issues) -> Vec<u64> {
    if sent.len() > CATEGORIES {
        let message = format!("Use até {CATEGORIES} categorias.");
        issues.add("too_many", "host_category_ids", message);
        return Vec::new();
    }
    let mut ids = Vec::new();
    for (place, id) in sent.iter().enumerate() {
        if *id == 0 {
            let field = format!("host_category_ids[{place}]");
            issues.add("out_of_range", &field, "Esta categoria não existe.");
        }
        if !ids.contains(id) {
            ids.push(*id);
        }
    }
    ids
}

/// Tags without empty ones, each once whatever its case.
fn judged_tags(sent: Vec<String>, issues: &mut Issues) -> Vec<String> {
    let mut tags: Vec<String> = Vec::new();
    if sent.len() > TAGS {
        issues.add(
            "too_many",
            "host_tag_names",
            format!("Use até {TAGS} tags."),
        );
        return tags;
    }
    for (place, tag) in sent.into_iter().enumerate() {
        let tag = plain::line(&tag);
        issues.check_length(&tag, TAG_CHARS, &format!("host_tag_names[{place}]"));
        let key = tag.to_lowercase();
        if !tag.is_empty() && !tags.iter().any(|known| known.to_lowercase() == key) {
            tags.push(tag);
        }
    }
    tags
}

fn put<T: Clone>(value: &Option<T>, place: &mut T) {
    if let Some(value) = value {
        place.clone_from(value);
    }
}

impl Content {
    /// Puts the values into the fields of a post.
    pub(crate) fn apply(&self, fields: &mut PostFields) {
        put(&self.title, &mut fields.title);
        put(&self.slug, &mut fields.slug);
        put(&self.excerpt, &mut fields.excerpt);
        put(&self.focus_keyword, &mut fields.focus_keyword);
        put(&self.seo_title, &mut fields.seo_title);
        put(&self.meta_description, &mut fields.meta_description);
        put(&self.approval_required, &mut fields.approval_required);
        put(&self.faq_data, &mut fields.faq_data);
        put(&self.host_category_ids, &mut fields.host_category_ids);
        put(&self.host_author_id, &mut fields.host_author_id);
        put(&self.host_tag_names, &mut fields.host_tag_names);
    }

    /// The members that were sent, for a working copy, which leaves site and status alone.
    pub(crate) fn into_working_content(self) -> WorkingContent {
        WorkingContent {
            title: self.title,
            body: self.body.map(|body| body.html),
            slug: self.slug,
            excerpt: self.excerpt,
            focus_keyword: self.focus_keyword,
            seo_title: self.seo_title,
            meta_description: self.meta_description,
            approval_required: self.approval_required,
            faq_data: self.faq_data,
            host_category_ids: self.host_category_ids,
            host_author_id: self.host_author_id,
            host_tag_names: self.host_tag_names,
        }
    }

    /// Whether it names something of the host by its identifier.
    pub(crate) const fn chooses_by_id(&self) -> bool {
        self.host_category_ids.is_some() || self.host_author_id.is_some()
    }

    /// Clears values that are valid on the former site only, unless they were sent.
    pub(crate) fn leave_site(&self, fields: &mut PostFields) {
        if self.host_category_ids.is_none() {
            fields.host_category_ids.clear();
        }
        if self.host_author_id.is_none() {
            fields.host_author_id = None;
        }
    }
}
