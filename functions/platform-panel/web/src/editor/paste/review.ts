// Traces of a review: comments are left out, tracked changes are accepted.
import { elementsOf, hasClass, onlyChild, unwrap } from "./dom";
import { styleOf } from "./inert";
import type { LeftOut } from "./types";

/** Comments of Word and of documents that Google Docs writes. */
function comments(root: Element): number {
  let count = 0;
  let references = 0;
  for (const element of elementsOf(root)) {
    if (!root.contains(element)) continue;
    const style = styleOf(element);
    const href = element.getAttribute("href") ?? "";
    if (/mso-element:\s*comment-list/.test(style)) {
      count += element.querySelectorAll(".msocomtxt").length;
      // The line above the comments.
      element.remove();
    } else if (
      /mso-element:\s*comment\b/.test(style) ||
      hasClass(element, /(^|\s)(msocomtxt|MsoCommentText|MsoCommentSubject)(\s|$)/)
    ) {
      count += 1;
      element.remove();
    } else if (
      hasClass(element, /(^|\s)(MsoCommentReference|msocomanchor|msocomoff)(\s|$)/) ||
      /mso-special-character:\s*comment/.test(style)
    ) {
      references += 1;
      element.remove();
    } else if (/mso-comment-(reference|continuation)/.test(style)) {
      unwrap(element);
    } else if (/#cmnt_ref\d/.test(href)) {
      const paragraph = element.closest("p");
      const box = paragraph?.parentElement;
      count += 1;
      if (box?.localName === "div" && box !== root) box.remove();
      else (paragraph ?? element).remove();
    } else if (/#cmnt\d/.test(href)) {
      references += 1;
      const parent = element.parentElement;
      if (parent?.localName === "sup" && onlyChild(parent) === element) parent.remove();
      else element.remove();
    }
  }
  return Math.max(count, references);
}

/** Accepts tracked changes: insertions stay, deletions go. Returns whether there were any. */
function changes(root: Element, isOffice: boolean): boolean {
  let found = false;
  for (const element of elementsOf(root)) {
    if (!root.contains(element)) continue;
    const { localName } = element;
    const isChange =
      (localName === "ins" || localName === "del") &&
      (isOffice || element.hasAttribute("datetime") || element.hasAttribute("cite"));
    if (
      hasClass(element, /(^|\s)msoDel(\s|$)|TrackChange\w*Delet|(^|\s)DeletedText/) ||
      (isChange && localName === "del")
    ) {
      found = true;
      element.remove();
    } else if (hasClass(element, /(^|\s)msoIns(\s|$)|TrackChange\w*Insert/) || (isChange && localName === "ins")) {
      found = true;
      const parent = element.parentElement;
      // Only the display of the change.
      if (parent?.localName === "u" && onlyChild(parent) === element) unwrap(parent);
      unwrap(element);
    }
  }
  return found;
}

/** Removes comments and accepts changes. */
export function withoutReview(root: Element, isOffice: boolean, leftOut: LeftOut[]) {
  const count = comments(root);
  if (count > 0) leftOut.push({ what: "comments", count });
  if (changes(root, isOffice)) leftOut.push({ what: "changes" });
}
