//! What an ability is.

use domain::site::Capability;
use futures_util::future::BoxFuture;
use serde_json::{Map, Value};
use site_api::ApiCall;
use site_rest::{RestError, Schema, Verb};

use crate::language::Text;

/// The input of an ability, valid by its schema.
pub type Input = Map<String, Value>;

/// Runs an ability.
pub type Run = fn(ApiCall, Input) -> BoxFuture<'static, Result<Value, RestError>>;

/// How an ability behaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Behaviour {
    /// It changes nothing.
    Reads,
    /// It adds or changes something; running it again may do so again.
    Changes,
    /// It removes something, once.
    Removes,
}

impl Behaviour {
    /// The methods that run it.
    pub const fn verb(self) -> Verb {
        match self {
            Self::Reads => Verb::Read,
            Self::Changes => Verb::Create,
            Self::Removes => Verb::Delete,
        }
    }
}

/// An action of the site.
pub struct Ability {
    /// Unique name, with a namespace.
    pub name: &'static str,
    /// Slug of its category.
    pub category: &'static str,
    /// Display name.
    pub label: Text,
    /// What it does.
    pub description: Text,
    /// Schema of its input, an object.
    pub input: Schema,
    /// Schema of its result.
    pub output: Schema,
    /// How it behaves.
    pub behaviour: Behaviour,
    /// The right that a caller must have. Routes that it uses check further rights.
    pub capability: Capability,
    /// Whether its result has pages, with `total` and `total_pages`.
    pub has_pages: bool,
    /// What it does.
    pub run: Run,
}

/// A group of abilities.
pub struct Category {
    /// Unique name.
    pub slug: &'static str,
    /// Display name.
    pub label: Text,
    /// Description.
    pub description: Text,
}
