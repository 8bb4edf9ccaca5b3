//! Creating and editing posts.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::platform::access::Permission;
use domain::platform::event::EventKind;
use domain::platform::id::{PostId, SiteId};
use domain::platform::month::Month;
use domain::platform::post::{Post, PostFields, PostVersion};
use domain::platform::site_record::Site;
use http::{HeaderValue, StatusCode, header};
use items::{Condition, Write, retry_on_conflict};
use platform_http::conditional::{IfMatch, tagged};
use platform_http::{ApiError, Code, Json, Path};
use platform_session::{Caller, RequestClaim, authorize_site_id};
use platform_store::{PlatformStore, PostChange, Work, content_event, site_key};
use serde_json::json;

use crate::Ports;
use crate::access;
use crate::content::{self, Content, PostInput};
use crate::errors::{Creating, Editing};
use crate::long_text::Body;
use crate::wire::PostBody;

/// Create a post.
///
/// The post is a draft of the caller, whatever status is sent.
#[utoipa::path(
    post,
    path = "/api/v1/posts",
    tag = "posts",
    params(("Idempotency-Key" = Option<String>, Header, description = "Key that makes a repetition within 24 hours return the first response, 1 to 255 visible characters")),
    request_body = PostInput,
    responses(
        (status = 201, description = "Post", body = PostBody, headers(
            ("ETag" = String, description = "Version"),
            ("Location" = String, description = "Address of the post"),
        )),
        Creating,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("posts.create")), ("x-object" = json!("none"))),
)]
pub(crate) async fn create_post(
    State(ports): State<Ports>,
    caller: Caller,
    RequestClaim(claim): RequestClaim,
    input: Result<Json<PostInput>, ApiError>,
) -> Result<Response, ApiError> {
    caller.actor.may(Permission::PostsCreate)?;
    if let Some(Work::Post(id)) = claim.earlier() {
        let (post, version) = access::stored(&ports, id).await?;
        return created(post, version);
    }
    let Json(input) = input?;
    let content = content::judge(input, true).await?;
    let site_id = content.site_id.ok_or(Code::InvalidFields)?;
    let site = authorize_site_id(&ports.store, &caller, Permission::PostsCreate, site_id).await?;
    let mut fields = PostFields {
        approval_required: site.solicitacao_aprovacao_default,
        ..PostFields::default()
    };
    content.apply(&mut fields);
    let empty = PostFields::default();
    let Body {
        html, chars, words, ..
    } = content.body.unwrap_or_default();
    let now = ports.clock.now_seconds();
    let id = ports.store.next_post_id().await?;
    let mut post = Post::draft(id, caller.user.id, site.id, fields, chars, now);
    post.body_words = words;
    post.note_choices(&empty, &site);
    let version = PostVersion {
        number: post.version,
        title: post.fields.title.clone(),
        body: html,
        user_id: caller.user.id,
        created_at: now,
    };
    let detail = json!({ "site_id": site.id });
    let event = content_event(
        id,
        EventKind::Created,
        Some(caller.user.id),
        detail,
        now,
        "created",
    );
    ports
        .store
        .create_post_under(
            &claim,
            &post,
            &version,
            &[event],
            Month::of(now, &ports.zone),
        )
        .await?;
    created(post, version)
}

fn created(post: Post, version: PostVersion) -> Result<Response, ApiError> {
    let location =
        HeaderValue::from_str(&format!("/api/v1/posts/{}", post.id)).map_err(ApiError::internal)?;
    let tag = tagged(post.version);
    let body = Json(PostBody::of(post, version));
    Ok((
        StatusCode::CREATED,
        tag,
        [(header::LOCATION, location)],
        body,
    )
        .into_response())
}

