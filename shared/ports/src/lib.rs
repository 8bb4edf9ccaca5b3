//! Ports: small traits for the external services that Pauta uses, one per capability, so that a function
//! receives only what its policy permits. Each has an adapter for AWS (`shared/cloud`) and one for the
//! local run and the tests (`shared/embedded`).
//!
//! DynamoDB is an exception: both environments use the same SDK adapter (`shared/items`).

#![warn(missing_docs)]

pub mod blobs;
pub mod clock;
pub mod events;
pub mod mail;
pub mod messages;
pub mod need;
pub mod queue;
pub mod random;
pub mod secrets;
pub mod signed_urls;

pub use blobs::{Blob, BlobContent, BlobError, Blobs, LISTED_AT_ONCE, ListedBlob, OpenBlob};
pub use clock::{Clock, Sleeper};
pub use events::{DomainEvent, EventError, Events};
pub use mail::{ComposedMail, Inline, Mail, MailAttachment, MailError, MailMessage};
pub use messages::{ClientMessage, MessagePicture, MessagePurpose, MessageSendError, Messages};
pub use need::Need;
pub use queue::{MAX_DELIVERIES, QueueError, WorkMessage, WorkQueue, is_last_delivery};
pub use random::Random;
pub use secrets::{SecretError, Secrets};
pub use signed_urls::{DownloadTerms, SignedUpload, SignedUrls, UploadTerms, Validity};
