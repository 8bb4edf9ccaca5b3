//! `core/embed` for the frames of videos. The block holds the address of the video's page, which the host turns into a frame;
//! so it also works where the host's user may not store frames.

use scraper::ElementRef;
use url::{Host, Url};

use super::attributes::escaped_value;
use super::container::Converter;

/// Attributes of a frame that say how it is shown, which the host decides for its embeds.
const APPEARANCE: [&str; 6] = [
    "src",
    "width",
    "height",
    "allow",
    "allowfullscreen",
    "loading",
];

impl Converter<'_> {
    /// `core/embed` for a frame that shows a video without further parameters.
    pub(super) fn frame(&mut self, frame: ElementRef<'_>, caption: Option<ElementRef<'_>>) -> bool {
        let known = |name: &str| APPEARANCE.contains(&name) || name == "title";
        if !frame.value().attrs().all(|(name, _)| known(name)) {
            return false;
        }
        let Some((provider, address)) = frame.value().attr("src").and_then(page_of) else {
            return false;
        };
        let attributes = vec![
            ("url", address.clone().into()),
            ("type", "video".into()),
            ("providerNameSlug", provider.into()),
            ("responsive", true.into()),
        ];
        self.open("embed", &attributes);
        self.out
            .push_str("<figure class=\"wp-block-embed is-type-video is-provider-");
        self.out.push_str(provider);
        self.out.push_str(" wp-block-embed-");
        self.out.push_str(provider);
        self.out
            .push_str("\"><div class=\"wp-block-embed__wrapper\">\n");
        escaped_value(&address, &mut self.out);
        self.out.push_str("\n</div>");
        self.caption(caption);
        self.out.push_str("</figure>");
        self.close("embed");
        true
    }
}

/// The provider of a frame's video, and the address of the video's page. A frame with parameters, such as where to begin, has
/// none: the page's address would lose them.
fn page_of(source: &str) -> Option<(&'static str, String)> {
    let url = Url::parse(source).ok()?;
    let Some(Host::Domain(host)) = url.host() else {
        return None;
    };
    if url.query().is_some() || url.fragment().is_some() {
        return None;
    }
    let (provider, page, id) = match host {
        "www.youtube.com" | "youtube.com" => (
            "youtube",
            "https://www.youtube.com/watch?v=",
            url.path().strip_prefix("/embed/")?,
        ),
        "player.vimeo.com" => (
            "vimeo",
            "https://vimeo.com/",
            url.path().strip_prefix("/video/")?,
        ),
        _ => return None,
    };
    let is_id = (1..=64).contains(&id.len())
        && id
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    (is_id && id != "videoseries").then(|| (provider, format!("{page}{id}")))
}
