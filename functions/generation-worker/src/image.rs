//! Images of posts.

use ai_client::{CallUsage, ImageRequest, InputPicture, ModelSize, configured_candidates};
use backon::Retryable;
use bytes::Bytes;
use domain::platform::generation::{AnsweredBy, Generation, ImageTask};
use domain::platform::media::MediaTexts;
use domain::platform::post::Post;
use items::ItemsError;
use pictures::{PictureError, as_jpeg};
use platform_store::MediaWriteError;
use post_media::{CheckedPicture, KeepError, NewPicture, PREVIEW_SIDE, PictureStore};
use prompts::{AltTextBrief, ImageBrief, SiteProfile};
use settings::{AiKind, Snapshot};

use crate::end::{answered_by, failed, priced, unanswered};
use crate::follow::Follower;
use crate::{Ports, again};

/// Makes an image and adds it to its post.
pub(crate) async fn generate(
    ports: &Ports,
    generation: Generation,
    task: ImageTask,
) -> Result<Generation, ItemsError> {
    let post = ports.store.post(task.content_id).await?;
    let Some(post) = post.filter(|post| !post.is_deleted()) else {
        return without_post(ports, &generation, &[]).await;
    };
    let site = ports.store.site(post.site_id).await?;
    let site = site.as_ref().map(SiteProfile::from).unwrap_or_default();
    let request = ImageBrief {
        site: site.clone(),
        title: post.fields.title.clone(),
        prompt: task.prompt,
    }
    .request();
    let settings = ports.settings.read().await.map_err(ItemsError::from)?;
    let (generation, bytes, by, mut calls) =
        match make(ports, &settings, generation, &request).await? {
            Made::Image(image) => *image,
            Made::Ended(generation) => return Ok(*generation),
        };
    let picture = match CheckedPicture::check(bytes.clone()).await {
        Ok(picture) => picture,
        Err(error) => {
            tracing::warn!(target: "ai", id = %generation.id, %error, "a generated image cannot be used");
            let message = "O provedor enviou uma imagem que não pode ser usada. Tente de novo.";
            return failed(ports, &generation, "bad_payload", message, &calls).await;
        }
    };
    let mut follower = Follower::new(ports, generation, None);
    let alt_text = alt_text(&settings, site, &post, bytes, &mut follower, &mut calls).await;
    let generation = follower.generation;
    let pictures = PictureStore {
        store: ports.store.clone(),
        blobs: ports.blobs.clone(),
        clock: ports.clock.clone(),
    };
    let new = NewPicture {
        post: post.id,
        claimed_name: &format!("imagem-{}", generation.id),
        texts: MediaTexts {
            alt_text: alt_text.unwrap_or_default(),
            ..MediaTexts::default()
        },
        source: None,
        in_text: task.in_text,
    };
    let billed = priced(ports, &calls);
    let keep = || {
        let (new, picture, by) = (new.clone(), picture.clone(), by.clone());
        pictures.keep_generated(new, picture, &generation, by, &billed, &ports.zone)
    };
    let kept = keep
        .retry(again::pauses())
        .sleep(again::pause(ports))
        .when(passes)
        .await;
    match kept {
        Ok(ended) => Ok(ended),
        Err(KeepError::Record(MediaWriteError::NoPost | MediaWriteError::PostDeleted)) => {
            without_post(ports, &generation, &calls).await
        }
        Err(error) => {
            tracing::error!(target: "ai", id = %generation.id, %error, "a generated image was not stored");
            let message = "A imagem foi gerada, mas não pôde ser guardada. Tente de novo.";
            failed(ports, &generation, "not_stored", message, &calls).await
        }
    }
}

/// Whether the records could not be written, which another attempt may. It does not add a second picture if the first one
/// did: both add it on the condition that the generation still runs.
const fn passes(error: &KeepError) -> bool {
    let KeepError::Record(MediaWriteError::Items(error)) = error else {
        return false;
    };
    matches!(error, ItemsError::Unavailable(_))
}

async fn without_post(
    ports: &Ports,
    generation: &Generation,
    calls: &[CallUsage],
) -> Result<Generation, ItemsError> {
    let message = "O conteúdo desta imagem foi excluído.";
    failed(ports, generation, "post_gone", message, calls).await
}

/// An image with the record of its generation, who made it, and the calls.
type Image = (Generation, Bytes, AnsweredBy, Vec<CallUsage>);

enum Made {
    Image(Box<Image>),
    Ended(Box<Generation>),
}

async fn make(
    ports: &Ports,
    settings: &Snapshot,
    generation: Generation,
    request: &ImageRequest,
) -> Result<Made, ItemsError> {
    let candidates = configured_candidates(settings, ModelSize::Image);
    let mut follower = Follower::new(ports, generation, None);
    let generated = ports
        .ai
        .image(&candidates, request, ports.times.image, &mut follower)
        .await;
    let (generation, stopped) = (follower.generation, follower.stopped);
    let calls = generated.calls;
    let ended = match (generated.result, generated.answered_by) {
        (Ok(image), Some(by)) => {
            let by = answered_by(by);
            return Ok(Made::Image(Box::new((generation, image.bytes, by, calls))));
        }
        (Ok(_), None) => {
            let message = "O provedor não se identificou.";
            failed(ports, &generation, "bad_payload", message, &calls).await
        }
        (Err(failure), _) => {
            unanswered(ports, &generation, failure, stopped, AiKind::Image, &calls).await
        }
    }?;
    Ok(Made::Ended(Box::new(ended)))
}

/// An alternative text that a provider of texts suggests; `None` when none does, which does not fail the image. A person
/// who cancels meanwhile stops the call.
async fn alt_text(
    settings: &Snapshot,
    site: SiteProfile,
    post: &Post,
    bytes: Bytes,
    follower: &mut Follower<'_>,
    calls: &mut Vec<CallUsage>,
) -> Option<String> {
    let candidates = configured_candidates(settings, ModelSize::Small);
    if candidates.is_empty() {
        return None;
    }
    let preview: Result<_, PictureError> = as_jpeg(bytes, PREVIEW_SIDE, PREVIEW_SIDE).await;
    let request = AltTextBrief {
        site,
        picture: InputPicture {
            media_type: "image/jpeg".to_owned(),
            bytes: preview.ok()?.bytes,
        },
        title: post.fields.title.clone(),
        keyword: post.fields.focus_keyword.clone(),
    }
    .request();
    let ports = follower.ports;
    let generated = ports
        .ai
        .text(&candidates, &request, ports.times.alt_text, follower)
        .await;
    calls.extend(generated.calls);
    let suggested = generated.result.map_err(|failure| {
        tracing::warn!(target: "ai", kind = ?failure.kind, "no alternative text was suggested");
    });
    Some(AltTextBrief::read(&suggested.ok()?.text).ok()?.text)
}
