//! Failures of providers: status, code, message with the provider's own words, and what is recorded as used.

use http::header;
use settings::AiProvider::{self, Anthropic, Gemini, OpenAi};

use crate::app::TestApp;

/// What is recorded of the calls of a failed request.
#[derive(Debug, Clone, Copy)]
enum Record {
    /// What the fake billed: nothing, or this many calls.
    Billed(u64),
    /// One call whose tokens the provider did not state, and may have billed.
    Estimated,
}

use Record::{Billed, Estimated};

const KEY: &str =
    "não aceitou a chave de API. Um administrador deve conferir a chave nas configurações.";
const CREDIT: &str = "informou que o crédito ou o limite da conta acabou.";
const LIMIT: &str = "recebeu pedidos demais em pouco tempo. Tente de novo em instantes.";
const BUSY: &str = "está sobrecarregado ou com falha. Tente de novo em instantes.";
const SUBJECT: &str = "recusou o assunto deste pedido.";
const MODEL: &str =
    "não conhece o modelo configurado. Um administrador deve conferir o nome do modelo.";
const ACCOUNT: &str = "não permite este uso à conta da chave de API.";
const BROKEN: &str = "interrompeu a resposta. Tente de novo em instantes.";
const UNREAD: &str = "deu uma resposta que não pôde ser lida. Tente de novo.";
const USELESS: &str =
    "O provedor respondeu, mas sem um texto que possa ser usado. Tente de novo ou mude o pedido.";

