//! Navigations and their links. Without a script, submenus are open.

use std::sync::Arc;

use domain::site::{Kind, Status};
use site_store::{Content, ContentFilter, StoreError};

use super::attributes::Attributes;
use super::context::{Context, Rendering, Scope};
use super::text::escaped;
use crate::navigation::{NavigationEntry, NavigationLink, navigation_entries};

/// What shows without a navigation.
const PAGES: &str = "<!-- wp:page-list /-->";

/// A navigation: the blocks inside of it, otherwise the navigation that it names, otherwise the one that was published last,
/// otherwise the list of the pages. Nothing when the one that it names is not public.
///
/// # Errors
/// The store fails.
pub async fn list(
    cx: &Context<'_>,
    attributes: &Attributes,
    body: &str,
    scope: Scope<'_>,
) -> Result<String, StoreError> {
    let named = attributes.number("ref");
    let item = match named {
        _ if !body.trim().is_empty() => None,
        Some(id) => Some(id),
        None => newest(cx).await?,
    };
    let shown = match item {
        Some(id) => match public(cx, id).await? {
            Some(item) => Some(item),
            None => return Ok(String::new()),
        },
        None => None,
    };
    let mut above = scope.above.to_vec();
    if let Some(item) = &shown {
        // A navigation inside of itself shows nothing.
        match scope.below(item.id) {
            Some(with_it) => above = with_it,
            None => return Ok(String::new()),
        }
    }
    let raw = match &shown {
        Some(item) => item.content.as_str(),
        None if body.trim().is_empty() => PAGES,
        None => body,
    };
    let scope = Scope {
        above: &above,
        is_in_navigation: true,
        ..scope
    };
    let entries = navigation_entries(cx.store, cx.home, raw)?;
    let html = listed(cx, &entries, scope).await?;
    if html.is_empty() {
        return Ok(html);
    }
    let title = shown.as_ref().map(|item| item.title.as_str());
    let label = attributes.text("ariaLabel").or(title).unwrap_or_default();
    let outer = attributes.outer(&attributes.with_layout("wp-block-navigation", "navigation"));
    let label = escaped(&markup::text::plain(label));
    Ok(format!("<nav {outer} aria-label=\"{label}\">{html}</nav>"))
}

/// The navigation that was published last and needs no password.
async fn newest(cx: &Context<'_>) -> Result<Option<u64>, StoreError> {
    let found = cx.store.list(&ContentFilter::shown_navigation()).await?;
    Ok(found.items.first().copied())
}

async fn public(cx: &Context<'_>, id: u64) -> Result<Option<Arc<Content>>, StoreError> {
    let found = cx.store.get(id).await?;
    Ok(found.filter(|item| {
        item.kind == Kind::Navigation && item.status == Status::Publish && item.password.is_empty()
    }))
}

/// A link, a submenu or a link to the front page that stands anywhere, as it is stored.
///
/// # Errors
/// The store fails.
pub async fn links(cx: &Context<'_>, raw: &str, scope: Scope<'_>) -> Result<String, StoreError> {
    let mut html = String::new();
    for entry in navigation_entries(cx.store, cx.home, raw)? {
        if let NavigationEntry::Link(link) = entry {
            html.push_str(&linked(cx, &link, scope).await?);
        }
    }
    Ok(html)
}

/// Entries on the first level: links in lists, other blocks between them.
async fn listed(
    cx: &Context<'_>,
    entries: &[NavigationEntry],
    scope: Scope<'_>,
) -> Result<String, StoreError> {
    let mut html = String::new();
    let mut links = String::new();
    for entry in entries {
        match entry {
            NavigationEntry::Link(link) => links.push_str(&linked(cx, link, scope).await?),
            NavigationEntry::Pages(raw) | NavigationEntry::Other(raw) => {
                close(&mut links, &mut html);
                html.push_str(&(cx.inside)(cx, raw, scope).await?);
            }
        }
    }
    close(&mut links, &mut html);
    Ok(html)
}

/// Moves links into a list of their own.
fn close(links: &mut String, html: &mut String) {
    if !links.is_empty() {
        html.push_str(&format!(
            "<ul class=\"wp-block-navigation__container\">{links}</ul>"
        ));
        links.clear();
    }
}

/// A link with those below it, as an item of a list.
fn linked<'f>(cx: &'f Context<'f>, link: &'f NavigationLink, scope: Scope<'f>) -> Rendering<'f> {
    Box::pin(async move {
        if !cx.spend(1) {
            return Ok(String::new());
        }
        let mut below = String::new();
        for entry in &link.below {
            match entry {
                NavigationEntry::Link(link) => below.push_str(&linked(cx, link, scope).await?),
                NavigationEntry::Pages(raw) | NavigationEntry::Other(raw) => {
                    below.push_str("<li class=\"wp-block-navigation-item\">");
                    below.push_str(&(cx.inside)(cx, raw, scope).await?);
                    below.push_str("</li>");
                }
            }
        }
        Ok(item(link, &below))
    })
}

fn item(link: &NavigationLink, below: &str) -> String {
    let mut classes = "wp-block-navigation-item".to_owned();
    let mut add = |name: &str| {
        if !name.is_empty() {
            classes.push(' ');
            classes.push_str(name);
        }
    };
    if !below.is_empty() {
        add("has-child");
    }
    add(&link.classes);
    add(match (link.is_home, link.is_submenu) {
        (true, _) => "wp-block-home-link",
        (false, true) => "wp-block-navigation-submenu",
        (false, false) => "wp-block-navigation-link",
    });
    let mut html = format!("<li class=\"{}\">{}", escaped(&classes), anchor(link));
    if !below.is_empty() {
        html.push_str(&format!(
            "<ul class=\"wp-block-navigation__submenu-container\">{below}</ul>"
        ));
    }
    html.push_str("</li>");
    html
}

fn anchor(link: &NavigationLink) -> String {
    let mut attributes = String::new();
    let mut add = |name: &str, value: &str| {
        if !value.is_empty() {
            attributes.push_str(&format!(" {name}=\"{}\"", escaped(value)));
        }
    };
    add("href", &link.href);
    if link.opens_window {
        add("target", "_blank");
    }
    let mut rel: Vec<&str> = link.rel.split_ascii_whitespace().collect();
    if link.is_home {
        rel.push("home");
    }
    if link.opens_window {
        // The page that opens gets no access to this one, whatever its author wrote.
        rel.retain(|one| !one.eq_ignore_ascii_case("opener"));
        if !rel.iter().any(|one| one.eq_ignore_ascii_case("noopener")) {
            rel.push("noopener");
        }
    }
    add("rel", &rel.join(" "));
    add("title", &link.title);
    let description = if link.description.is_empty() {
        String::new()
    } else {
        format!(
            "<span class=\"wp-block-navigation-item__description\">{}</span>",
            escaped(&link.description)
        )
    };
    let home = if link.is_home {
        "wp-block-home-link__content "
    } else {
        ""
    };
    format!(
        "<a class=\"{home}wp-block-navigation-item__content\"{attributes}><span class=\"wp-block-navigation-item__label\">{}</span>{description}</a>",
        escaped(&link.label)
    )
}
