//! The texts of a picture on their way to a host.

use domain::media::MediaTexts;

/// The texts for the host's attachment; the client of hosts encodes them. An empty title leaves the host's
/// own, made from the file name.
pub fn attachment_texts(texts: &MediaTexts) -> host_client::MediaTexts {
    host_client::MediaTexts {
        alt_text: Some(texts.alt_text.clone()),
        title: Some(texts.title.clone()).filter(|title| !title.is_empty()),
        caption: Some(texts.caption.clone()),
        description: Some(texts.description.clone()),
    }
}
