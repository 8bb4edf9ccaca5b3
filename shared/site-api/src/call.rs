//! What a handler takes and gives back.

use site_rest::{Call, Reply, RestError};

use crate::app::SiteApp;

/// A request at its endpoint, with its parameters, its caller and the site that it addresses.
pub type ApiCall = Call<SiteApp>;

/// The outcome of a handler.
pub type HandlerResult = Result<Reply, RestError>;
