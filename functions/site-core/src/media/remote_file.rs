//! Uploads by address: the site reads a picture of another one (docs/interface/site/media.md#uploads).

use std::time::Duration;

use domain::site::upload;
use http::{HeaderValue, header};
use outbound::{Outbound, OutboundError, Redirects, Request};
use percent_encoding::percent_decode_str;
use site_contract::core::media::{UPLOAD_LIMIT, codes};
use site_rest::RestError;
use site_rest::spec::MEGABYTE;
use url::Url;

use crate::media::sent_file::Sent;

/// Time limit of the request, redirects included.
const DEADLINE: Duration = Duration::from_secs(15);

const HOPS: u8 = 4;

/// Reads the picture at an address, through the guarded client: public addresses only, checked again at every redirect.
///
/// # Errors
/// `rest_invalid_param` for an address that is not public or whose path does not name a picture,
/// `rest_upload_file_too_big`, or `http_request_failed` when it does not answer with success in time.
pub async fn read(outbound: &Outbound, address: &str) -> Result<Sent, RestError> {
    let url = outbound.guard().check_url(address).map_err(|_| invalid())?;
    let name = picture_name(&url).ok_or_else(invalid)?;
    let request = Request::get(url)
        .header(header::ACCEPT, HeaderValue::from_static("image/*"))
        .max_bytes(UPLOAD_LIMIT)
        .deadline(DEADLINE)
        .redirects(Redirects::Anywhere(HOPS));
    let response = outbound.send(request).await.map_err(|error| {
        tracing::info!(target: "site", %error, "the picture of another site was not read");
        match error {
            OutboundError::Refused(_) => invalid(),
            OutboundError::TooLarge { .. } => {
                RestError::naming(&codes::REMOTE_TOO_BIG, [&(UPLOAD_LIMIT / MEGABYTE)])
            }
            _ => RestError::new(&codes::REMOTE_FAILED),
        }
    })?;
    if !response.status.is_success() {
        return Err(RestError::new(&codes::REMOTE_FAILED));
    }
    let bytes = response.body;
    Ok(Sent { name, bytes })
}

fn invalid() -> RestError {
    let reason = RestError::naming(&codes::INVALID_URL, [&"url"]);
    RestError::params(vec![("url".to_owned(), reason)])
}

/// The file name in the path of an address, if its extension is that of a picture.
fn picture_name(url: &Url) -> Option<String> {
    let name = url.path_segments()?.next_back()?;
    let name = percent_decode_str(name).decode_utf8_lossy();
    let (_, extension) = name.rsplit_once('.')?;
    let named = upload::media_type(extension)?;
    named.starts_with("image/").then(|| name.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_pictures() {
        for (address, name) in [
            ("https://a.example/b/ip%C3%AA.JPG?x=1#y", Some("ipê.JPG")),
            ("https://a.example/b/..%2Fc.png", Some("../c.png")),
            ("https://a.example/b.php", None),
            ("https://a.example/b.svg", None),
            ("https://a.example/b.mp4", None),
            ("https://a.example/jpg", None),
            ("https://a.example/", None),
        ] {
            let url = Url::parse(address).unwrap();
            assert_eq!(picture_name(&url).as_deref(), name, "{address}");
        }
    }
}
