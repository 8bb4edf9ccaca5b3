//! Which files may be uploaded, by extension (docs/interface/site/media.md#uploads).

/// Allowed extensions (separated by `|`) and their media types.
const ALLOWED: &[(&str, &str)] = &[
    ("jpg|jpeg|jpe", "image/jpeg"),
    ("gif", "image/gif"),
    ("png", "image/png"),
    ("bmp", "image/bmp"),
    ("tiff|tif", "image/tiff"),
    ("webp", "image/webp"),
    ("avif", "image/avif"),
    ("ico", "image/x-icon"),
    ("heic", "image/heic"),
    ("heif", "image/heif"),
    ("asf|asx", "video/x-ms-asf"),
    ("wmv", "video/x-ms-wmv"),
    ("avi", "video/avi"),
    ("flv", "video/x-flv"),
    ("mov|qt", "video/quicktime"),
    ("mpeg|mpg|mpe", "video/mpeg"),
    ("mp4|m4v", "video/mp4"),
    ("ogv", "video/ogg"),
    ("webm", "video/webm"),
    ("mkv", "video/x-matroska"),
    ("3gp|3gpp", "video/3gpp"),
    ("3g2|3gp2", "video/3gpp2"),
    ("txt|asc|c|cc|h|srt", "text/plain"),
    ("csv", "text/csv"),
    ("tsv", "text/tab-separated-values"),
    ("ics", "text/calendar"),
    ("rtx", "text/richtext"),
    ("css", "text/css"),
    ("vtt", "text/vtt"),
    ("mp3|m4a|m4b", "audio/mpeg"),
    ("aac", "audio/aac"),
    ("ra|ram", "audio/x-realaudio"),
    ("wav|x-wav", "audio/wav"),
    ("ogg|oga", "audio/ogg"),
    ("flac", "audio/flac"),
    ("mid|midi", "audio/midi"),
    ("wma", "audio/x-ms-wma"),
    ("mka", "audio/x-matroska"),
    ("rtf", "application/rtf"),
    ("pdf", "application/pdf"),
    ("tar", "application/x-tar"),
    ("zip", "application/zip"),
    ("gz|gzip", "application/x-gzip"),
    ("rar", "application/rar"),
    ("7z", "application/x-7z-compressed"),
    ("psd", "application/octet-stream"),
    ("doc", "application/msword"),
    ("pot|pps|ppt", "application/vnd.ms-powerpoint"),
    ("xla|xls|xlt|xlw", "application/vnd.ms-excel"),
    (
        "docx",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ),
    (
        "xlsx",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ),
    (
        "pptx",
        "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    ),
    (
        "ppsx",
        "application/vnd.openxmlformats-officedocument.presentationml.slideshow",
    ),
    ("odt", "application/vnd.oasis.opendocument.text"),
    ("odp", "application/vnd.oasis.opendocument.presentation"),
    ("ods", "application/vnd.oasis.opendocument.spreadsheet"),
    ("odg", "application/vnd.oasis.opendocument.graphics"),
    ("odc", "application/vnd.oasis.opendocument.chart"),
    ("odf", "application/vnd.oasis.opendocument.formula"),
    ("key", "application/vnd.apple.keynote"),
    ("numbers", "application/vnd.apple.numbers"),
    ("pages", "application/vnd.apple.pages"),
];

/// Aliases of media types.
const SAME: &[(&str, &str)] = &[
    ("image/jpg", "image/jpeg"),
    ("image/pjpeg", "image/jpeg"),
    ("audio/mp3", "audio/mpeg"),
    ("audio/x-wav", "audio/wav"),
    ("application/gzip", "application/x-gzip"),
    ("application/x-zip-compressed", "application/zip"),
    ("image/vnd.microsoft.icon", "image/x-icon"),
];

/// The media type for an extension (without the dot); `None` when it is not allowed.
pub fn media_type(extension: &str) -> Option<&'static str> {
    ALLOWED
        .iter()
        .find(|(extensions, _)| {
            extensions
                .split('|')
                .any(|known| known.eq_ignore_ascii_case(extension))
        })
        .map(|(_, media_type)| *media_type)
}

/// The usual extension of a media type; `None` when it is not allowed.
pub fn extension(media_type: &str) -> Option<&'static str> {
    let media_type = canonical(media_type);
    ALLOWED
        .iter()
        .find(|(_, known)| *known == media_type)
        .and_then(|(extensions, _)| extensions.split('|').next())
}

/// The canonical name of a media type.
pub fn canonical(media_type: &str) -> &str {
    SAME.iter()
        .find(|(other, _)| *other == media_type)
        .map_or(media_type, |(_, known)| known)
}

/// The union of the list filters `media_type` (groups such as `image`) and `mime_type` (full names). Empty
/// when neither contains a known value, which means no restriction.
pub fn expand(groups: &[String], media_types: &[String]) -> Vec<&'static str> {
    let mut all: Vec<_> = ALLOWED
        .iter()
        .map(|(_, known)| *known)
        .filter(|known| {
            let group = known.split('/').next().unwrap_or_default();
            groups.iter().any(|wanted| wanted == group)
                || media_types.iter().any(|wanted| canonical(wanted) == *known)
        })
        .collect();
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn allowed_and_refused() {
        assert_eq!(media_type("JPG"), Some("image/jpeg"));
        assert_eq!(media_type("webp"), Some("image/webp"));
        for refused in ["svg", "html", "js", "php", "exe", "", "jp"] {
            assert_eq!(media_type(refused), None, "{refused}");
        }
        assert_eq!(extension("image/jpeg"), Some("jpg"));
        assert_eq!(extension("image/svg+xml"), None);
    }

    #[test]
    fn filters_are_a_union() {
        let all = expand(&["image".into()], &["application/pdf".into()]);
        assert!(all.contains(&"image/png") && all.contains(&"application/pdf"));
        assert!(!all.contains(&"video/mp4"));
        assert!(expand(&[], &["image/unknown".into()]).is_empty());
    }
}
