//! The pictures of a post on the host, and the texts of the featured one.

use domain::platform::media::Media;
use domain::platform::publication::Step;
use host_access::{attachment_texts, host_of};
use host_client::{Host, HostError, HostMedia, MediaUpload};
use items::retry_on_conflict;
use pictures::sizes::SCALED_SIDE;
use pictures::{Format, as_jpeg};
use platform_store::MediaWriteError;
use post_media::name;

use crate::attempt::Attempt;
use crate::failure::{Failure, StepError};
use crate::{host_content, text_pictures};

/// Unique slug of the attachment, by which an upload whose response was lost is found.
fn marker(media: &Media, post_marker: &str) -> String {
    format!("{post_marker}-m{}", media.id)
}

async fn featured(attempt: &Attempt<'_>) -> Result<Media, StepError> {
    let missing =
        || Failure::lasting("O conteúdo não tem mais imagem de destaque. Envie uma imagem.");
    let id = attempt.post.featured_media_id.ok_or_else(missing)?;
    Ok(attempt.ports.store.media(id).await?.ok_or_else(missing)?)
}

/// Uploads the featured picture and those inside the text to the host, each once.
pub(super) async fn upload(attempt: &mut Attempt<'_>) -> Result<(), StepError> {
    let media = featured(attempt).await?;
    attempt.job.findings.media_id = Some(media.id);
    let ports = attempt.ports;
    let host = host_of(&ports.store, &ports.keyring, &attempt.site).await?;
    let featured = if let Some(id) = known(attempt, &media) {
        id
    } else {
        place(attempt, &host, media).await?.id
    };
    let version = host_content::version(ports, &attempt.post).await?;
    for media in text_pictures::of(ports, &attempt.post, &version.body).await? {
        let is_there = known(attempt, &media).is_some() && media.host_url.is_some();
        if !is_there {
            place(attempt, &host, media).await?;
        }
    }
    attempt.job.findings.host_media_id = Some(featured);
    attempt.done(Step::Media).await
}

/// The picture's attachment on the present host. One of another host does not count: the picture is uploaded to this host
/// too.
fn known(attempt: &Attempt<'_>, media: &Media) -> Option<u64> {
    media.host_media_id.filter(|_| {
        attempt.site.is_present_host(media.host_origin.as_ref())
            && !attempt.job.findings.redone.contains(&Step::Media)
    })
}

/// Uploads a picture, unless an earlier call whose outcome is unknown did, and remembers its attachment.
async fn place(
    attempt: &mut Attempt<'_>,
    host: &Host,
    media: Media,
) -> Result<HostMedia, StepError> {
    let post_marker = attempt.post.host_marker.clone().unwrap_or_default();
    let slug = marker(&media, &post_marker);
    let hosts = attempt.ports.hosts.clone();
    let earlier = if attempt.must_look() {
        hosts.find_media(host, &slug).await?
    } else {
        None
    };
    let attachment = match earlier {
        Some(attachment) => attachment,
        None => {
            attempt.may_create()?;
            send(attempt, host, &media, &slug).await?
        }
    };
    remember(attempt, media, &attachment).await?;
    Ok(attachment)
}

/// Writes the attachment into the picture's record, so that later jobs need not upload it again and
/// later changes of its texts reach the host.
async fn remember(
    attempt: &Attempt<'_>,
    media: Media,
    attachment: &HostMedia,
) -> Result<(), StepError> {
    let (id, mut loaded) = (media.id, Some(media));
    retry_on_conflict(|| {
        let loaded = loaded.take();
        async move {
            let store = &attempt.ports.store;
            let stored = match loaded {
                Some(media) => Some(media),
                None => store.media(id).await?,
            };
            // A picture that was removed needs no record; the job still records its upload.
            let Some(media) = stored else {
                return Ok(Some(()));
            };
            let remembered = Media {
                host_media_id: Some(attachment.id),
                host_url: Some(attachment.source_url.clone()),
                host_origin: Some(attempt.site.host_origin()),
                version: media.version + 1,
                ..media.clone()
            };
            match store.update_media(&media, &remembered).await {
                Ok(()) => Ok(Some(())),
                Err(MediaWriteError::Stale) => Ok(None),
                Err(MediaWriteError::Items(error)) => Err(error.into()),
                Err(error) => {
                    tracing::warn!(target: "publication", %error, "an attachment was not remembered");
                    Ok(Some(()))
                }
            }
        }
    })
    .await
}

