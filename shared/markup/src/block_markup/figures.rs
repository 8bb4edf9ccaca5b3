//! Figures: pictures, tables and frames with their captions.

use scraper::ElementRef;

use super::attributes::{Attributes, Own, attribute, own, own_classes};
use super::container::Converter;
use super::serialise::{holds_phrasing, inner, is_blank};

/// What a picture's block takes from its element.
struct Picture<'n> {
    image: ElementRef<'n>,
    link: Option<ElementRef<'n>>,
    /// Identifier of the attachment on the host.
    id: Option<u64>,
}

impl Converter<'_> {
    /// `core/image`, `core/table` or `core/embed` with a caption.
    pub(super) fn figure(&mut self, figure: ElementRef<'_>) -> bool {
        let mut parts = figure.children().filter(|node| !is_blank(*node));
        let Some(media) = parts.next().and_then(ElementRef::wrap) else {
            return false;
        };
        let caption = match parts.next().map(ElementRef::wrap) {
            None => None,
            Some(Some(caption)) if is_caption(caption) => Some(caption),
            Some(_) => return false,
        };
        if parts.next().is_some() {
            return false;
        }
        let Some(own) = own(figure, &[]) else {
            return false;
        };
        match media.value().name() {
            "img" | "a" => self.picture(media, own, caption),
            "table" => self.table(media, own, caption),
            "iframe" if own.classes.is_empty() && own.anchor.is_none() => {
                self.frame(media, caption)
            }
            _ => false,
        }
    }

    /// `core/image` for a picture that stands alone between blocks.
    pub(super) fn bare_picture(&mut self, element: ElementRef<'_>) -> bool {
        matches!(element.value().name(), "img" | "a") && self.picture(element, Own::default(), None)
    }

    /// `core/image` for a picture, or for a link around one.
    fn picture(
        &mut self,
        element: ElementRef<'_>,
        mut own: Own,
        caption: Option<ElementRef<'_>>,
    ) -> bool {
        let Some(picture) = self.read_picture(element) else {
            return false;
        };
        let mut attributes = Attributes::new();
        let mut size = size_of(&mut own);
        if let Some(id) = picture.id {
            attributes.push(("id", id.into()));
            size.get_or_insert_with(|| "full".to_owned());
        }
        if let Some(size) = &size {
            attributes.push(("sizeSlug", size.clone().into()));
        }
        let destination = if picture.link.is_some() {
            "custom"
        } else {
            "none"
        };
        attributes.push(("linkDestination", destination.into()));
        own.note(&mut attributes);
        self.open("image", &attributes);
        self.out.push_str("<figure");
        let size = size.map(|size| format!("size-{size}")).unwrap_or_default();
        own.write(&["wp-block-image", &size], &mut self.out);
        self.out.push('>');
        picture.write(&mut self.out);
        self.caption(caption);
        self.out.push_str("</figure>");
        self.close("image");
        true
    }

    fn read_picture<'n>(&self, element: ElementRef<'n>) -> Option<Picture<'n>> {
        let (image, link) = if element.value().name() == "a" {
            let mut inside = element.children().filter(|node| !is_blank(*node));
            let image = inside.next().and_then(ElementRef::wrap)?;
            let known = ["href", "target", "rel", "class"];
            let is_plain = element
                .value()
                .attrs()
                .all(|(name, _)| known.contains(&name));
            let leads = element
                .value()
                .attr("href")
                .is_some_and(|to| !to.is_empty());
            if !(is_plain && leads) || inside.next().is_some() {
                return None;
            }
            (image, Some(element))
        } else {
            (element, None)
        };
        let source = image
            .value()
            .attr("src")
            .filter(|source| !source.is_empty())?;
        if image.value().name() != "img" {
            return None;
        }
        let id = self.attachment(source);
        let is_plain = image.value().attrs().all(|(name, value)| match name {
            "src" | "alt" | "title" | "loading" => true,
            "class" => own_classes(value).is_empty(),
            // The host writes these itself for its own attachments; for other pictures they would be lost.
            "width" | "height" | "srcset" | "sizes" => id.is_some(),
            _ => false,
        });
        is_plain.then_some(Picture { image, link, id })
    }

    /// Writes the caption of a figure, if it has words.
    pub(super) fn caption(&mut self, caption: Option<ElementRef<'_>>) {
        let Some(caption) = caption.filter(|caption| caption.children().next().is_some()) else {
            return;
        };
        self.out
            .push_str("<figcaption class=\"wp-element-caption\">");
        inner(caption, &mut self.out);
        self.out.push_str("</figcaption>");
    }
}

impl Picture<'_> {
    /// Writes the picture, in its link.
    fn write(&self, out: &mut String) {
        if let Some(link) = self.link {
            out.push_str("<a");
            for name in ["class", "href", "target", "rel"] {
                if let Some(value) = link.value().attr(name).filter(|value| !value.is_empty()) {
                    attribute(name, value, out);
                }
            }
            out.push('>');
        }
        let read = |name| self.image.value().attr(name).unwrap_or_default();
        out.push_str("<img");
        attribute("src", read("src"), out);
        attribute("alt", read("alt"), out);
        if let Some(id) = self.id {
            attribute("class", &format!("wp-image-{id}"), out);
        }
        if !read("title").is_empty() {
            attribute("title", read("title"), out);
        }
        out.push_str("/>");
        if self.link.is_some() {
            out.push_str("</a>");
        }
    }
}

/// Whether an element is a caption that a block can have.
pub(super) fn is_caption(element: ElementRef<'_>) -> bool {
    matches!(element.value().name(), "figcaption" | "caption")
        && element
            .value()
            .attrs()
            .all(|(name, value)| name == "class" && own_classes(value).is_empty())
        && holds_phrasing(element)
}

/// Takes the class of a picture's size out of the others, and returns its name.
fn size_of(own: &mut Own) -> Option<String> {
    let classes = std::mem::take(&mut own.classes);
    let (sizes, others): (Vec<&str>, Vec<&str>) = classes
        .split(' ')
        .partition(|class| class.starts_with("size-"));
    own.classes = others.join(" ");
    let size = sizes.first()?.strip_prefix("size-")?;
    (!size.is_empty()).then(|| size.to_owned())
}
