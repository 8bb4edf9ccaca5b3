//! Details of responses that clients of deployed systems rely on: the meaning of `null`, headers after a write, the
//! form of links, the normalisation of texts.

mod links;
mod responses;
mod texts;
mod values;
