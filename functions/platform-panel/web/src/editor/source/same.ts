// Whether two pieces of HTML say the same: the measure of what the editor's schema can hold.
//
// Equal are: another order of attributes and of formatting around the same words, `b` and `strong`, `i` and `em`, and white
// space that a browser shows as one space or not at all.
import { isBlank, isMark, isPhrase, nameOf } from "./names";

const SAME_NAME: Record<string, string> = { b: "strong", i: "em" };

/** An element's name and attributes. */
function tag(element: Element): string {
  const name = nameOf(element);
  const attributes = [...element.attributes]
    .map(({ name, value }) => [name, name === "class" ? value.trim().split(/\s+/).sort().join(" ") : value] as const)
    .filter(([name, value]) => !(name === "class" && value === ""))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([SAME_NAME[name] ?? name, ...attributes]);
}

type Run = { marks: string; text: string };

/** Adds what a line of words consists of: characters and things, each with the formatting around it. */
function flatten(node: Node, marks: string[], into: Run[]) {
  if (node.nodeType === 3) {
    into.push({ marks: [...new Set(marks)].sort().join(), text: node.nodeValue ?? "" });
    return;
  }
  const element = node as Element;
  if (!isMark(nameOf(element)) || element.childNodes.length === 0) {
    into.push({ marks: [...new Set(marks)].sort().join(), text: `\u0000${tag(element)}\u0000` });
    return;
  }
  // A span without attributes says nothing.
  const inner = nameOf(element) === "span" && element.attributes.length === 0 ? marks : [...marks, tag(element)];
  for (const child of element.childNodes) flatten(child, inner, into);
}

const isBreak = (thing: string | undefined) => thing?.startsWith('\u0000["br"') ?? false;

function line(nodes: Node[], isVerbatim: boolean): string {
  const runs: Run[] = [];
  for (const node of nodes) flatten(node, [], runs);
  const characters: [string, string][] = [];
  const isEdge = () => characters.length === 0 || characters.at(-1)?.[1] === " " || isBreak(characters.at(-1)?.[1]);
  for (const { marks, text } of runs) {
    if (!isVerbatim && text.startsWith("\u0000")) {
      // A thing is one character; white space beside a line break is not shown.
      if (isBreak(text)) while (characters.at(-1)?.[1] === " ") characters.pop();
      characters.push([marks, text]);
      continue;
    }
    for (const character of text) {
      const isSpace = !isVerbatim && /[ \t\r\n\f]/.test(character);
      if (isSpace && isEdge()) continue;
      characters.push([marks, isSpace ? " " : character]);
    }
  }
  if (!isVerbatim) while (characters.at(-1)?.[1] === " ") characters.pop();
  let said = "";
  let now = "";
  for (const [marks, character] of characters) {
    if (marks !== now) {
      said += `\u0001${marks}\u0001`;
      now = marks;
    }
    said += character;
  }
  return said;
}

/** What the content of an element says, in one form. */
export function essence(parent: Element, isVerbatim = false): string {
  let said = "";
  let words: Node[] = [];
  const endWords = () => {
    const text = line(words, isVerbatim);
    if (text !== "") said += `\u0002${text}`;
    words = [];
  };
  for (const child of parent.childNodes) {
    if (isPhrase(child)) {
      words.push(child);
      continue;
    }
    if (child.nodeType === 8 && words.every(isBlank)) words = [];
    endWords();
    if (child.nodeType === 8) said += `\u0003${child.nodeValue}\u0003`;
    else {
      const element = child as Element;
      said += `\u0004${tag(element)}${essence(element, isVerbatim || nameOf(element) === "pre")}\u0005`;
    }
  }
  endWords();
  return said;
}

/** Whether the contents of two elements say the same. */
export const saysTheSame = (one: Element, other: Element) => essence(one) === essence(other);
