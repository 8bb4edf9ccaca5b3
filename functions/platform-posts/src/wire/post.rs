//! A post as responses represent it.

use domain::platform::approval::Label;
use domain::platform::media::Media;
use domain::platform::post::{Post, PostStatus, PostVersion};
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::ChecklistSummary;
use super::state::StateWord;
use crate::faq::FaqBody;

/// Status of a post.
#[derive(Debug, Clone, Copy, Serialize, serde::Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StatusWord {
    /// Being written, or waiting for the client.
    Draft,
    /// Held by the site, which publishes it at its time.
    Scheduled,
    /// Shown by the site.
    Published,
}

impl From<PostStatus> for StatusWord {
    fn from(status: PostStatus) -> Self {
        match status {
            PostStatus::Draft => Self::Draft,
            PostStatus::Scheduled => Self::Scheduled,
            PostStatus::Published => Self::Published,
        }
    }
}

impl From<StatusWord> for PostStatus {
    fn from(word: StatusWord) -> Self {
        match word {
            StatusWord::Draft => Self::Draft,
            StatusWord::Scheduled => Self::Scheduled,
            StatusWord::Published => Self::Published,
        }
    }
}

/// Approval label: the client's latest decision, for display.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub(crate) enum LabelWord {
    /// The client was asked and has not answered.
    Pendente,
    /// Whether the latest decision is an approval.
    Aprovado,
    /// The last decision was an approval, and title, body, FAQ or picture changed since.
    #[serde(rename = "Aprovado (alterado depois)")]
    AprovadoAlterado,
    /// Whether the latest decision requests adjustments.
    Ajustes,
    /// Whether the latest decision is a rejection.
    Rejeitado,
}

impl LabelWord {
    /// The word for a label, given whether the content changed after the approval.
    pub(crate) const fn of(label: Label, changed: bool) -> Self {
        match label {
            Label::Pendente => Self::Pendente,
            Label::Aprovado if changed => Self::AprovadoAlterado,
            Label::Aprovado => Self::Aprovado,
            Label::Ajustes => Self::Ajustes,
            Label::Rejeitado => Self::Rejeitado,
        }
    }
}

/// Post.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct PostBody {
    /// Identifier.
    pub id: u64,
    /// Owner; immutable.
    pub user_id: u64,
    /// Identifier of the client's site.
    pub site_id: u64,
    /// Title, plain text.
    pub title: String,
    /// Slug on the site; derived from the title when empty.
    pub slug: String,
    /// HTML.
    pub body: String,
    /// Number of characters of the body's plain text.
    pub body_chars: usize,
    /// Summary, plain text.
    pub excerpt: String,
    /// Focus keyword.
    pub focus_keyword: String,
    /// Title for search engines.
    pub seo_title: String,
    /// Description for search engines.
    pub meta_description: String,
    /// Status: what the site has.
    pub status: StatusWord,
    /// State to show.
    pub state: StateWord,
    /// Date of the planned publication; not sent to the site while approval is outstanding.
    #[serde(with = "platform_http::instant::optional")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub scheduled_at: Option<Timestamp>,
    /// Time of publication.
    #[serde(with = "platform_http::instant::optional")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub published_at: Option<Timestamp>,
    /// Identifier on the site.
    pub host_post_id: Option<u64>,
    /// Address on the site.
    pub host_post_url: Option<String>,
    /// Categories on the site.
    pub host_category_ids: Vec<u64>,
    /// Author on the site.
    pub host_author_id: Option<u64>,
    /// Tags by name.
    pub host_tag_names: Vec<String>,
    /// FAQ section.
    pub faq_data: FaqBody,
    /// Whether a schedule requires the client's approval.
    pub approval_required: bool,
    /// What the client said last; none when never asked.
    pub approval: Option<LabelWord>,
    /// Whether title, body, FAQ or picture changed since the client's approval. While approval is required,
    /// the changes are sent only after a new approval, or with `confirm_changes`.
    pub changed_after_approval: bool,
    /// Whether the latest decision is an approval.
    pub aprovado_pelo_cliente: bool,
    /// Whether the latest decision requests adjustments.
    pub ajustes_solicitados: bool,
    /// Whether the latest decision is a rejection.
    pub rejeitado_pelo_cliente: bool,
    /// Identifier of the featured image, the latest picture.
    pub featured_media_id: Option<u64>,
    /// Number of the current version, as in `ETag`.
    pub version: u64,
    /// Time of deletion. Deleted posts are visible only to users who may restore them.
    #[serde(with = "platform_http::instant::optional")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub deleted_at: Option<Timestamp>,
    /// User who deleted it.
    pub deleted_by: Option<u64>,
    /// Time of creation.
    #[serde(with = "platform_http::instant")]
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Timestamp,
    /// Time of the last edit by a user.
    #[serde(with = "platform_http::instant")]
    #[schema(value_type = String, format = DateTime)]
    pub updated_at: Timestamp,
}

