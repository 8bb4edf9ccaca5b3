//! Limits of what people write. Routes check them and `GET /auth/me` states them, so that a client repeats no number.

/// Longest title of a post, in characters.
pub const TITLE_CHARS: usize = 300;
/// Longest summary of a post, in characters.
pub const EXCERPT_CHARS: usize = 2_000;
/// Longest slug that is sent, in characters. The one that is made of it is shorter.
pub const SLUG_CHARS: usize = 1_000;
/// Longest focus keyword, in characters.
pub const KEYWORD_CHARS: usize = 200;
/// Longest title for search engines, in characters.
pub const SEO_TITLE_CHARS: usize = 300;
/// Longest description for search engines, in characters.
pub const META_DESCRIPTION_CHARS: usize = 1_000;
/// Most tags of a post.
pub const TAGS: usize = 50;
/// Longest tag, in characters.
pub const TAG_CHARS: usize = 100;
/// Longest alternative text of a picture, in characters.
pub const ALT_TEXT_CHARS: usize = 500;
/// Longest prompt of a text, in characters.
pub const TEXT_PROMPT_CHARS: usize = 10_000;
/// Longest prompt of an image, in characters.
pub const IMAGE_PROMPT_CHARS: usize = 4_000;
/// Longest words of a search for stock photos, in characters.
pub const STOCK_SEARCH_CHARS: usize = 100;
/// Longest words of a search for posts, in characters.
pub const POST_SEARCH_CHARS: usize = 200;
/// Longest name of a site, in characters.
pub const SITE_NAME_CHARS: usize = 200;
/// Longest description of a site's audience, in characters.
pub const AUDIENCE_CHARS: usize = 500;
/// Longest language tag, in characters: what RFC 5646, section 4.4.1, recommends that software can hold.
pub const LANGUAGE_TAG_CHARS: usize = 35;
/// Longest name of a person, in characters.
pub const USER_NAME_CHARS: usize = 200;