/// Sends the WebP rendition, which is never larger than what passes a gateway; a host that does not take the
/// format gets the original, or a JPEG if that is WebP too. For a GIF, whose rendition shows only the first frame, the
/// original comes first; a host that does not take it, or not its size, gets the rendition, then a JPEG.
async fn send(
    attempt: &mut Attempt<'_>,
    host: &Host,
    media: &Media,
    slug: &str,
) -> Result<HostMedia, StepError> {
    let (first, others): (_, &[File]) = match media.mime_type.as_str() {
        "image/gif" => (File::Original, &[File::Rendition, File::Jpeg]),
        "image/webp" => (File::Rendition, &[File::Jpeg]),
        _ => (File::Rendition, &[File::Original]),
    };
    let hosts = attempt.ports.hosts.clone();
    let mut sent = hosts
        .upload_media(host, first.read(attempt, media, slug).await?)
        .await;
    for other in others {
        let is_refused = sent.as_ref().is_err_and(|error| {
            refuses_type(error) || (matches!(first, File::Original) && refuses_size(error))
        });
        if !is_refused {
            break;
        }
        let file = other.read(attempt, media, slug).await?;
        sent = hosts.upload_media(host, file).await;
    }
    match sent {
        Err(error) if lacks_library(&error) => Err(Failure::picture_not_taken(&error).into()),
        sent => attempt.created(sent),
    }
}

/// Hosts answer a type they do not take with one of these codes, some of them with status 500.
fn refuses_type(error: &HostError) -> bool {
    error
        .host_code()
        .is_some_and(|code| code.starts_with("rest_upload_"))
}

/// Whether the host stored nothing because its server cannot process the file, or does not permit its type. Other
/// refusals, such as those of a full disk quota, are explained by the host itself.
fn lacks_library(error: &HostError) -> bool {
    matches!(
        error.host_code(),
        Some("rest_upload_image_type_not_supported" | "rest_upload_sideload_error")
    )
}

fn refuses_size(error: &HostError) -> bool {
    matches!(error, HostError::Rejected { status: 413, .. })
}

/// One of a picture's files.
#[derive(Debug, Clone, Copy)]
enum File {
    Original,
    Rendition,
    /// Made of the rendition.
    Jpeg,
}

impl File {
    async fn read(
        self,
        attempt: &Attempt<'_>,
        media: &Media,
        slug: &str,
    ) -> Result<MediaUpload, StepError> {
        let key = match self {
            Self::Original => &media.original_key,
            Self::Rendition | Self::Jpeg => &media.webp_key,
        };
        let blob = attempt.ports.blobs.get(key).await?.ok_or_else(|| {
            Failure::lasting("O arquivo da imagem não existe mais. Envie a imagem de novo.")
        })?;
        let (bytes, filename, mime) = match self {
            Self::Original => (blob.bytes, media.file_name.clone(), media.mime_type.clone()),
            Self::Rendition => (
                blob.bytes,
                name::with_format(&media.file_name, Format::WebP),
                Format::WebP.mime().to_owned(),
            ),
            Self::Jpeg => {
                // Sites scale larger pictures down to this side.
                let made = as_jpeg(blob.bytes, SCALED_SIDE, SCALED_SIDE).await;
                let made = made.map_err(|error| {
                    tracing::warn!(target: "publication", media = media.id.0, %error, "a JPEG could not be made");
                    Failure::lasting("O site não aceita WebP, e a imagem não pôde ser convertida para JPEG. Envie a imagem em JPEG.")
                })?;
                (
                    made.bytes,
                    name::with_format(&media.file_name, Format::Jpeg),
                    Format::Jpeg.mime().to_owned(),
                )
            }
        };
        Ok(MediaUpload {
            bytes,
            filename,
            mime,
            slug: Some(slug.to_owned()),
        })
    }
}

/// Writes the picture's texts to the host.
pub(super) async fn describe(attempt: &mut Attempt<'_>) -> Result<(), StepError> {
    let media = featured(attempt).await?;
    let Some(id) = attempt.job.findings.host_media_id else {
        return Err(Failure::passing("A imagem ainda não está no site.").into());
    };
    let ports = attempt.ports;
    let host = host_of(&ports.store, &ports.keyring, &attempt.site).await?;
    let texts = attachment_texts(&media.texts);
    match ports.hosts.update_media(&host, id, &texts).await {
        Ok(_) => attempt.done(Step::MediaTexts).await,
        Err(HostError::Rejected { status: 404, .. })
            if attempt.job.redo(Step::Media, ports.clock.now_seconds()) =>
        {
            attempt.save().await
        }
        Err(error) => Err(error.into()),
    }
}
