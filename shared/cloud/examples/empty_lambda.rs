//! An empty Lambda of the same stack: the floor under the cold-start figures of docs/performance.md.

use lambda_http::{Body, Error, Request, Response, run, service_fn};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    run(service_fn(|_: Request| async {
        Ok::<_, Error>(Response::new(Body::Empty))
    }))
    .await
}