/// Scenario, what a person reads, the beginnings of the own words of OpenAI, Anthropic and Gemini, calls, and the record.
/// Words that repeat a part of the key, as `overload` of the scenario's key, are masked.
type Failure = (&'static str, &'static str, [&'static str; 3], usize, Record);

/// Failures that another provider may not have; 502.
const FAILED: [Failure; 12] = [
    (
        "bad",
        KEY,
        [
            "Incorrect API key provided: •••",
            "invalid x-api-key",
            "API key not valid.",
        ],
        1,
        Billed(0),
    ),
    (
        "noquota",
        CREDIT,
        [
            "You exceeded",
            "Your credit balance is too low",
            "You exceeded",
        ],
        1,
        Billed(0),
    ),
    (
        "limit-always",
        LIMIT,
        ["Rate ••• reached", "This request would", "You exceeded"],
        1,
        Billed(0),
    ),
    (
        "overload",
        BUSY,
        ["The server is currently", "•••", "The model is"],
        3,
        Billed(0),
    ),
    (
        "nomodel",
        MODEL,
        ["The ••• `gpt-6-luna` does not exist", "•••", "•••"],
        1,
        Billed(0),
    ),
    (
        "nopermission",
        ACCOUNT,
        ["Country, region", "Your API key", "Your API key"],
        1,
        Billed(0),
    ),
    ("cut", BROKEN, [""; 3], 1, Estimated),
    (
        "failed",
        BUSY,
        ["An error occurred", "Overloaded", "The model is overloaded"],
        1,
        Estimated,
    ),
    ("garbage", UNREAD, [""; 3], 1, Estimated),
    ("html-502", BUSY, [""; 3], 3, Billed(0)),
    ("empty", UNREAD, [""; 3], 1, Billed(1)),
    ("reset", BROKEN, [""; 3], 1, Estimated),
];

/// Refused subjects; 422. Whether a refused prompt is billed depends on the provider.
const REFUSED: [Failure; 2] = [
    (
        "filter-answer",
        SUBJECT,
        ["", "general_harms", "SAFETY"],
        1,
        Billed(1),
    ),
    (
        "refusal",
        SUBJECT,
        ["Não posso ajudar", "general_harms", "PROHIBITED_CONTENT"],
        1,
        Billed(1),
    ),
];

async fn check(provider: AiProvider, failure: Failure, status: u16, code: &str) {
    let (scenario, sentence, words, calls, record) = failure;
    let keys = [(provider, scenario)];
    let app = TestApp::with_keys(&keys).await;
    let refused = app.title().await;
    refused.assert_error(status, code);
    let position = AiProvider::ALL.iter().position(|one| *one == provider);
    let words = words[position.unwrap()];
    let whole = format!("{} {sentence}", provider.title());
    let message = refused.json["message"].as_str().unwrap();
    match words {
        "" => assert_eq!(message, whole),
        _ => {
            let begin = format!("{whole} Resposta do provedor: “{words}");
            assert!(
                message.starts_with(&begin) && message.ends_with('”'),
                "{message}"
            );
        }
    }
    let hint = refused.headers.get(header::RETRY_AFTER);
    // Gemini hints at a time also where the quota of the day is used up.
    let hinted = scenario == "limit-always" || (provider, scenario) == (Gemini, "noquota");
    let expected = hinted.then_some("38");
    assert_eq!(
        hint.map(|hint| hint.to_str().unwrap()),
        expected,
        "{scenario}"
    );
    assert_eq!(app.asked(provider), calls, "{scenario}");
    let (used, billed) = (app.used().await, app.billed(&keys));
    match record {
        Billed(calls) => assert_eq!((used, used.calls), (billed, calls), "{scenario}"),
        Estimated => {
            assert_eq!((used.calls, used.estimated_calls), (1, 1), "{scenario}");
            assert!(used.input_tokens > 100, "{scenario} {used:?}");
            if billed.calls > 0 {
                assert_eq!(used.input_tokens, billed.input_tokens, "{scenario}");
                assert!(
                    used.output_tokens <= billed.output_tokens,
                    "{scenario} {used:?}"
                );
            }
        }
    }
}

#[tokio::test]
async fn a_failing_provider_is_explained_in_its_own_words() {
    for provider in AiProvider::ALL {
        for failure in FAILED {
            check(provider, failure, 502, "provider_failed").await;
        }
    }
}

#[tokio::test]
async fn a_refused_subject_is_told_as_such() {
    for provider in AiProvider::ALL {
        for failure in REFUSED {
            check(provider, failure, 422, "content_refused").await;
        }
    }
    for (provider, words, calls) in [
        (OpenAi, "Invalid prompt:", 0),
        (Anthropic, "general_harms", 1),
        (Gemini, "PROHIBITED_CONTENT", 1),
    ] {
        let failure = ("filter", SUBJECT, [words; 3], 1, Billed(calls));
        check(provider, failure, 422, "content_refused").await;
    }
}

#[tokio::test]
async fn an_answer_that_ends_early_is_asked_for_again_once_and_both_are_recorded() {
    for provider in AiProvider::ALL {
        let keys = [(provider, "truncated")];
        let app = TestApp::with_keys(&keys).await;
        let refused = app.title().await;
        refused.assert_error(502, "provider_failed");
        assert_eq!(refused.json["message"], USELESS);
        assert_eq!(app.asked(provider), 2);
        let used = app.used().await;
        assert_eq!((used, used.calls), (app.billed(&keys), 2));
    }
}

#[tokio::test]
async fn another_provider_is_asked_after_an_answer_that_cannot_be_read() {
    let keys = [(OpenAi, "truncated"), (Anthropic, "overload"), (Gemini, "")];
    let app = TestApp::with_keys(&keys).await;
    let answer = app.title().await.expect(200);
    assert_eq!(answer.json["provider"], "gemini");
    let asked = AiProvider::ALL.map(|provider| app.asked(provider));
    assert_eq!(asked, [1, 3, 1]);
    let used = app.used().await;
    assert_eq!((used, used.calls), (app.billed(&keys), 2));
}

#[tokio::test]
async fn the_first_failure_is_told_when_no_provider_answers() {
    let keys = [
        (OpenAi, "noquota"),
        (Anthropic, "overload"),
        (Gemini, "bad"),
    ];
    let app = TestApp::with_keys(&keys).await;
    let refused = app.title().await;
    refused.assert_error(502, "provider_failed");
    let message = refused.json["message"].as_str().unwrap();
    assert!(
        message.starts_with(&format!("OpenAI {CREDIT}")),
        "{message}"
    );
    let asked = AiProvider::ALL.map(|provider| app.asked(provider));
    assert_eq!(asked, [1, 3, 1]);
    assert_eq!(app.used().await.calls, 0);
}
