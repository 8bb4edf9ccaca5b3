//! The key file of IndexNow (<https://www.indexnow.org/documentation>): search engines read it before they take a
//! submission of the site's addresses as the site's own.

use url::Url;

use crate::Site;
use crate::page_request::PageRequest;
use crate::reply::Page;

/// The key file, if `path` is its name: the site's key and `.txt`.
pub fn key_file(site: &Site, request: &PageRequest, path: &str) -> Option<Page> {
    let name = path.strip_suffix(".txt")?;
    let home = Url::parse(&request.home).ok()?;
    let key = site.keyring.index_now_key(home.host_str()?);
    (name == key).then(|| Page::text("text/plain; charset=UTF-8", key))
}
