use proptest::prelude::*;

use super::*;
use crate::weights::Label;

fn text(text: &str) -> Submission<'_> {
    Submission {
        text,
        ..Submission::default()
    }
}

#[test]
fn a_token_that_both_kinds_share_says_nothing() {
    assert_eq!(weight((0.0, 0.0), (10.0, 10.0)), 0.0);
    assert!(weight((5.0, 5.0), (10.0, 10.0)).abs() < 1e-9);
    // The shares count, not the numbers.
    assert!(weight((90.0, 1.0), (900.0, 10.0)).abs() < 1e-9);
    assert!(weight((5.0, 0.0), (10.0, 10.0)) > weight((1.0, 0.0), (10.0, 10.0)));
    assert!(weight((0.0, 5.0), (10.0, 10.0)) < 0.0);
    assert_eq!(weight((500.0, 0.0), (500.0, 10.0)), MAX_TOKEN_WEIGHT);
    // Nothing legitimate was ever learned.
    assert!(weight((1.0, 0.0), (1.0, 0.0)).is_finite());
}

#[test]
fn a_filled_honeypot_is_spam_whatever_the_text_says() {
    let submission = Submission {
        honeypot_filled: true,
        ..text("Obrigada pela receita, minha avó fazia igual no sítio e os netos adoravam.")
    };
    let assessment = assess(&submission, &Weights::default());
    assert_eq!(assessment.verdict, Verdict::Spam);
    assert_eq!(
        assessment.signals.first().unwrap().kind,
        SignalKind::Honeypot
    );
}

#[test]
fn the_score_is_the_sum_of_the_signals() {
    let submission = Submission {
        seconds: Some(1),
        ..text("Compre seguidores https://a.example")
    };
    let assessment = assess(&submission, &Weights::default());
    let sum: f64 = assessment.signals.iter().map(|signal| signal.weight).sum();
    assert!((assessment.score - sum).abs() < 1e-9);
    assert!(
        assessment
            .signals
            .iter()
            .any(|signal| signal.kind == SignalKind::Speed)
    );
}

#[test]
fn what_moderators_decide_outweighs_the_shipped_weights() {
    let advert = text("Quadros de bicicleta da oficina Pedal: encomendas pelo balcão até sexta");
    let mut weights = Weights::default();
    assert_ne!(assess(&advert, &weights).verdict, Verdict::Spam);
    for _ in 0..3 {
        weights.train(&advert, Label::Spam);
    }
    assert_eq!(assess(&advert, &weights).verdict, Verdict::Spam);
    for _ in 0..3 {
        weights.untrain(&advert, Label::Spam);
        weights.train(&advert, Label::Ham);
    }
    assert_eq!(assess(&advert, &weights).verdict, Verdict::Ham);
}

#[test]
fn a_short_text_without_a_link_is_held_at_most() {
    let short = text("Compre seguidores baratos");
    let mut weights = Weights::default();
    for _ in 0..20 {
        weights.train(&short, Label::Spam);
    }
    assert_eq!(assess(&short, &weights).verdict, Verdict::Unsure);
    let linked = Submission {
        author_url: "https://loja.example",
        ..short
    };
    assert_eq!(assess(&linked, &weights).verdict, Verdict::Spam);
}

#[test]
fn spam_on_a_site_without_legitimate_texts_leaves_other_texts_alone() {
    let mut weights = Weights::default();
    for number in 0..50 {
        weights.train(
            &text(&format!("compre seguidores baratos {number} promoção")),
            Label::Spam,
        );
    }
    let other = text("O trajeto a pé até a cachoeira é tranquilo para crianças?");
    assert_eq!(assess(&other, &weights).verdict, Verdict::Ham);
}

proptest! {
    #[test]
    fn any_submission_has_a_finite_score(text in "\\PC{0,200}", author in "\\PC{0,20}", url in "\\PC{0,30}") {
        let submission = Submission { text: &text, author: &author, author_url: &url, languages: &["pt"], ..Submission::default() };
        prop_assert!(assess(&submission, &Weights::default()).score.is_finite());
    }
}
