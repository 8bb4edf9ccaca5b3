//! Queries, values, addresses and headers of requests.

use http::{HeaderMap, HeaderValue, header};
use platform_http::conditional::IfMatch;
use seo::head::address;
use serde_json::Value;
use site_rest::query::{self, Limits};
use site_rest::schema::{self, Path, Schema, WrittenDate};
use site_urls::{at, moved};
use url::Url;

use super::{Work, done, work};

pub const ALL: &[Work] = &[
    work("site_rest::query::parse", |text| {
        done(query::parse(text, Limits::FORM).is_ok());
    }),
    work("site_rest::query::without", |text| {
        done(query::without(text, "a1"));
    }),
    work("site_rest::schema::Schema::accept, texts", |text| {
        let value = Value::from(text);
        accept(&Schema::list(Schema::string()).unique(), &value);
        accept(&Schema::list(Schema::integer()), &value);
        accept(&Schema::string().matching("^[a-z ]*$"), &value);
    })
    .bytes(1_024),
    work("site_rest::schema::Schema::accept, lists", |text| {
        let words: Value = schema::words(text).map(Value::from).collect();
        accept(&Schema::list(Schema::string()).unique(), &words);
        accept(&Schema::list(Schema::any()), &words);
    }),
    work("site_rest::schema::Schema::accept, objects", |text| {
        let members: Value = schema::words(text)
            .map(|word| (word.to_owned(), Value::from(word)))
            .collect();
        accept(&Schema::object(), &members);
        accept(
            &Schema::object()
                .with("a", Schema::string())
                .others(Schema::string()),
            &members,
        );
    }),
    work("site_rest::schema::WrittenDate::parse", |text| {
        done(WrittenDate::parse(text).is_some());
    }),
    work("serde_json::from_str", |text| {
        done(serde_json::from_str::<Value>(text).is_ok());
    }),
    work("platform_http::input::read_json", |text| {
        done(platform_http::input::read_json::<Value>(text.as_bytes()).is_ok());
    }),
    work("platform_http::conditional::IfMatch", |text| {
        let mut headers = HeaderMap::new();
        if let Ok(value) = HeaderValue::from_bytes(text.as_bytes()) {
            headers.insert(header::IF_MATCH, value);
        }
        done(IfMatch::from_headers(&headers));
    }),
    work("seo::head::address::asked", |text| {
        if let Ok(home) = Url::parse("https://a.example/") {
            done(address::asked(&format!("https://a.example/{text}"), &home).is_ok());
        }
    }),
    work("site_urls::at::segments", |text| done(at::segments(text))),
    work("site_urls::moved::searched_words", |text| {
        let words = moved::searched_words(&format!("/search/{text}"));
        done(words.map(|words| moved::search_feed("https://a.example", &words)));
    }),
    work("domain::platform::Phone::parse", |text| {
        done(domain::platform::phone::Phone::parse(text, "BR"));
    }),
];

fn accept(schema: &Schema, value: &Value) {
    done(schema.accept(value, &Path::root("a")).is_ok());
}
