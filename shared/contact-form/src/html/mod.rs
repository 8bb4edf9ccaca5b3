//! The HTML of a form on public pages. It works without a script, names its errors to assistive technology, and holds
//! no style and no script of its own.

mod attributes;
mod choice;
mod control;
mod page;
mod substitution;

pub use page::{Page, Sanitise, Shown, form_html, unit_tag};

#[cfg(test)]
mod tests;