/// Update a post.
///
/// Members that are not sent stay as they are. Every edit creates a version of title and body. With
/// `If-Match`, an edit of a version that is no longer current changes nothing (412); without it the last edit
/// wins. The caller's working copy ends with the edit.
#[utoipa::path(
    put,
    path = "/api/v1/posts/{id}",
    tag = "posts",
    params(
        ("id" = u64, Path, description = "Identifier of the post"),
        ("If-Match" = Option<String>, Header, description = "Version on which the change is based, as in `ETag`"),
    ),
    request_body = PostInput,
    responses(
        (status = 200, description = "Post", body = PostBody, headers(
            ("ETag" = String, description = "The new version"),
        )),
        Editing,
    ),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("posts.edit")), ("x-object" = json!("post"))),
)]
pub(crate) async fn update_post(
    State(ports): State<Ports>,
    caller: Caller,
    Path(id): Path<PostId>,
    if_match: IfMatch,
    input: Result<Json<PostInput>, ApiError>,
) -> Result<Response, ApiError> {
    let post = access::open_post(&ports, &caller, Permission::PostsEdit, id).await?;
    let Json(input) = input?;
    let content = content::judge(input, false).await?;
    let mut loaded = Some(post);
    retry_on_conflict(|| {
        let loaded = loaded.take();
        let (ports, caller, if_match, content) = (&ports, &caller, &if_match, &content);
        async move {
            let post = match loaded {
                Some(post) => post,
                None => access::open_post(ports, caller, Permission::PostsEdit, id).await?,
            };
            if_match.check(post.version)?;
            let change = edit(ports, caller, &post, content).await?;
            let version = change.version.clone();
            let saved = access::save(ports, change).await?.zip(version);
            Ok(saved.map(|(post, version)| {
                (tagged(post.version), Json(PostBody::of(post, version))).into_response()
            }))
        }
    })
    .await
}

/// What the edit makes of the post.
async fn edit(
    ports: &Ports,
    caller: &Caller,
    post: &Post,
    content: &Content,
) -> Result<PostChange, ApiError> {
    if content
        .status
        .as_ref()
        .is_some_and(|sent| *sent != post.status.name())
    {
        return Err(ApiError::new(Code::StatusNotEditable).issue(
            "status_not_editable",
            "status",
            "Envie a situação atual ou deixe este campo de fora.",
        ));
    }
    let target = content.site_id.filter(|site| *site != post.site_id);
    if let Some(site) = target {
        move_allowed(ports, caller, post, site).await?;
    }
    let body = match &content.body {
        Some(body) if body.with_leftovers.is_none() => body.clone(),
        sent => {
            let html = access::current_version(ports, post).await?.body;
            match sent {
                Some(body) if body.with_leftovers.as_ref() != Some(&html) => body.clone(),
                _ => Body {
                    html,
                    chars: post.body_chars,
                    words: post.body_words,
                    with_leftovers: None,
                },
            }
        }
    };
    let now = ports.clock.now_seconds();
    let chosen_on = chosen_on(ports, post, content).await?;
    let mut change = PostChange::of(post, |post| {
        let before = post.fields.clone();
        if let Some(site) = target {
            // Another client has neither these categories nor said anything about the post.
            post.move_to_site(site);
            content.leave_site(&mut post.fields);
        }
        content.apply(&mut post.fields);
        post.note_emptied(&before);
        if let Some(site) = &chosen_on {
            post.note_choices(&before, site);
        }
        post.body_chars = body.chars;
        post.body_words = body.words;
        post.version += 1;
        post.updated_at = now;
    });
    change.version = Some(PostVersion {
        number: change.post.version,
        title: change.post.fields.title.clone(),
        body: body.html,
        user_id: caller.user.id,
        created_at: now,
    });
    if let Some(site) = target {
        change.also = PlatformStore::site_move_writes(post, site, &ports.zone);
        change
            .also
            .push(Write::Check(site_key(site), Condition::Present));
    }
    let copy_ends = PlatformStore::working_copy_end(post.id, caller.user.id);
    Ok(change.also(copy_ends))
}

/// The site whose host an edit's categories or author belong to; none for an edit that chooses none.
async fn chosen_on(
    ports: &Ports,
    post: &Post,
    content: &Content,
) -> Result<Option<Site>, ApiError> {
    if !content.chooses_by_id() {
        return Ok(None);
    }
    let site = content.site_id.unwrap_or(post.site_id);
    Ok(ports.store.site(site).await?)
}

/// Only a post that no host and no client has seen moves to another site.
async fn move_allowed(
    ports: &Ports,
    caller: &Caller,
    post: &Post,
    site: SiteId,
) -> Result<(), ApiError> {
    authorize_site_id(&ports.store, caller, Permission::PostsEdit, site).await?;
    if post.pending_approval {
        return Err(ApiError::new(Code::SiteNotMovable).message(
            "O cliente do site atual ainda não respondeu ao pedido de aprovação deste conteúdo.",
        ));
    }
    // The marker is given with the first publication: from then on the host may have something.
    if post.host_post_id.is_some() || post.host_marker.is_some() {
        return Err(Code::SiteNotMovable.into());
    }
    Ok(())
}
