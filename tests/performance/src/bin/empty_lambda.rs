//! A Lambda that does nothing, with the same stack and profile: the baseline of the figures in docs/performance.md.

use lambda_http::{Body, Error, Request, Response, run, service_fn};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    run(service_fn(|_: Request| async {
        Ok::<_, Error>(Response::new(Body::Empty))
    }))
    .await
}
