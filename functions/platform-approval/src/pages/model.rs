//! Reads the view models of the client's pages from the records.

use domain::faq::FaqData;
use domain::platform::approval::Approval;
use domain::platform::post::{AfterApproval, Post, PostStatus, PostVersion};
use domain::platform::requirements;
use domain::platform::user::User;
use items::ItemsError;
use jiff::Timestamp;
use mailer::{Revision, Writer, wording};
use markup::text_pictures;
use url::Url;

use super::categories;
use super::foreign;
use super::view::{DetailsView, FaqItemView, FaqView, PictureView, PostView};
use crate::Ports;

/// How much of a post is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// With body, picture, FAQ and details.
    Whole,
    /// Title, names and consequence.
    Summary,
}

/// The author of `post`. A failed read does not hide the page.
pub(super) async fn writer(ports: &Ports, post: Option<&Post>) -> Writer {
    let user = match post {
        Some(post) => ports.store.user(post.user_id).await.ok().flatten(),
        None => None,
    };
    named(user.as_ref())
}

fn named(user: Option<&User>) -> Writer {
    Writer::new(user.map(|user| user.name.as_str()))
}

/// The client's last answer before `approval`, and what changed since; none before a first version.
pub(super) async fn revision(
    ports: &Ports,
    approval: &Approval,
    post: &Post,
) -> Result<Option<Revision>, ItemsError> {
    let Some((answered, old)) = ports.store.last_answer(post, approval.round).await? else {
        return Ok(None);
    };
    let new = ports.store.post_version(post.id, post.version).await?;
    let text = |version: PostVersion| (version.title, version.body);
    Revision::between(answered.asked(), old.map(text), new.map(text))
        .await
        .map(Some)
        .map_err(|error| ItemsError::Unavailable(error.to_string()))
}

/// The body of a version, made safe again.
async fn safe(body: String) -> Result<String, ItemsError> {
    heavy_work::run(u64::MAX, move |budget| {
        markup::sanitise::body_within(&body, budget)
    })
    .await
    .map_err(|error| ItemsError::Unavailable(error.to_string()))?
    .map_err(|error| ItemsError::Defect(error.to_string()))
}

/// The post as the pages show it, to a client who was asked at `requested_at`.
pub(crate) async fn view(
    ports: &Ports,
    token: &str,
    requested_at: Option<Timestamp>,
    post: &Post,
    extent: Extent,
) -> Result<PostView, ItemsError> {
    let whole = extent == Extent::Whole;
    let site = ports.store.site(post.site_id).await?;
    let author = ports.store.user(post.user_id).await?;
    let (mut body, mut picture) = (String::new(), None);
    if whole {
        if let Some(version) = ports.store.post_version(post.id, post.version).await? {
            let sanitised = safe(version.body).await?;
            // Signed-in people read pictures by their own addresses, and have no token.
            let own = |id: u64| {
                let token = token.to_ascii_lowercase();
                (!token.is_empty()).then(|| format!("/aprovacao/{token}/imagens/{id}"))
            };
            body = text_pictures::with_addresses(&sanitised, own);
            if !token.is_empty() {
                let site = site.as_ref().and_then(|site| Url::parse(&site.url).ok());
                body = foreign::through_page(
                    &ports.keyring,
                    &token.to_ascii_lowercase(),
                    site.as_ref(),
                    &body,
                );
            }
        }
        if let Some(id) = post.featured_media_id {
            picture = ports.store.media(id).await?.map(|media| PictureView {
                id: media.id,
                alt: media.texts.alt_text,
                caption: media.texts.caption,
                width: media.width,
                height: media.height,
            });
        }
    }
    let zone = &ports.zone;
    let categories = match &site {
        Some(site) if whole => categories::names(&ports.store, site, post).await?,
        _ => Vec::new(),
    };
    let address = site.as_ref().map(|site| site.url.to_string());
    Ok(PostView {
        token: token.to_ascii_lowercase(),
        details: whole.then(|| details(ports, post, &categories, address.unwrap_or_default())),
        site: site.map(|site| site.name).unwrap_or_default(),
        author: named(author.as_ref()),
        title: post.fields.title.clone(),
        body,
        picture,
        faq: whole.then(|| faq(&post.fields.faq_data)).flatten(),
        consequence: consequence(ports, post),
        changed_since: requested_at
            .filter(|at| post.updated_at > *at)
            .map(|at| wording::moment(at, zone)),
        version: post.version,
        revision: None,
    })
}

/// What is published beside the text, in `categories`; `site` is the address of the site.
fn details(ports: &Ports, post: &Post, categories: &[String], site: String) -> DetailsView {
    let fields = &post.fields;
    let date = match (post.status, post.scheduled_at) {
        (PostStatus::Published, _) => "Já publicado".to_owned(),
        (_, Some(at)) if at > ports.clock.now_seconds() => wording::moment(at, &ports.zone),
        _ => "Logo depois da sua aprovação".to_owned(),
    };
    let search_title = match fields.seo_title.trim() {
        "" => &fields.title,
        written => written,
    };
    let search_description = match fields.meta_description.trim() {
        "" => &fields.excerpt,
        written => written,
    };
    DetailsView {
        date,
        categories: categories.join(", "),
        tags: fields.host_tag_names.join(", "),
        search_title: search_title.to_owned(),
        search_description: search_description.to_owned(),
        address: post.host_post_url.clone().unwrap_or(site),
    }
}

fn faq(data: &FaqData) -> Option<FaqView> {
    let items: Vec<_> = data
        .items
        .iter()
        .filter(|item| item.is_complete())
        .map(|item| FaqItemView {
            question: item.question.clone(),
            answer: markup::escape::paragraphs(&item.answer),
        })
        .collect();
    (data.enabled && !items.is_empty()).then(|| FaqView {
        title: if data.title.trim().is_empty() {
            "Perguntas frequentes".to_owned()
        } else {
            data.title.clone()
        },
        description: markup::escape::paragraphs(&data.description),
        items,
    })
}

/// What an approval would lead to now, in one sentence.
fn consequence(ports: &Ports, post: &Post) -> String {
    match post.status {
        PostStatus::Published => "O post já está publicado.".to_owned(),
        PostStatus::Scheduled => "O post já está agendado no site.".to_owned(),
        PostStatus::Draft if !requirements::unmet(post).is_empty() => {
            "Com a sua aprovação, a equipe faz os últimos ajustes e publica o post.".to_owned()
        }
        PostStatus::Draft => match post.after_approval(ports.clock.now_seconds()) {
            AfterApproval::Schedule(at) => {
                let moment = wording::moment(at, &ports.zone);
                format!("Com a sua aprovação, o post será publicado em {moment}.")
            }
            AfterApproval::Publish => {
                "Com a sua aprovação, o post será publicado em seguida.".to_owned()
            }
        },
    }
}
