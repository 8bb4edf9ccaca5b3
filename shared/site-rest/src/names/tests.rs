//! Tests of the translation of names.

use super::*;
use crate::error::Locale;
use serde_json::json;

static NAMES: Names = Names {
    prefix: "/api",
    discovery: "https://a.example/",
    curie: "x",
    relations: "https://a.example/{rel}",
    rows: &[
        Name {
            place: Place::Namespace,
            ours: "core/v2",
            theirs: "x/v2",
        },
        Name {
            place: Place::Kind,
            ours: "block",
            theirs: "x_block",
        },
        Name {
            place: Place::Type,
            ours: "trail",
            theirs: "x_trail",
        },
        Name {
            place: Place::Member,
            ours: "sync",
            theirs: "x_sync",
        },
    ],
};

fn site() -> SiteContext {
    SiteContext {
        site: "main".to_owned(),
        home: "https://e.br".to_owned(),
        rest_root: "https://e.br/rest".to_owned(),
        locale: Locale::PtBr,
        is_renamed: false,
    }
}

#[test]
fn paths_there_and_back() {
    for (theirs, ours) in [
        ("/x/v2/posts/7", "/core/v2/posts/7"),
        ("/x/v2/types/x_block", "/core/v2/types/block"),
        ("/x/v2/types/x_trail", "/core/v2/types/trail"),
        ("/x/v2/trail/7", "/core/v2/trail/7"),
        ("/x/v2", "/core/v2"),
        ("/x/v22", "/x/v22"),
        ("/", "/"),
        ("/batch/v1", "/batch/v1"),
    ] {
        assert_eq!(NAMES.path_in(theirs), ours);
        assert_eq!(NAMES.path_out(ours), theirs);
    }
    assert!(NAMES.covers("/X/v2/posts") && !NAMES.covers("/core/v2/posts"));
    assert!(NAMES.is_ours("/core/v2/posts") && !NAMES.is_ours("/") && !NAMES.is_ours("/X/v2"));
}

#[test]
fn requests() {
    let query =
        json!({"_embed": "x:term,author", "_fields": ["id,meta.x_sync"], "type": "x_block"});
    let query = NAMES.query_in(query.as_object().cloned().unwrap());
    assert_eq!(
        Value::Object(query),
        json!({"_embed": "core:term,author", "_fields": ["id,meta.sync"], "type": "block"})
    );
    let body = json!({
        "title": "x_block", "meta": {"x_sync": "x_sync"},
        "requests": [{"path": "/x/v2/posts?a=1", "body": {"x_sync": ""}}],
    });
    let Body::Json(body) = NAMES.body_in(Body::Json(body.as_object().cloned().unwrap())) else {
        panic!("another kind of body")
    };
    assert_eq!(
        Value::Object(body),
        json!({
            "title": "x_block", "meta": {"sync": "x_sync"},
            "requests": [{"path": "/core/v2/posts?a=1", "body": {"sync": ""}}],
        })
    );
}

#[test]
fn answers_leave_texts_alone() {
    let answer = json!({
        "type": "block",
        "title": {"raw": "core/v2 block", "rendered": "https://e.br/rest/core/v2"},
        "link": "https://e.br/?post_type=block&p=7",
        "sync": "",
        "_links": {
            "self": [{"href": "https://e.br/rest/core/v2/blocks/7?a=core/v2&sync=1"}],
            "core:action-assign-block": [{"href": "https://e.br/rest/core/v2/blocks?sync=3"}],
            "core:term": [{"taxonomy": "block", "href": "https://e.br/rest/core/v2/block"}],
            "curies": [{"name": "core", "href": "https://e.br/rels/{rel}", "templated": true}],
        },
    });
    assert_eq!(
        NAMES.value_out(answer, &site()),
        json!({
            "type": "x_block",
            "title": {"raw": "core/v2 block", "rendered": "https://e.br/rest/core/v2"},
            "link": "https://e.br/?post_type=x_block&p=7",
            "x_sync": "",
            "_links": {
                "self": [{"href": "https://e.br/api/x/v2/blocks/7?a=core/v2&x_sync=1"}],
                "x:action-assign-x_block": [{"href": "https://e.br/api/x/v2/blocks?x_sync=3"}],
                "x:term": [{"taxonomy": "x_block", "href": "https://e.br/api/x/v2/x_block"}],
                "curies": [{"name": "x", "href": "https://a.example/{rel}", "templated": true}],
            },
        })
    );
}