impl PostBody {
    /// The post with title and body of `version`.
    pub(crate) fn of(post: Post, version: PostVersion) -> Self {
        let state = post.state().into();
        let changed = post.changed_after_approval();
        let approval = post
            .approval_label()
            .map(|label| LabelWord::of(label, changed));
        let fields = post.fields;
        Self {
            id: post.id.0,
            user_id: post.user_id.0,
            site_id: post.site_id.0,
            title: fields.title,
            slug: fields.slug,
            body: version.body,
            body_chars: post.body_chars,
            excerpt: fields.excerpt,
            focus_keyword: fields.focus_keyword,
            seo_title: fields.seo_title,
            meta_description: fields.meta_description,
            status: post.status.into(),
            state,
            scheduled_at: post.scheduled_at,
            published_at: post.published_at,
            host_post_id: post.host_post_id,
            host_post_url: post.host_post_url,
            host_category_ids: fields.host_category_ids,
            host_author_id: fields.host_author_id,
            host_tag_names: fields.host_tag_names,
            faq_data: fields.faq_data.into(),
            approval_required: fields.approval_required,
            approval,
            changed_after_approval: changed,
            aprovado_pelo_cliente: post.aprovado_pelo_cliente,
            ajustes_solicitados: post.ajustes_solicitados,
            rejeitado_pelo_cliente: post.rejeitado_pelo_cliente,
            featured_media_id: post.featured_media_id.map(|id| id.0),
            version: post.version,
            deleted_at: post.deleted_at,
            deleted_by: post.deleted_by.map(|id| id.0),
            created_at: post.created_at,
            updated_at: post.updated_at,
        }
    }
}

/// Picture of a post; `GET /media` returns more members.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct PostMedia {
    /// Identifier.
    pub id: u64,
    /// Whether it is the featured image.
    pub featured: bool,
    /// File name.
    pub file_name: String,
    /// Media type of the original.
    pub mime_type: String,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Size of the original in bytes.
    pub bytes: u64,
    /// Alternative text.
    pub alt_text: String,
    /// Title.
    pub title: String,
    /// Caption.
    pub caption: String,
    /// Description.
    pub description: String,
    /// Identifier of the attachment on the site; null before the upload.
    pub host_media_id: Option<u64>,
    /// Time of creation.
    #[serde(with = "platform_http::instant")]
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Timestamp,
}

impl PostMedia {
    fn of(media: Media, featured: bool) -> Self {
        Self {
            id: media.id.0,
            featured,
            file_name: media.file_name,
            mime_type: media.mime_type,
            width: media.width,
            height: media.height,
            bytes: media.bytes,
            alt_text: media.texts.alt_text,
            title: media.texts.title,
            caption: media.texts.caption,
            description: media.texts.description,
            host_media_id: media.host_media_id,
            created_at: media.created_at,
        }
    }
}

/// Post with its pictures and the state of its publication.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct PostDetail {
    /// Identifier of the post.
    #[serde(flatten)]
    pub post: PostBody,
    /// Pictures, latest first.
    pub media: Vec<PostMedia>,
    /// The last publication in short; none when never asked for.
    pub checklist: Option<ChecklistSummary>,
}

impl PostDetail {
    /// The post with all that belongs to it.
    pub(crate) fn of(
        post: Post,
        version: PostVersion,
        media: Vec<Media>,
        checklist: Option<ChecklistSummary>,
    ) -> Self {
        let featured = post.featured_media_id;
        Self {
            post: PostBody::of(post, version),
            media: media
                .into_iter()
                .map(|media| {
                    let is_featured = featured == Some(media.id);
                    PostMedia::of(media, is_featured)
                })
                .collect(),
            checklist,
        }
    }
}

/// Post after a publication request, with the outcome.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct PublicationBody {
    /// Identifier of the post.
    #[serde(flatten)]
    pub post: PostBody,
    /// What happened, in Portuguese.
    pub message: String,
}

/// Post after a revert.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct RevertBody {
    /// Identifier of the post.
    #[serde(flatten)]
    pub post: PostBody,
    /// Whether anything changed; not when title and body already were the same.
    pub changed: bool,
}
