//! Frames of known video hosts.

use url::{Host, Url};

/// The canonical URL of a video frame when it belongs to a known host; short URLs become player URLs.
pub fn frame_address(address: &str) -> Option<String> {
    let url = Url::parse(address.trim()).ok()?;
    let plain = url.scheme() == "https"
        && url.username().is_empty()
        && url.password().is_none()
        && url.port().is_none();
    let Some(Host::Domain(host)) = url.host() else {
        return None;
    };
    if !plain {
        return None;
    }
    match host {
        "www.youtube.com" | "youtube.com" | "m.youtube.com" if url.path() == "/watch" => {
            let id = url.query_pairs().find(|(name, _)| name == "v")?.1;
            is_video_id(&id).then(|| format!("https://www.youtube.com/embed/{id}"))
        }
        "vimeo.com" | "www.vimeo.com" => {
            let id = url.path().strip_prefix('/').filter(|id| is_video_id(id))?;
            let is_number = id.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| format!("https://player.vimeo.com/video/{id}"))
        }
        "www.youtube.com" | "youtube.com" | "www.youtube-nocookie.com" | "youtube-nocookie.com" => {
            url.path().starts_with("/embed/").then(|| url.to_string())
        }
        "player.vimeo.com" => url.path().starts_with("/video/").then(|| url.to_string()),
        "youtu.be" => {
            let id = url.path().strip_prefix('/').filter(|id| is_video_id(id))?;
            Some(format!("https://www.youtube.com/embed/{id}"))
        }
        _ => None,
    }
}

fn is_video_id(id: &str) -> bool {
    (1..=64).contains(&id.len())
        && id
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}
