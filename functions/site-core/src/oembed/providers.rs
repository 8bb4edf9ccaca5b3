//! Known oEmbed providers by the hosts of their pages, as published at oembed.com/providers.json. An address of such
//! a host is requested from its provider only, over https.

use url::Url;

/// Hosts, and the endpoint of their provider.
const PROVIDERS: [(&[&str], &str); 20] = [
    (
        &[
            "youtube.com",
            "www.youtube.com",
            "m.youtube.com",
            "youtu.be",
        ],
        "https://www.youtube.com/oembed",
    ),
    (
        &["vimeo.com", "www.vimeo.com", "player.vimeo.com"],
        "https://vimeo.com/api/oembed.json",
    ),
    (
        &["www.dailymotion.com", "dailymotion.com", "dai.ly"],
        "https://www.dailymotion.com/services/oembed",
    ),
    (
        &["soundcloud.com", "www.soundcloud.com"],
        "https://soundcloud.com/oembed",
    ),
    (
        &["open.spotify.com", "play.spotify.com"],
        "https://open.spotify.com/oembed",
    ),
    (
        &["www.flickr.com", "flickr.com", "flic.kr"],
        "https://www.flickr.com/services/oembed/",
    ),
    (
        &["www.ted.com", "ted.com"],
        "https://www.ted.com/services/v1/oembed.json",
    ),
    (
        &["www.tiktok.com", "tiktok.com"],
        "https://www.tiktok.com/oembed",
    ),
    (
        &["www.reddit.com", "reddit.com"],
        "https://www.reddit.com/oembed",
    ),
    (
        &["twitter.com", "www.twitter.com", "x.com"],
        "https://publish.twitter.com/oembed",
    ),
    (
        &["speakerdeck.com", "www.speakerdeck.com"],
        "https://speakerdeck.com/oembed.json",
    ),
    (&["issuu.com", "www.issuu.com"], "https://issuu.com/oembed"),
    (
        &["www.mixcloud.com", "mixcloud.com"],
        "https://app.mixcloud.com/oembed/",
    ),
    (
        &["www.scribd.com", "scribd.com"],
        "https://www.scribd.com/services/oembed",
    ),
    (
        &["www.kickstarter.com", "kck.st"],
        "https://www.kickstarter.com/services/oembed",
    ),
    (
        &["www.pinterest.com", "pinterest.com", "br.pinterest.com"],
        "https://www.pinterest.com/oembed.json",
    ),
    (&["bsky.app"], "https://embed.bsky.app/oembed"),
    (&["www.canva.com"], "https://www.canva.com/_oembed"),
    (
        &["wordpress.tv", "videopress.com"],
        "https://public-api.wordpress.com/oembed/",
    ),
    (&["codepen.io"], "https://codepen.io/api/oembed"),
];

/// The endpoint of the provider that covers an address; `None` when no known provider does.
pub fn endpoint(url: &Url) -> Option<Url> {
    let host = url.host_str()?;
    let (_, address) = PROVIDERS.iter().find(|(hosts, _)| hosts.contains(&host))?;
    Url::parse(address).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_hosts_themselves() {
        let known = |url: &str| endpoint(&Url::parse(url).unwrap()).is_some();
        assert!(known("https://www.youtube.com/watch?v=a"));
        assert!(known("http://youtu.be/a"));
        assert!(!known("https://youtube.com.exemplo.com/watch?v=a"));
        assert!(!known("https://notyoutube.com/"));
    }

    #[test]
    fn every_address_can_be_read() {
        for (hosts, address) in PROVIDERS {
            let url = Url::parse(address).unwrap();
            assert_eq!(url.scheme(), "https", "{hosts:?}");
        }
    }
}
