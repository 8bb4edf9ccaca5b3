//! Usage of tokens.

use super::*;

#[tokio::test]
async fn usage_is_counted_by_day_month_and_model() {
    let store = store().await;
    let calls = [
        bill("gpt", 10, Some(500)),
        BilledCall {
            estimated: true,
            ..bill("gpt", 1, Some(50))
        },
        bill("novo#1", 3, None),
    ];
    let running = running(&store).await;
    let ended = end(&store, &running, &failed(false), &calls).await;
    assert_eq!(ended.calls, calls);
    // Midnight in the zone is also the end of the month.
    let next_day = now() + SignedDuration::from_hours(3);
    let later = [bill("gpt", 100, Some(1))];
    assert!(
        store
            .record_usage("faq-1", &later, &zone(), next_day)
            .await
            .unwrap()
    );
    store.table().meter().take();
    let usage = store.token_usage(&zone(), now()).await.unwrap();
    assert_eq!(store.table().meter().take().total(), 3);
    assert_eq!(usage.today, usage.month);
    let models: Vec<_> = usage.today.iter().map(|one| one.model.as_str()).collect();
    assert_eq!(models, ["gpt", "novo#1"]);
    let gpt = TokenSums {
        input_tokens: 11,
        output_tokens: 22,
        calls: 2,
        estimated_calls: 1,
        unpriced_calls: 0,
        cost_nano_usd: 550,
    };
    assert_eq!(usage.today[0].sums, gpt);
    assert_eq!(usage.today[1].sums.unpriced_calls, 1);
    assert_eq!(usage.today[1].sums.cost_nano_usd, 0);
    assert_eq!(usage.total[0].sums.cost_nano_usd, 551);
    let usage = store.token_usage(&zone(), next_day).await.unwrap();
    assert_eq!(usage.today.len(), 1);
    assert_eq!(usage.month[0].sums.input_tokens, 100);
}

#[tokio::test]
async fn calls_under_one_identifier_are_counted_once() {
    let store = store().await;
    let calls = [bill("gpt", 10, Some(500))];
    for expected in [true, false] {
        let recorded = store.record_usage("faq-1", &calls, &zone(), now()).await;
        assert_eq!(recorded.unwrap(), expected);
    }
    assert!(
        !store
            .record_usage("faq-2", &[], &zone(), now())
            .await
            .unwrap()
    );
    assert_eq!(total(&store).await.calls, 1);
}

#[tokio::test]
async fn fifty_writers_lose_nothing() {
    let store = store().await;
    let writers: Vec<_> = (1..=50)
        .map(|place| {
            let store = store.clone();
            tokio::spawn(async move {
                let calls = [bill("gpt", place, Some(500)), bill("mini", 1, None)];
                let id = format!("faq-{place}");
                store
                    .record_usage(&id, &calls, &zone(), now())
                    .await
                    .unwrap()
            })
        })
        .collect();
    for writer in writers {
        assert!(writer.await.unwrap());
    }
    let sums = total(&store).await;
    assert_eq!((sums.calls, sums.input_tokens), (100, 1275 + 50));
}
