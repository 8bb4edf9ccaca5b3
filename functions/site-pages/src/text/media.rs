//! Galleries, players, playlists and embeds at the places of their shortcodes, and players in place of addresses of
//! videos that stand alone.

use std::sync::Arc;

use domain::site::{Caller, Kind, Status};
use markup::render::{MOST_FILES, NamedMedia, PageBody};
use markup::{escape, sanitise, text};
use site_store::{Content, ContentFilter, OrderBy};
use site_urls::address;

use crate::page_request::{PageRequest, PageResult};
use crate::picture::picture;

/// Attributes of a player that name a file, by its format.
const FILES: [&str; 12] = [
    "src", "mp4", "webm", "ogv", "m4v", "mp3", "m4a", "ogg", "oga", "opus", "wav", "flac",
];

/// HTML of the media that a text names, by their positions.
pub(super) async fn of(
    request: &PageRequest,
    item: &Content,
    body: &PageBody,
) -> PageResult<Vec<String>> {
    let mut media = Vec::with_capacity(body.media().len());
    for named in body.media() {
        media.push(one(request, item, named).await?);
    }
    Ok(media)
}

async fn one(request: &PageRequest, item: &Content, named: &NamedMedia) -> PageResult<String> {
    Ok(match named.name {
        "gallery" => {
            let files = files(request, item, named, "image/").await?;
            gallery(request, named, &files)?
        }
        "playlist" => {
            let is_video = named.attribute("type") == "video";
            let kind = if is_video { "video/" } else { "audio/" };
            let files = files(request, item, named, kind).await?;
            playlist(request, &files)
        }
        "embed" => embed(&named.inner),
        name => {
            let given = FILES.iter().map(|name| named.attribute(name));
            let given = given.chain([named.inner.clone()]);
            match given.into_iter().find(|address| !address.is_empty()) {
                Some(address) => given_player(request, named, &address),
                None => {
                    let files = files(request, item, named, &format!("{name}/")).await?;
                    let first = files.first();
                    first.map_or_else(String::new, |file| stored_player(request, file))
                }
            }
        }
    })
}

/// The files that a shortcode names by `ids`, or those attached to the item, as far as everyone may read them.
async fn files(
    request: &PageRequest,
    item: &Content,
    named: &NamedMedia,
    mime: &str,
) -> PageResult<Vec<Arc<Content>>> {
    let chosen = [named.ids("ids"), named.ids("include")].concat();
    let wanted = if chosen.is_empty() {
        let parent = named.attribute("id").parse().unwrap_or(item.id);
        let filter = ContentFilter {
            parent: vec![parent],
            exclude: named.ids("exclude"),
            order_by: OrderBy::MenuOrder,
            ascending: true,
            limit: Some(MOST_FILES as u64),
            ..ContentFilter::all(Kind::Attachment)
        };
        request.store.list(&filter).await?.items
    } else {
        chosen
    };
    let mut found = request
        .store
        .media_items(&Caller::anonymous(), &wanted)
        .await?;
    found.retain(|file| {
        let is_shown = file.status == Status::Inherit;
        let media = file.media.as_ref();
        is_shown && media.is_some_and(|media| media.mime_type.starts_with(mime))
    });
    Ok(found)
}

fn gallery(
    request: &PageRequest,
    named: &NamedMedia,
    files: &[Arc<Content>],
) -> PageResult<String> {
    let columns = named
        .attribute("columns")
        .parse()
        .unwrap_or(3_u8)
        .clamp(1, 9);
    let link = named.attribute("link");
    let mut items = String::new();
    for file in files {
        let Some(shown) = picture(request, file) else {
            continue;
        };
        let image = format!(
            "<img src=\"{}\" srcset=\"{}\" sizes=\"(min-width: 720px) {}px, {}vw\" width=\"{}\" height=\"{}\" alt=\"{}\" loading=\"lazy\" decoding=\"async\">",
            escape::text(&shown.small),
            escape::text(&shown.srcset),
            680 / u32::from(columns),
            92 / u32::from(columns),
            shown.width,
            shown.height,
            escape::text(&shown.alt),
        );
        let target = match link.as_str() {
            "none" => None,
            "file" => Some(shown.src),
            _ => Some(address::item(&**file, &request.store, &request.home)?),
        };
        let image = match target {
            Some(target) => format!("<a href=\"{}\">{image}</a>", escape::text(&target)),
            None => image,
        };
        items.push_str(&figure(
            &image,
            &text::plain(&shown.caption),
            "gallery-item",
        ));
    }
    if items.is_empty() {
        return Ok(items);
    }
    Ok(format!(
        "<div class=\"gallery gallery-columns-{columns}\">{items}</div>"
    ))
}

fn figure(inner: &str, caption: &str, class: &str) -> String {
    let caption = if caption.is_empty() {
        String::new()
    } else {
        format!("<figcaption>{}</figcaption>", escape::text(caption))
    };
    format!("<figure class=\"{class}\">{inner}{caption}</figure>")
}

