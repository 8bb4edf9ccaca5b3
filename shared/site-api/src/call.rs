//! The arguments and the result of a handler.

use site_rest::{Call, Reply, RestError};

use crate::app::SiteApp;

/// A request at its endpoint, with its parameters, its caller and its site.
pub type ApiCall = Call<SiteApp>;

/// The outcome of a handler.
pub type HandlerResult = Result<Reply, RestError>;
