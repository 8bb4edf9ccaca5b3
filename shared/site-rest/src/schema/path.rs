//! Where in a parameter a violation lies, built only when one is found.

use std::fmt;

/// A place inside a parameter, shown as `param[0][key]`.
#[derive(Debug, Clone, Copy)]
pub struct Path<'a> {
    parent: Option<&'a Path<'a>>,
    step: Step<'a>,
}

#[derive(Debug, Clone, Copy)]
enum Step<'a> {
    Name(&'a str),
    Index(usize),
}

impl<'a> Path<'a> {
    /// The parameter itself.
    pub const fn root(name: &'a str) -> Self {
        Self {
            parent: None,
            step: Step::Name(name),
        }
    }

    /// Its member `name`.
    pub const fn member(&'a self, name: &'a str) -> Path<'a> {
        Path {
            parent: Some(self),
            step: Step::Name(name),
        }
    }

    /// Its element `index`.
    pub const fn element(&'a self, index: usize) -> Path<'a> {
        Path {
            parent: Some(self),
            step: Step::Index(index),
        }
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.parent, self.step) {
            (None, Step::Name(name)) => out.write_str(name),
            (None, Step::Index(index)) => write!(out, "{index}"),
            (Some(parent), Step::Name(name)) => write!(out, "{parent}[{name}]"),
            (Some(parent), Step::Index(index)) => write!(out, "{parent}[{index}]"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_like_a_query_name() {
        let root = Path::root("param");
        let element = root.element(0);
        assert_eq!(element.member("key").to_string(), "param[0][key]");
    }
}
