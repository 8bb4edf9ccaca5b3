use proptest::prelude::*;

use super::*;

fn text(text: &str) -> Submission<'_> {
    Submission {
        text,
        ..Submission::default()
    }
}

#[test]
fn untrain_takes_train_back() {
    let mut weights = Weights::default();
    weights.train(&text("bom dia, vizinhos"), Label::Ham);
    let before = weights.clone();
    weights.train(&text("bom dia, compre seguidores"), Label::Spam);
    assert_eq!(weights.texts(), (1, 1));
    assert_ne!(weights, before);
    weights.untrain(&text("bom dia, compre seguidores"), Label::Spam);
    assert_eq!(weights, before);
    // What was never learned has no effect.
    weights.untrain(&text("outra coisa"), Label::Spam);
    assert_eq!(weights, before);
}

#[test]
fn weights_stay_within_their_size_and_keep_frequent_tokens() {
    let mut weights = Weights::default();
    for number in 0..120_u32 {
        let word = |place: u32| -> String {
            let digits = (number * 40 + place).to_string();
            digits
                .bytes()
                .map(|digit| char::from(digit - b'0' + b'a'))
                .collect()
        };
        let words: Vec<String> = (0..40).map(|place| format!("q{}", word(place))).collect();
        weights.train(
            &text(&format!("seguidores {}", words.join(" "))),
            Label::Spam,
        );
    }
    assert_eq!(weights.len(), MAX_TOKENS);
    assert!(weights.encode().len() <= MAX_ENCODED_BYTES);
    assert_eq!(weights.counts(hash("seguid")), Counts { spam: 120, ham: 0 });
    assert_eq!(Weights::decode(&weights.encode()).unwrap(), weights);
}

#[test]
fn old_decisions_fade() {
    let mut weights = Weights {
        texts: Counts {
            spam: 12_000,
            ham: 8_000,
        },
        tokens: [
            (7, Counts { spam: 3, ham: 1 }),
            (9, Counts { spam: 1, ham: 1 }),
        ]
        .into(),
    };
    weights.train(&text(""), Label::Ham);
    assert_eq!(weights.texts(), (6_000, 4_001));
    assert_eq!(weights.counts(7), Counts { spam: 1, ham: 0 });
    assert_eq!(weights.counts(9), Counts::default());
}

#[test]
fn damaged_weights_are_refused() {
    let mut weights = Weights::default();
    weights.train(&text("um dois"), Label::Ham);
    let good = STANDARD_NO_PAD.decode(weights.encode()).unwrap();
    let read = |bytes: &[u8]| Weights::decode(&STANDARD_NO_PAD.encode(bytes));
    assert_eq!(read(&good), Ok(weights));
    assert_eq!(read(&good[..good.len() - 1]), Err(WeightsError::Damaged));
    assert_eq!(read(&good[..5]), Err(WeightsError::Damaged));
    let mut other = good.clone();
    other[0] = 2;
    assert_eq!(read(&other), Err(WeightsError::Version));
    let mut twice = good.clone();
    twice.extend_from_slice(&good[9..17]);
    assert_eq!(read(&twice), Err(WeightsError::Damaged));
    assert_eq!(Weights::decode("%"), Err(WeightsError::NotBase64));
    assert_eq!(Weights::decode(""), Err(WeightsError::Damaged));
}

#[test]
fn the_stored_form_is_one_string_and_does_not_change() {
    let mut weights = Weights::default();
    weights.train(&text("oi"), Label::Ham);
    let stored = serde_json::to_string(&weights).unwrap();
    assert_eq!(serde_json::from_str::<Weights>(&stored).unwrap(), weights);
    // Hashes must be the same in every version, or what sites learned is lost.
    assert_eq!(hash("oi"), 2_028_675_905);
}

proptest! {
    #[test]
    fn any_string_is_read_or_refused(text in "[A-Za-z0-9+/]{0,80}") {
        if let Ok(weights) = Weights::decode(&text) {
            prop_assert_eq!(Weights::decode(&weights.encode()).unwrap(), weights);
        }
    }

    #[test]
    fn training_and_encoding_are_inverse(texts in proptest::collection::vec("\\PC{0,40}", 0..6)) {
        let mut weights = Weights::default();
        for (number, text) in texts.iter().enumerate() {
            let label = if number % 2 == 0 { Label::Spam } else { Label::Ham };
            weights.train(&Submission { text, ..Submission::default() }, label);
        }
        prop_assert_eq!(Weights::decode(&weights.encode()).unwrap(), weights.clone());
        for (number, text) in texts.iter().enumerate() {
            let label = if number % 2 == 0 { Label::Spam } else { Label::Ham };
            weights.untrain(&Submission { text, ..Submission::default() }, label);
        }
        prop_assert_eq!(weights, Weights::default());
    }
}
