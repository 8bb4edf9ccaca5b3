//! Maps image texts to those of a host's attachment.

use domain::platform::media::MediaTexts;

/// The texts for the host's attachment; the host client encodes them. An empty title keeps the host's own,
/// which it derives from the file name.
pub fn attachment_texts(texts: &MediaTexts) -> host_client::MediaTexts {
    host_client::MediaTexts {
        alt_text: Some(texts.alt_text.clone()),
        title: Some(texts.title.clone()).filter(|title| !title.is_empty()),
        caption: Some(texts.caption.clone()),
        description: Some(texts.description.clone()),
    }
}
