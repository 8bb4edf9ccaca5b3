//! Maps errors of the store to errors of the interface.

use heavy_work::{BUSY_RETRY_AFTER, Refused};
use serde_json::json;
use site_head::HeadError;
use site_options::OptionsError;
use site_rest::{Code, RestError, codes};
use site_store::{Refusal, StoreError};

/// Seconds after which a request is repeated that met a function of the previous release during a deployment.
const OUTDATED_SECONDS: u64 = 60;

/// Seconds after which a request is repeated whose query was stopped.
const STOPPED_SECONDS: u64 = 5;

/// Seconds after which a request is repeated that found a store unreachable.
const UNREACHABLE_SECONDS: u64 = 5;

/// Converts a result of the store.
pub trait OrRefuse<T> {
    /// Maps each error to its usual code.
    ///
    /// # Errors
    /// The error of the store.
    fn or_refuse(self) -> Result<T, RestError>;

    /// Like [`OrRefuse::or_refuse`], with `code` when the caller lost the right before the write.
    ///
    /// # Errors
    /// The error of the store.
    fn or_forbid(self, code: &'static Code) -> Result<T, RestError>;
}

impl<T> OrRefuse<T> for Result<T, StoreError> {
    fn or_refuse(self) -> Result<T, RestError> {
        self.or_forbid(&codes::CANNOT_EDIT)
    }

    fn or_forbid(self, code: &'static Code) -> Result<T, RestError> {
        self.map_err(|error| match error {
            StoreError::Refused(Refusal::NotAllowed) => RestError::new(code),
            other => store_error(other),
        })
    }
}

/// The error for an error of the table, of the blobs or of the site's store. Its cause is for the log only.
pub fn store_error(error: impl Into<StoreError>) -> RestError {
    match error.into() {
        StoreError::Refused(refusal) => refused(&refusal),
        StoreError::Contended => RestError::new(&codes::BUSY).retry_after(1),
        StoreError::Outdated => RestError::new(&codes::BUSY).retry_after(OUTDATED_SECONDS),
        error @ StoreError::Stopped => RestError::new(&codes::QUERY_STOPPED)
            .retry_after(STOPPED_SECONDS)
            .caused_by(error),
        full if full.is_storage_full() => RestError::new(&codes::STORAGE_FULL).caused_by(full),
        error if error.is_unreachable() => RestError::new(&codes::STORE_UNAVAILABLE)
            .retry_after(UNREACHABLE_SECONDS)
            .caused_by(error),
        other => RestError::internal(other),
    }
}

/// The error for a document of a site that was not read or written.
pub fn options_error(error: OptionsError) -> RestError {
    match error {
        OptionsError::Conflict => RestError::new(&codes::BUSY).retry_after(1),
        OptionsError::Store(error) => store_error(error),
        other => RestError::internal(other),
    }
}

/// The error for a long computation without result.
pub fn not_computed(refused: Refused) -> RestError {
    match refused {
        Refused::Busy => RestError::new(&codes::BUSY).retry_after(BUSY_RETRY_AFTER),
        Refused::TooLong => RestError::new(&codes::RESPONSE_TOO_LARGE),
        Refused::Failed(_) => RestError::internal(refused),
    }
}

/// The error for a head that could not be made.
pub fn headless(error: HeadError) -> RestError {
    match error {
        HeadError::Store(error) => store_error(error),
        HeadError::NotComputed(refused) => not_computed(refused),
        other => RestError::internal(other),
    }
}

fn refused(refusal: &Refusal) -> RestError {
    let code = match refusal {
        Refusal::Unknown => &codes::POST_INVALID_ID,
        Refusal::NotAllowed => &codes::CANNOT_EDIT,
        Refusal::EmptyContent => &codes::EMPTY_CONTENT,
        Refusal::InvalidDate => &codes::INVALID_DATE,
        Refusal::InvalidAuthor => &codes::INVALID_AUTHOR,
        Refusal::InvalidParent => return RestError::new(&codes::POST_INVALID_ID).status(400),
        Refusal::InvalidMeta(name) => {
            let reason = RestError::bare(&codes::INVALID_PARAM_BARE);
            return RestError::params(vec![(format!("meta.{name}"), reason)]);
        }
        Refusal::AlreadyTrashed => &codes::ALREADY_TRASHED,
        Refusal::TrashNotSupported => &codes::TRASH_NOT_SUPPORTED,
        Refusal::TermExists(id) => {
            return RestError::new(&codes::TERM_EXISTS)
                .with("term_id", *id)
                .beside(json!(id))
                .beside(json!(id));
        }
        Refusal::DuplicateTermSlug(slug) => {
            return RestError::naming(&codes::DUPLICATE_TERM_SLUG, [slug]);
        }
        Refusal::EmptyTermName => &codes::EMPTY_TERM_NAME,
        Refusal::TaxonomyNotHierarchical => &codes::TAXONOMY_NOT_HIERARCHICAL,
        Refusal::DefaultCategory => &codes::CANNOT_DELETE,
        Refusal::LoginTaken => &codes::EXISTING_USER_LOGIN,
        Refusal::EmailTaken => &codes::EXISTING_USER_EMAIL,
        Refusal::DuplicateComment => &codes::COMMENT_DUPLICATE,
        Refusal::CommentFlood => &codes::COMMENT_FLOOD,
        Refusal::InvalidTimeZone => &codes::INVALID_PARAM_BARE,
        // The functions answer these with codes of their own.
        Refusal::SnippetInState | Refusal::AppPasswordNameTaken | Refusal::TooLarge => {
            &codes::INVALID_PARAM_BARE
        }
        Refusal::InvalidHeir => &codes::USER_INVALID_REASSIGN,
    };
    RestError::new(code)
}
