//! `core/list` and its items, with lists inside of them.

use ego_tree::NodeRef;
use scraper::{ElementRef, Node};

use super::attributes::{Attributes, attribute, own};
use super::container::Converter;
use super::serialise::{holds_phrasing, inner, is_blank, is_phrasing, outer};

/// The editor's names of the kinds of numbers (`type`).
const NUMBERS: [(&str, &str); 4] = [
    ("a", "lower-alpha"),
    ("A", "upper-alpha"),
    ("i", "lower-roman"),
    ("I", "upper-roman"),
];

impl Converter<'_> {
    /// `core/list`. A list with more in an item than words and lists cannot be one.
    pub(super) fn list(&mut self, element: ElementRef<'_>) -> bool {
        let mark = self.mark();
        let is_list = self.opened_list(element).is_some();
        if !is_list {
            self.take_back(&mark);
        }
        is_list
    }

    fn opened_list(&mut self, element: ElementRef<'_>) -> Option<()> {
        let is_ordered = element.value().name() == "ol";
        let known: &[&str] = if is_ordered {
            &["start", "type", "reversed"]
        } else {
            &[]
        };
        let own = own(element, known)?;
        let read = |name| element.value().attr(name).filter(|_| is_ordered);
        let mut attributes = Attributes::new();
        if is_ordered {
            attributes.push(("ordered", true.into()));
        }
        let numbers = match read("type") {
            None | Some("1") => None,
            Some(kind) => Some(NUMBERS.iter().find(|(own, _)| *own == kind)?.1),
        };
        if let Some(numbers) = numbers {
            attributes.push(("type", numbers.into()));
        }
        let start: Option<i32> = read("start").map(str::parse).transpose().ok()?;
        if let Some(start) = start {
            attributes.push(("start", start.into()));
        }
        let is_reversed = read("reversed").is_some();
        if is_reversed {
            attributes.push(("reversed", true.into()));
        }
        own.note(&mut attributes);
        self.open("list", &attributes);
        let name = element.value().name();
        self.out.push('<');
        self.out.push_str(name);
        if is_reversed {
            self.out.push_str(" reversed");
        }
        if let Some(start) = start {
            attribute("start", &start.to_string(), &mut self.out);
        }
        if let Some(numbers) = numbers {
            attribute(
                "style",
                &format!("list-style-type:{numbers}"),
                &mut self.out,
            );
        }
        own.write(&["wp-block-list"], &mut self.out);
        self.out.push('>');
        let mut items = element
            .children()
            .filter(|node| !is_blank(*node))
            .peekable();
        items.peek()?;
        let are_items = self.inside(|converter| items.all(|item| converter.item(item).is_some()));
        if !are_items {
            return None;
        }
        self.out.push_str("</");
        self.out.push_str(name);
        self.out.push('>');
        self.close("list");
        Some(())
    }

    /// `core/list-item`: words, and behind them lists.
    fn item(&mut self, node: NodeRef<'_, Node>) -> Option<()> {
        let item = ElementRef::wrap(node).filter(|item| item.value().name() == "li")?;
        let own = own(item, &[])?;
        let mut attributes = Attributes::new();
        own.note(&mut attributes);
        self.open("list-item", &attributes);
        self.out.push_str("<li");
        own.write(&[], &mut self.out);
        self.out.push('>');
        let mut children = item.children().peekable();
        let start = self.out.len();
        while let Some(child) = children.next_if(|child| is_phrasing(*child)) {
            outer(child, &mut self.out);
        }
        // The words may be a paragraph, as items of some programs have them.
        if self
            .out
            .get(start..)
            .is_some_and(|text| text.trim_ascii().is_empty())
        {
            let paragraph = |child: &NodeRef<'_, Node>| {
                ElementRef::wrap(*child).is_some_and(|child| child.value().name() == "p")
            };
            if let Some(paragraph) = children.next_if(paragraph).and_then(ElementRef::wrap) {
                let is_plain = paragraph.value().attrs().next().is_none();
                if !(is_plain && holds_phrasing(paragraph)) {
                    return None;
                }
                self.out.truncate(start);
                inner(paragraph, &mut self.out);
            }
        }
        let mut lists = children.filter(|node| !is_blank(*node)).peekable();
        if lists.peek().is_some() {
            let words = self.out.trim_ascii_end().len().max(start);
            self.out.truncate(words);
        }
        let are_lists = self.inside(|converter| {
            lists.all(|list| {
                ElementRef::wrap(list).is_some_and(|list| {
                    matches!(list.value().name(), "ul" | "ol") && converter.list(list)
                })
            })
        });
        if !are_lists {
            return None;
        }
        self.out.push_str("</li>");
        self.close("list-item");
        Some(())
    }
}
