//! Long texts, which are rendered a few at a time (docs/architecture.md#heavy-work).

use std::pin::pin;
use std::sync::mpsc;

use tokio::sync::oneshot;
use tokio::task::JoinSet;

use crate::support::Site;

#[tokio::test(flavor = "multi_thread")]
async fn a_long_text_waits_for_its_turn_and_a_short_one_does_not() {
    let site = Site::new().await;
    site.post("Longo", &"<p>Pão.</p>\n".repeat(10_000)).await;
    site.post("Curto", "<p>Pão.</p>").await;
    let commented = site.post("Comentado", "<p>Pão.</p>").await;
    site.comment(&commented, 0, "Bia", &"Pão. ".repeat(10_000))
        .await;
    let mut others = JoinSet::new();
    let mut ends = Vec::new();
    for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
        let (end, ended) = mpsc::channel::<()>();
        let (begin, begun) = oneshot::channel();
        others.spawn(heavy_work::run(1, move |_| {
            let _ = begin.send(());
            let _ = ended.recv();
        }));
        begun.await.unwrap();
        ends.push(end);
    }
    for path in ["/longo/", "/feed/", "/comentado/", "/comments/feed/"] {
        let mut long = pin!(site.get(path));
        let short = tokio::select! {
            biased;
            _ = &mut long => panic!("{path} did not wait"),
            short = site.get("/curto/") => short,
        };
        assert_eq!(short.status, 200);
    }
    drop(ends);
    others.join_all().await;
    assert_eq!(site.get("/longo/").await.status, 200);
}
