// Findings of the grammar check stay at their words while the text around them changes.
import { getSchema } from "@tiptap/core";
import { DOMParser, type Node } from "@tiptap/pm/model";
import { EditorState } from "@tiptap/pm/state";
import { expect, it } from "vitest";

import {
  checkedText,
  findingAt,
  Findings,
  type Finding,
  paragraphs,
  placedFindings,
  placeNow,
  withFindings,
} from "./findings";
import { extensions } from "./schema";

const schema = getSchema(extensions);

function documentOf(html: string): Node {
  const place = document.createElement("div");
  place.innerHTML = html;
  return DOMParser.fromSchema(schema).parse(place);
}

const finding = { kind: "spelling", message: "Falta um acento." } as Finding;

/** A text with a finding at each of these words. */
function stateWith(html: string, ...words: string[]): EditorState {
  const doc = documentOf(html);
  // The plugins do not use the editor that they belong to.
  const plugins = Findings.config.addProseMirrorPlugins?.call({} as never) ?? [];
  const state = EditorState.create({ doc, plugins });
  const placed = words.map((word) => {
    const block = paragraphs(doc).find(({ text }) => text.includes(word));
    if (!block) throw new Error(`no ${word}`);
    const from = block.from + block.text.indexOf(word);
    return { from, to: from + word.length, finding, text: word };
  });
  return state.apply(withFindings(state, placed));
}

const words = (state: EditorState) => placedFindings(state).map(({ from, to }) => state.doc.textBetween(from, to));

it("they move with text that is written before them", () => {
  const state = stateWith("<p>O cafe cresce.</p>", "cafe");
  const later = state.apply(state.tr.insertText("Na serra, ", 1));
  expect(words(later)).toEqual(["cafe"]);
  expect(placedFindings(later)[0]?.from).toBe(13);
});

it.each([
  ["a letter within", 5],
  ["the first letter", 3],
])("one whose text changes is left out: %s", (_, at) => {
  const state = stateWith("<p>O cafe e o cha.</p>", "cafe", "cha");
  const later = state.apply(state.tr.insertText("x", at, at + 1));
  expect(words(later)).toEqual(["cha"]);
});

it("what is written at their ends does not belong to them", () => {
  const state = stateWith("<p>O cafe cresce.</p>", "cafe");
  expect(words(state.apply(state.tr.insertText("x", 7)))).toEqual(["cafe"]);
  expect(words(state.apply(state.tr.insertText("x", 3)))).toEqual(["cafe"]);
});

it("one goes with its deleted paragraph", () => {
  const state = stateWith("<p>O cafe.</p><p>O cha.</p>", "cafe", "cha");
  const later = state.apply(state.tr.delete(0, state.doc.child(0).nodeSize));
  expect(words(later)).toEqual(["cha"]);
});

it("the one at a position is found from its first to behind its last letter", () => {
  const state = stateWith("<p>O cafe cresce.</p>", "cafe");
  expect([2, 3, 5, 7, 8].map((position) => findingAt(state, position)?.text)).toEqual([
    undefined,
    "cafe",
    "cafe",
    "cafe",
    undefined,
  ]);
});

it("one that was opened is found where it is now", () => {
  const state = stateWith("<p>O cafe cresce.</p>", "cafe");
  const [opened] = placedFindings(state);
  if (!opened) throw new Error("no finding");
  expect(placeNow(state.apply(state.tr.insertText("Oi. ", 1)), opened)).toMatchObject({ from: 7, to: 11 });
  expect(placeNow(state.apply(state.tr.delete(3, 7)), opened)).toBeUndefined();
});

it.each([
  ["<p>a<br>b</p>", "a\nb"],
  ["<p>a &lt;b&gt; &amp; c</p>", "a ‹b> ＆ c"],
  ["<p>a <strong>b</strong> c</p>", "a b c"],
])("the checked text of %s has a character for each position", (html, text) => {
  const block = documentOf(html).child(0);
  expect(checkedText(block)).toBe(text);
  expect(checkedText(block)).toHaveLength(block.content.size);
});

it("code and empty paragraphs are not checked", () => {
  const doc = documentOf("<p>a</p><p></p><pre><code>let x</code></pre><ul><li><p>b</p></li></ul>");
  expect(paragraphs(doc).map(({ text }) => text)).toEqual(["a", "b"]);
});
