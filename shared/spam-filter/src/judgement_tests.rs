use spam_classifier::Label;
use spam_service::Verdict as Remote;

use super::*;
use crate::fake::{FakeService, Said, alert, key, subject};

const SPAM: &str = "Compre seguidores reais e ganhe dinheiro no cassino online, bônus grátis no primeiro depósito: \
                    https://cassino-bonus.example https://seguidores.example https://bonus.example";

async fn judged(service: &FakeService, with_key: bool, subject: &Subject<'_>) -> Judgement {
    let key = with_key.then(key);
    judge(
        service,
        key.as_ref(),
        &Settings::default(),
        subject,
        &Weights::default(),
    )
    .await
}

#[tokio::test]
async fn with_a_key_the_service_decides() {
    for (verdict, decision, history) in [
        (Remote::Ham, Decision::Pass, History::CheckHam),
        (
            Remote::Spam { discard: false },
            Decision::Spam { discard: false },
            History::CheckSpam,
        ),
        (
            Remote::Spam { discard: true },
            Decision::Spam { discard: true },
            History::CheckSpam,
        ),
    ] {
        let service = FakeService {
            spam: Some(verdict),
            ..FakeService::default()
        };
        // The classifier would say spam.
        let judgement = judged(&service, true, &subject(SPAM)).await;
        let expected = Judgement {
            decision,
            source: Source::Service,
            hold: None,
            history,
            guid: Some("g1".to_owned()),
            recheck_in: None,
            alert: AlertChange::Clear,
        };
        assert_eq!(judgement, expected);
        assert_eq!(service.said(), [Said::Check(subject(SPAM).checked)]);
    }
}

#[tokio::test]
async fn nothing_is_discarded_without_strictness() {
    let service = FakeService {
        spam: Some(Remote::Spam { discard: true }),
        ..FakeService::default()
    };
    let lenient = Settings {
        strictness: false,
        ..Settings::default()
    };
    let judgement = judge(
        &service,
        Some(&key()),
        &lenient,
        &subject("x"),
        &Weights::default(),
    )
    .await;
    assert_eq!(judgement.decision, Decision::Spam { discard: false });
}

#[tokio::test]
async fn the_answer_brings_the_alert_and_a_second_look() {
    let service = FakeService {
        alert: Some(alert()),
        recheck_after: Some(Duration::from_secs(1200)),
        ..FakeService::default()
    };
    let judgement = judged(&service, true, &subject("x")).await;
    assert_eq!(judgement.alert, AlertChange::Set(alert()));
    assert_eq!(judgement.recheck_in, Some(Duration::from_secs(1200)));
}

#[tokio::test]
async fn every_failure_holds_the_text_for_another_attempt() {
    for failure in [
        ServiceFailure::CircuitOpen,
        ServiceFailure::Timeout,
        ServiceFailure::Unreachable,
        ServiceFailure::RateLimited,
        ServiceFailure::ServiceFailed,
        ServiceFailure::InvalidKey,
        ServiceFailure::BadPayload,
    ] {
        let judgement = judged(&FakeService::failing(failure), true, &subject(SPAM)).await;
        let expected = Judgement {
            decision: Decision::Hold,
            source: Source::Service,
            hold: Some(Hold::Failure(failure)),
            history: History::CheckError,
            guid: None,
            recheck_in: recheck_delay(1),
            alert: AlertChange::Keep,
        };
        assert_eq!(judgement, expected);
    }
}

#[tokio::test]
async fn without_a_key_the_classifier_decides() {
    let service = FakeService::default();
    let judgement = judged(&service, false, &subject(SPAM)).await;
    assert_eq!(
        (judgement.decision, judgement.source),
        (Decision::Spam { discard: false }, Source::Classifier)
    );
    let judgement = judged(
        &service,
        false,
        &subject("Que receita boa, meus netos amaram."),
    )
    .await;
    assert_eq!(
        (judgement.decision, judgement.history),
        (Decision::Pass, History::CheckHam)
    );
    let trusted = Subject {
        trusted: true,
        ..subject(SPAM)
    };
    assert_eq!(
        judged(&service, false, &trusted).await.decision,
        Decision::Pass
    );
    assert!(service.said().is_empty());
}

