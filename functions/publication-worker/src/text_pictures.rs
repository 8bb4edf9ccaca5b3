//! Pictures inside the text: the body names them by their address here, the host's copy by their address there.

use std::collections::HashMap;

use domain::platform::body_form::BodyForm;
use domain::platform::id::MediaId;
use domain::platform::media::Media;
use domain::platform::post::Post;
use domain::platform::site_record::Site;
use markup::{block_markup, text_pictures};

use crate::Ports;
use crate::failure::{Failure, StepError};

/// The pictures of a body of `post`. One that was removed, or that belongs to another post, cannot be published.
pub(crate) async fn of(ports: &Ports, post: &Post, body: &str) -> Result<Vec<Media>, StepError> {
    let mut found = Vec::new();
    for id in text_pictures::of_body(body) {
        let media = ports.store.media(MediaId(id)).await?;
        match media.filter(|media| media.content_id == post.id) {
            Some(media) => found.push(media),
            None => {
                return Err(Failure::lasting(
                    "Uma imagem do texto não existe mais. Retire-a do texto ou envie-a de novo.",
                )
                .into());
            }
        }
    }
    Ok(found)
}

/// The body in `form`, with the addresses of its pictures on the present host, as far as they are there.
pub(crate) async fn on_host(
    ports: &Ports,
    site: &Site,
    post: &Post,
    body: &str,
    form: BodyForm,
) -> Result<String, StepError> {
    let mut pictures = of(ports, post, body).await?;
    pictures.retain(|media| site.is_present_host(media.host_origin.as_ref()));
    let html = text_pictures::with_addresses(body, |id| {
        let media = pictures.iter().find(|media| media.id.0 == id)?;
        media.host_url.clone()
    });
    let attachments: HashMap<&str, u64> = pictures
        .iter()
        .filter_map(|media| Some((media.host_url.as_deref()?, media.host_media_id?)))
        .collect();
    Ok(match form {
        BodyForm::Html => html,
        BodyForm::Blocks => {
            block_markup::of_html(&html, &|address| attachments.get(address).copied())
        }
    })
}
