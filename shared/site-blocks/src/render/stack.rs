//! Texts inside of texts are rendered inside of one another, and each takes part of the stack.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use site_store::StoreError;

use super::context::Rendering;

/// How much of the stack must be left, in bytes. One level takes up to a third of it in a build without optimisation.
const LEFT: usize = 1024 * 1024;

/// How much is added when less is left, in bytes.
const ADDED: usize = 4 * 1024 * 1024;

/// A rendering that is continued with enough of the stack, on threads of any stack size.
pub struct Stacked<'f>(pub Rendering<'f>);

impl Future for Stacked<'_> {
    type Output = Result<String, StoreError>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        stacker::maybe_grow(LEFT, ADDED, || self.0.as_mut().poll(cx))
    }
}
