//! Logo and icons of the site, from its settings.

use domain::site::Caller;
use http::StatusCode;
use site_store::Content;
use site_urls::address;

use crate::page_request::{PageError, PageRequest, PageResult};
use crate::reply::Page;

/// Path that browsers ask for without being told.
pub const FAVICON: &str = "favicon.ico";

/// Widths of icons in pixels: that of a tab, and that of a home screen.
const TAB: u32 = 32;
const HOME_SCREEN: u32 = 180;

/// Picture in place of the site's title.
#[derive(Debug)]
pub struct Logo {
    pub src: String,
    pub width: u32,
    pub height: u32,
}

/// Icon of a tab or home screen.
#[derive(Debug)]
pub struct Icon {
    pub relation: &'static str,
    pub href: String,
}

/// What stands for the site on every page.
#[derive(Debug, Default)]
pub struct Identity {
    pub logo: Option<Logo>,
    pub icons: Vec<Icon>,
}

/// Logo and icons, as far as everyone may read their files; one read of those that are chosen.
///
/// # Errors
/// The store fails.
pub async fn of(request: &PageRequest) -> PageResult<Identity> {
    let settings = &request.settings;
    let chosen: Vec<u64> = [settings.site_logo, settings.site_icon]
        .into_iter()
        .filter(|id| *id > 0)
        .collect();
    if chosen.is_empty() {
        return Ok(Identity::default());
    }
    let found = request
        .store
        .media_items(&Caller::anonymous(), &chosen)
        .await?;
    let file = |id: u64| found.iter().find(|item| id > 0 && item.id == id);
    Ok(Identity {
        logo: file(settings.site_logo).and_then(|item| logo(request, item)),
        icons: file(settings.site_icon).map_or_else(Vec::new, |item| {
            [("icon", TAB), ("apple-touch-icon", HOME_SCREEN)]
                .into_iter()
                .filter_map(|(relation, least)| {
                    let href = square(request, item, least)?;
                    Some(Icon { relation, href })
                })
                .collect()
        }),
    })
}

/// Leads from the path that browsers ask for to the site's icon.
///
/// # Errors
/// [`PageError::NotFound`] without an icon; the store fails.
pub async fn favicon(request: &PageRequest) -> PageResult<Page> {
    let icon = request.settings.site_icon;
    let item = request.store.media_item(&Caller::anonymous(), icon).await?;
    let href = item.and_then(|item| square(request, &item, TAB));
    let href = href.ok_or(PageError::NotFound)?;
    Ok(Page::redirect(StatusCode::FOUND, &href))
}

fn logo(request: &PageRequest, item: &Content) -> Option<Logo> {
    let picture = crate::picture::picture(request, item)?;
    Some(Logo {
        src: picture.small,
        width: picture.width,
        height: picture.height,
    })
}

/// The smallest square size of at least `least` pixels, otherwise the picture itself.
fn square(request: &PageRequest, item: &Content, least: u32) -> Option<String> {
    let file = item.media.as_ref().filter(|file| file.is_image())?;
    Some(address::file(&file.smallest_square(least), &request.home))
}
