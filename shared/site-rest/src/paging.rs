//! Paging headers of lists: totals and links to neighbouring pages (docs/interface/site/responses.md#paging).

use http::{HeaderName, header};

use crate::{
    call::{App, Call},
    reply::Reply,
};

/// Header with the number of items that match the filters. Clients rely on the literal name.
pub const TOTAL: HeaderName = HeaderName::from_static("x-wp-total");
/// Header with the number of pages.
pub const TOTAL_PAGES: HeaderName = HeaderName::from_static("x-wp-totalpages");

/// The number of pages of `per_page` items for `total` items.
pub const fn pages(total: u64, per_page: u64) -> u64 {
    if per_page == 0 {
        0
    } else {
        total.div_ceil(per_page)
    }
}

/// Adds the totals and the links to the previous and next page. For a page beyond the end, the previous page is the
/// last one.
pub fn paged<A: App>(reply: Reply, call: &Call<A>, total: u64, page: u64, per_page: u64) -> Reply {
    let pages = pages(total, per_page);
    let reply = reply
        .header(TOTAL, &total.to_string())
        .header(TOTAL_PAGES, &pages.to_string());
    let mut links = Vec::new();
    if page > 1 {
        links.push(format!(
            "<{}>; rel=\"prev\"",
            call.url_of_page((page - 1).min(pages))
        ));
    }
    if page < pages {
        links.push(format!("<{}>; rel=\"next\"", call.url_of_page(page + 1)));
    }
    if links.is_empty() {
        reply
    } else {
        reply.header(header::LINK, &links.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partial_pages_count() {
        assert_eq!(pages(0, 10), 0);
        assert_eq!(pages(10, 10), 1);
        assert_eq!(pages(11, 10), 2);
    }
}