#[test]
fn links_of_schemas_name_relations_as_links_of_items_do() {
    let schema = json!({"links": [
        {"rel": "https://e.br/rels/action-create-block", "href": "https://e.br/rest/core/v2/blocks/{id}"},
        {"rel": "https://e.br/rels/action-publish"},
        {"rel": "https://other.example/action-create-block"},
    ]});
    assert_eq!(
        NAMES.value_out(schema, &site()),
        json!({"links": [
            {"rel": "https://a.example/action-create-x_block", "href": "https://e.br/api/x/v2/blocks/{id}"},
            {"rel": "https://a.example/action-publish"},
            {"rel": "https://other.example/action-create-block"},
        ]})
    );
}

#[test]
fn a_type_can_share_the_path_of_its_collection() {
    let answer = json!({
        "trail": {
            "slug": "trail", "rest_base": "trail",
            "_links": {"items": [{"href": "https://e.br/rest/core/v2/trail"}]},
        },
        "type": "trail",
        "link": "https://e.br/?post_type=trail&p=7",
        "$schema": "", "title": "trail",
        "_links": {"about": [{"href": "https://e.br/rest/core/v2/types/trail"}]},
    });
    assert_eq!(
        NAMES.value_out(answer, &site()),
        json!({
            "x_trail": {
                "slug": "x_trail", "rest_base": "trail",
                "_links": {"items": [{"href": "https://e.br/api/x/v2/trail"}]},
            },
            "type": "x_trail",
            "link": "https://e.br/?post_type=x_trail&p=7",
            "$schema": "", "title": "x_trail",
            "_links": {"about": [{"href": "https://e.br/api/x/v2/types/x_trail"}]},
        })
    );
    let query = json!({"type": "x_trail"});
    let query = NAMES.query_in(query.as_object().cloned().unwrap());
    assert_eq!(Value::Object(query), json!({"type": "trail"}));
}

#[test]
fn addresses_of_terms_without_a_page() {
    let term = json!({"link": "https://e.br/?taxonomy=block&term=dicas"});
    assert_eq!(
        NAMES.value_out(term, &site()),
        json!({"link": "https://e.br/?taxonomy=x_block&term=dicas"})
    );
}

#[test]
fn headers() {
    assert_eq!(
        NAMES.header_out("<https://e.br/rest/>; rel=\"service-desc\"", &site()),
        "<https://e.br/api/>; rel=\"https://a.example/\""
    );
    assert_eq!(
        NAMES.header_out(
            "<https://e.br/rest/core/v2/posts?page=1>; rel=\"prev\", <https://e.br/rest/core/v2/posts?page=3>; rel=\"next\"",
            &site()
        ),
        "<https://e.br/api/x/v2/posts?page=1>; rel=\"prev\", <https://e.br/api/x/v2/posts?page=3>; rel=\"next\""
    );
}

#[test]
fn refused_members_have_the_other_names() {
    let error = json!({
        "code": "rest_invalid_param",
        "message": "Parâmetro inválido: sync",
        "data": {"status": 400, "params": {"sync": "sync is not of type string."}, "list": ["sync"]},
    });
    assert_eq!(
        NAMES.value_out(error, &site()),
        json!({
            "code": "rest_invalid_param",
            "message": "Parâmetro inválido: x_sync",
            "data": {"status": 400, "params": {"x_sync": "x_sync is not of type string."}, "list": ["x_sync"]},
        })
    );
    let saved = json!({"failures": ["sync", "sync-1"], "message": "sync"});
    assert_eq!(
        NAMES.value_out(saved, &site()),
        json!({"failures": ["x_sync", "sync-1"], "message": "sync"})
    );
}

#[test]
fn addresses_of_further_calls() {
    for (ours, theirs) in [
        (
            "https://e.br/rest/core/v2/posts",
            "https://e.br/api/x/v2/posts",
        ),
        ("core/v2/posts", "x/v2/posts"),
    ] {
        assert_eq!(
            NAMES.value_out(json!({"next_url": ours}), &site()),
            json!({"next_url": theirs})
        );
    }
}
