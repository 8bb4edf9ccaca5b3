//! Converts the children of a container, one block after the other.

use ego_tree::NodeRef;
use scraper::{ElementRef, Node};

use super::attributes::{Attributes, json};
use super::serialise::{is_blank, is_phrasing, is_phrasing_name, outer};

/// Containers inside of one another that are converted. What is deeper becomes a block of HTML.
const DEPTH: usize = 40;

/// What an attempt that fails is taken back to.
pub(super) struct Mark {
    length: usize,
    is_first: bool,
}

/// Converts nodes and collects the blocks.
pub(super) struct Converter<'a> {
    pub(super) out: String,
    attachment: &'a dyn Fn(&str) -> Option<u64>,
    /// Whether the next block is the first of its container.
    is_first: bool,
    depth: usize,
}

impl<'a> Converter<'a> {
    /// A converter for a text of `length` bytes.
    pub(super) fn new(length: usize, attachment: &'a dyn Fn(&str) -> Option<u64>) -> Self {
        Self {
            out: String::with_capacity(length + length / 2),
            attachment,
            is_first: true,
            depth: 0,
        }
    }

    /// The blocks.
    pub(super) fn finish(self) -> String {
        self.out
    }

    /// The identifier on the host of the picture at `address`.
    pub(super) fn attachment(&self, address: &str) -> Option<u64> {
        (self.attachment)(address)
    }

    /// Takes over a block as it is.
    pub(super) fn keep(&mut self, block: &str) {
        self.separate();
        self.out.push_str(block);
    }

    /// Writes what stands between two blocks.
    fn separate(&mut self) {
        if !std::mem::take(&mut self.is_first) {
            self.out.push_str("\n\n");
        }
    }

    /// Writes the opening comment of a block.
    pub(super) fn open(&mut self, name: &str, attributes: &Attributes) {
        self.separate();
        self.out.push_str("<!-- wp:");
        self.out.push_str(name);
        if !attributes.is_empty() {
            self.out.push(' ');
            json(attributes, &mut self.out);
        }
        self.out.push_str(" -->\n");
    }

    /// Writes the closing comment of a block.
    pub(super) fn close(&mut self, name: &str) {
        self.out.push_str("\n<!-- /wp:");
        self.out.push_str(name);
        self.out.push_str(" -->");
        self.is_first = false;
    }

    /// Where an attempt begins.
    pub(super) fn mark(&self) -> Mark {
        Mark {
            length: self.out.len(),
            is_first: self.is_first,
        }
    }

    /// Takes back what was written since `mark`.
    pub(super) fn take_back(&mut self, mark: &Mark) {
        self.out.truncate(mark.length);
        self.is_first = mark.is_first;
    }

    /// Converts what is inside of a container, by `work`; returns false when it is too deep, and nothing was done.
    pub(super) fn inside(&mut self, work: impl FnOnce(&mut Self) -> bool) -> bool {
        if self.depth == DEPTH {
            return false;
        }
        self.depth += 1;
        self.is_first = true;
        let is_done = work(self);
        self.depth -= 1;
        self.is_first = false;
        is_done
    }

    /// Converts nodes that follow one another. Phrasing content between block elements is a paragraph.
    pub(super) fn blocks<'n>(&mut self, nodes: impl Iterator<Item = NodeRef<'n, Node>>) {
        let mut run = Vec::new();
        for node in nodes {
            if is_inline(node) {
                run.push(node);
            } else {
                self.run(&mut run);
                self.block(node);
            }
        }
        self.run(&mut run);
    }

    /// Converts phrasing content outside of a paragraph, and empties `run`.
    fn run(&mut self, run: &mut Vec<NodeRef<'_, Node>>) {
        let run = std::mem::take(run);
        let mut words = run.iter().filter(|node| !is_blank(**node));
        let Some(first) = words.next() else {
            return;
        };
        let is_alone = words.next().is_none();
        if is_alone
            && let Some(element) = ElementRef::wrap(*first)
            && self.bare_picture(element)
        {
            return;
        }
        let is_phrasing = run.iter().all(|node| is_phrasing(*node));
        let mut html = String::new();
        for node in run {
            outer(node, &mut html);
        }
        if is_phrasing {
            self.open("paragraph", &Attributes::new());
            self.out.push_str("<p>");
            self.out.push_str(html.trim_ascii());
            self.out.push_str("</p>");
            self.close("paragraph");
        } else {
            self.html_of(&html);
        }
    }

    /// Converts one node that is no phrasing content.
    fn block(&mut self, node: NodeRef<'_, Node>) {
        let is_converted = ElementRef::wrap(node).is_some_and(|element| self.element(element));
        if !is_converted {
            let mut html = String::new();
            outer(node, &mut html);
            self.html_of(&html);
        }
    }

    /// Converts an element, if there is a block for it.
    fn element(&mut self, element: ElementRef<'_>) -> bool {
        match element.value().name() {
            "p" => self.paragraph(element),
            "h1" => self.heading(element, 1),
            "h2" => self.heading(element, 2),
            "h3" => self.heading(element, 3),
            "h4" => self.heading(element, 4),
            "h5" => self.heading(element, 5),
            "h6" => self.heading(element, 6),
            "ul" | "ol" => self.list(element),
            "blockquote" => self.quote(element),
            "figure" => self.figure(element),
            "table" => self.bare_table(element),
            "pre" => self.preformatted(element),
            "hr" => self.separator(element),
            "iframe" => self.frame(element, None),
            _ => false,
        }
    }

    /// Writes a block of HTML.
    fn html_of(&mut self, html: &str) {
        self.open("html", &Attributes::new());
        self.out.push_str(html);
        self.close("html");
    }
}

/// Whether a node of a container belongs to a paragraph.
fn is_inline(node: NodeRef<'_, Node>) -> bool {
    match node.value() {
        Node::Text(_) => true,
        Node::Element(element) => is_phrasing_name(element.name()),
        _ => false,
    }
}
