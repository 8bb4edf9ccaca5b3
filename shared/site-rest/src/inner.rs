//! Requests that a handler makes to the interface itself, as the caller of its own request.

use std::sync::Arc;

use crate::{
    call::{App, Call},
    error::RestError,
    reply::Reply,
    request::Request,
};

impl<A: App> Call<A> {
    /// Runs `request` with the caller and the site of this call. Parameters and rights are checked as for a request from
    /// the network. Routes that another function serves are unknown.
    ///
    /// # Errors
    /// Those of the route.
    pub async fn ask(&self, request: Request) -> Result<Reply, RestError> {
        let api = Arc::clone(self.api());
        let ready = api
            .prepare(self.context(), request)
            .map_err(|refused| refused.error)?;
        api.check_presence(&ready.call).await?;
        api.run(&ready).await
    }
}
