//! Links to profiles on other sites. They are texts: the marks of services belong to their owners.

use site_store::StoreError;
use url::Url;

use super::attributes::Attributes;
use super::context::{Context, Scope};
use super::text::{self, escaped};
use crate::links;

/// Names of services by their identifiers in editors; those that are not here are named by the host of the address.
const SERVICES: [(&str, &str); 44] = [
    ("amazon", "Amazon"),
    ("bandcamp", "Bandcamp"),
    ("behance", "Behance"),
    ("bluesky", "Bluesky"),
    ("codepen", "CodePen"),
    ("deviantart", "DeviantArt"),
    ("discord", "Discord"),
    ("dribbble", "Dribbble"),
    ("dropbox", "Dropbox"),
    ("etsy", "Etsy"),
    ("facebook", "Facebook"),
    ("feed", "RSS"),
    ("fivehundredpx", "500px"),
    ("flickr", "Flickr"),
    ("foursquare", "Foursquare"),
    ("github", "GitHub"),
    ("goodreads", "Goodreads"),
    ("google", "Google"),
    ("gravatar", "Gravatar"),
    ("instagram", "Instagram"),
    ("lastfm", "Last.fm"),
    ("linkedin", "LinkedIn"),
    ("mastodon", "Mastodon"),
    ("medium", "Medium"),
    ("meetup", "Meetup"),
    ("patreon", "Patreon"),
    ("pinterest", "Pinterest"),
    ("pocket", "Pocket"),
    ("reddit", "Reddit"),
    ("skype", "Skype"),
    ("snapchat", "Snapchat"),
    ("soundcloud", "SoundCloud"),
    ("spotify", "Spotify"),
    ("telegram", "Telegram"),
    ("threads", "Threads"),
    ("tiktok", "TikTok"),
    ("tumblr", "Tumblr"),
    ("twitch", "Twitch"),
    ("twitter", "Twitter"),
    ("vimeo", "Vimeo"),
    ("vk", "VK"),
    ("whatsapp", "WhatsApp"),
    ("x", "X"),
    ("youtube", "YouTube"),
];

/// The links of a list, with what the list says of them.
///
/// # Errors
/// The store fails.
pub async fn list(
    cx: &Context<'_>,
    attributes: &Attributes,
    body: &str,
    scope: Scope<'_>,
) -> Result<String, StoreError> {
    let scope = Scope {
        social: Some(attributes),
        ..scope
    };
    (cx.inside)(cx, body, scope).await
}

/// A link, as an item of a list; nothing without an address or a service.
pub fn link(cx: &Context<'_>, attributes: &Attributes, scope: Scope<'_>) -> String {
    let given = |name: &str| attributes.text(name).filter(|text| !text.trim().is_empty());
    let (Some(url), Some(service)) = (given("url"), given("service")) else {
        return String::new();
    };
    let href = address(url.trim(), cx.home);
    if href.is_empty() {
        return String::new();
    }
    let label = attributes
        .plain("label")
        .unwrap_or_else(|| name(cx, service, &href));
    let opens_window = scope.social.is_some_and(|list| list.flag("openInNewTab"));
    let target = text::target(opens_window);
    let mut rel: Vec<&str> = given("rel").into_iter().collect();
    if opens_window {
        rel.push("noopener nofollow");
    }
    let rel = text::rel(&rel.join(" "));
    let class = format!("wp-social-link wp-social-link-{service} wp-block-social-link");
    format!(
        "<li {}><a href=\"{}\"{rel}{target} class=\"wp-block-social-link-anchor\"><span class=\"wp-block-social-link-label\">{}</span></a></li>",
        attributes.outer(&class),
        escaped(&href),
        escaped(&label)
    )
}

/// The address of a profile. As on deployed systems, one without a scheme is one of the web, or an e-mail address.
fn address(url: &str, home: &str) -> String {
    let has_scheme = Url::parse(url).is_ok();
    if has_scheme || url.starts_with("//") || url.starts_with('#') {
        return links::written(url, home);
    }
    let is_mail = url.contains('@') && !url.contains(['/', ' ', '?']);
    let scheme = if is_mail { "mailto:" } else { "https://" };
    links::written(&format!("{scheme}{url}"), home)
}

/// The name of a service in the language of the site.
fn name(cx: &Context<'_>, service: &str, href: &str) -> String {
    match service {
        "mail" => return "E-mail".to_owned(),
        "share" => return cx.word("Compartilhar", "Share").to_owned(),
        _ => {}
    }
    let known = SERVICES.iter().find(|(id, _)| *id == service);
    if let Some((_, name)) = known {
        return (*name).to_owned();
    }
    let url = Url::parse(href).ok();
    let host = url.as_ref().and_then(Url::host_str);
    host.map_or_else(
        || cx.word("Link", "Link").to_owned(),
        |host| host.trim_start_matches("www.").to_owned(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_profiles_lead_to_the_web_or_to_mail() {
        for (url, expected) in [
            ("https://a.example/x", "https://a.example/x"),
            ("a.example/x", "https://a.example/x"),
            ("a.example:8080/x", ""),
            ("//a.example/x", "https://a.example/x"),
            ("ana@a.example", "mailto:ana@a.example"),
            ("mailto:ana@a.example", "mailto:ana@a.example"),
            ("https://a.example/@ana", "https://a.example/@ana"),
            ("a.example/@ana", "https://a.example/@ana"),
            ("#contato", "#contato"),
            ("#", ""),
            ("javascript:alert(1)", ""),
            ("data:text/html,x", ""),
        ] {
            assert_eq!(address(url, "https://home.example"), expected, "{url}");
        }
    }

    #[test]
    fn services_are_ordered() {
        assert!(SERVICES.is_sorted_by(|(one, _), (next, _)| one < next));
    }
}