fn playlist(request: &PageRequest, files: &[Arc<Content>]) -> String {
    let items = files.iter().map(|file| {
        let title = escape::text(&text::plain(&file.title));
        let player = stored_player(request, file);
        format!("<li><span>{title}</span>{player}</li>")
    });
    let items = items.collect::<String>();
    if items.is_empty() {
        return items;
    }
    format!("<ol class=\"playlist\">{items}</ol>")
}

fn stored_player(request: &PageRequest, file: &Content) -> String {
    let Some(media) = &file.media else {
        return String::new();
    };
    let address = address::file(&media.path, &request.home);
    let name = if media.mime_type.starts_with("video/") {
        "video"
    } else {
        "audio"
    };
    player(name, &address, "")
}

fn given_player(request: &PageRequest, named: &NamedMedia, given: &str) -> String {
    if let Some(frame) = frame(given) {
        return frame;
    }
    let own = super::addresses::of_file(request, given);
    let poster = named.attribute("poster");
    let mut more = String::new();
    if !poster.is_empty() {
        let poster = super::addresses::of_file(request, &poster);
        more = format!(" poster=\"{}\"", escape::text(&poster));
    }
    for name in ["width", "height"] {
        if let Ok(size) = named.attribute(name).parse::<u16>()
            && named.name == "video"
        {
            more.push_str(&format!(" {name}=\"{size}\""));
        }
    }
    if !matches!(named.attribute("loop").as_str(), "" | "off" | "0" | "false") {
        more.push_str(" loop");
    }
    player(named.name, &own, &more)
}

/// A player without a script; empty for an address that is none of a file.
fn player(name: &str, address: &str, more: &str) -> String {
    let is_address = address.starts_with("https://")
        || address.starts_with("http://")
        || address.starts_with('/');
    if !is_address {
        return String::new();
    }
    let address = escape::text(address);
    format!(
        "<figure class=\"wp-block-{name}\"><{name} controls preload=\"metadata\" src=\"{address}\"{more}></{name}></figure>"
    )
}

/// The frame of a video of a known host.
fn frame(address: &str) -> Option<String> {
    let frame = sanitise::frame_address(address)?;
    let frame = frame.replacen(
        "https://www.youtube.com/",
        "https://www.youtube-nocookie.com/",
        1,
    );
    Some(format!(
        "<iframe src=\"{}\" title=\"Vídeo\" loading=\"lazy\" allowfullscreen></iframe>",
        escape::text(&frame)
    ))
}

/// A frame for a video of a known host, a link for any other address.
fn embed(address: &str) -> String {
    if let Some(frame) = frame(address) {
        return frame;
    }
    let link = escape::text(address);
    if address.starts_with("http://") || address.starts_with("https://") {
        return format!("<p><a href=\"{link}\">{link}</a></p>");
    }
    link
}

/// The text with frames in place of addresses of videos that fill a paragraph or the wrapper of an embed.
pub(super) fn with_embeds(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(at) = rest.find("https://") {
        let (before, from) = rest.split_at(at);
        let end = from.find(['<', '"', '\'', ' ', '\n']).unwrap_or(from.len());
        let (address, behind) = from.split_at(end);
        out.push_str(before);
        let opened = before.trim_end();
        let is_alone = (opened.ends_with("<p>") || opened.ends_with("wp-block-embed__wrapper\">"))
            && behind.trim_start().starts_with("</");
        let shown = is_alone.then(|| frame(&escape::decode(address))).flatten();
        match shown {
            // A frame in the place of a paragraph: `<p>` may not hold a block, but may hold a frame.
            Some(frame) => out.push_str(&frame),
            None => out.push_str(address),
        }
        rest = behind;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_videos_that_stand_alone_become_frames() {
        let html = with_embeds(
            "<div class=\"wp-block-embed__wrapper\">\nhttps://www.youtube.com/watch?v=abc&#038;t=1\n</div><p>https://vimeo.com/123</p>",
        );
        assert!(
            html.contains("src=\"https://www.youtube-nocookie.com/embed/abc\""),
            "{html}"
        );
        assert!(
            html.contains("src=\"https://player.vimeo.com/video/123\""),
            "{html}"
        );
        for html in [
            "<p>veja https://youtu.be/abc</p>",
            "<p>https://youtu.be/abc e mais</p>",
            "<p>https://a.example/x</p>",
            "<a href=\"https://youtu.be/abc\">x</a>",
            "https://",
        ] {
            assert_eq!(with_embeds(html), html);
        }
    }

    #[test]
    fn embeds_of_unknown_hosts_are_links() {
        assert_eq!(
            embed("https://a.example/\"onclick=\"x"),
            "<p><a href=\"https://a.example/&quot;onclick=&quot;x\">https://a.example/&quot;onclick=&quot;x</a></p>"
        );
        assert_eq!(embed("javascript:x"), "javascript:x");
        assert_eq!(player("audio", "javascript:x", ""), "");
    }
}