#[tokio::test]
async fn what_the_classifier_is_not_certain_of_is_held() {
    let mut weights = Weights::default();
    let short = subject("Compre seguidores baratos");
    for _ in 0..20 {
        weights.train(&short.submission, Label::Spam);
    }
    let judgement = judge(
        &FakeService::default(),
        None,
        &Settings::default(),
        &short,
        &weights,
    )
    .await;
    assert_eq!(
        (judgement.decision, judgement.hold),
        (Decision::Hold, Some(Hold::Unsure))
    );
    assert_eq!(
        (judgement.history, judgement.recheck_in),
        (History::CheckUnsure, None)
    );
}

#[tokio::test]
async fn a_filled_honeypot_and_disallowed_words_need_no_service() {
    let service = FakeService::default();
    let mut honeypot = subject("Que receita boa");
    honeypot.submission.honeypot_filled = true;
    let mut listed = subject("Que receita boa");
    listed.submission.disallowed = &["RECEITA"];
    for subject in [honeypot, listed] {
        let judgement = judged(&service, true, &subject).await;
        assert_eq!(
            (judgement.decision, judgement.source),
            (Decision::Spam { discard: false }, Source::Rule)
        );
    }
    assert!(service.said().is_empty());
}

#[tokio::test]
async fn an_answer_without_a_verdict_may_raise_an_alert() {
    let service = FakeService {
        alert: Some(alert()),
        ..FakeService::failing(ServiceFailure::InvalidKey)
    };
    assert_eq!(
        judged(&service, true, &subject("x")).await.alert,
        AlertChange::Set(alert())
    );
}

async fn again(service: &FakeService, with_key: bool, attempts: u32) -> Judgement {
    let key = with_key.then(key);
    judge_again(
        service,
        key.as_ref(),
        &Settings::default(),
        &subject(SPAM),
        &Weights::default(),
        attempts,
    )
    .await
}

#[tokio::test]
async fn a_held_text_is_judged_again_and_never_discarded() {
    let service = FakeService {
        spam: Some(Remote::Spam { discard: true }),
        recheck_after: Some(Duration::from_secs(9)),
        ..FakeService::default()
    };
    let judgement = again(&service, true, 1).await;
    assert_eq!(
        (judgement.decision, judgement.history),
        (Decision::Spam { discard: false }, History::RecheckSpam)
    );
    assert_eq!(judgement.recheck_in, None);
    let checked = Checked {
        recheck_reason: "recheck_queue".to_owned(),
        ..subject(SPAM).checked
    };
    assert_eq!(service.said(), [Said::Check(checked)]);
    assert_eq!(
        again(&FakeService::default(), true, 1).await.history,
        History::RecheckHam
    );
    // The key was removed in between.
    let judgement = again(&FakeService::default(), false, 1).await;
    assert_eq!(
        (judgement.source, judgement.history),
        (Source::Classifier, History::RecheckSpam)
    );
}

#[tokio::test]
async fn attempts_grow_rarer_and_end() {
    let delays: Vec<_> = (1..=MOST_RECHECKS)
        .map(|attempt| recheck_delay(attempt).unwrap())
        .collect();
    assert!(delays.is_sorted_by(|a, b| a < b), "{delays:?}");
    assert_eq!(
        (recheck_delay(0), recheck_delay(MOST_RECHECKS + 1)),
        (None, None)
    );
    let service = FakeService::failing(ServiceFailure::Timeout);
    let judgement = again(&service, true, 1).await;
    assert_eq!(
        (judgement.recheck_in, judgement.history),
        (recheck_delay(2), History::RecheckError)
    );
    let last = again(&service, true, MOST_RECHECKS).await;
    assert_eq!((last.decision, last.recheck_in), (Decision::Hold, None));
}

#[tokio::test]
async fn the_service_may_ask_for_more_patience() {
    let patient = Duration::from_secs(4000);
    let service = FakeService {
        retry_after: Some(patient),
        ..FakeService::failing(ServiceFailure::RateLimited)
    };
    assert_eq!(
        judged(&service, true, &subject("x")).await.recheck_in,
        Some(patient)
    );
    let service = FakeService {
        retry_after: Some(Duration::from_secs(1)),
        ..FakeService::failing(ServiceFailure::RateLimited)
    };
    assert_eq!(
        judged(&service, true, &subject("x")).await.recheck_in,
        recheck_delay(1)
    );
}
