// Findings of the grammar check in the text, as decorations that follow the text while it changes.
import { Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { type EditorState, Plugin, PluginKey, type Transaction } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";

import type { components } from "../api/schema";

export type Finding = components["schemas"]["GrammarFinding"];

/** A finding at its present place. */
export type Placed = { from: number; to: number; finding: Finding; text: string };

/** `margin` is the number of findings of each paragraph, shown beside it. */
type State = { decorations: DecorationSet; margin: DecorationSet; shown: boolean };

const key = new PluginKey<State>("findings");

/** What the kinds are called on the screen. */
export const KINDS: Record<Finding["kind"], string> = { spelling: "Ortografia", grammar: "Gramática", style: "Estilo" };

export const CLASSES: Record<Finding["kind"], string> = { spelling: "m sp", grammar: "m gr", style: "m sy" };

export const Findings = Extension.create({
  name: "findings",
  addProseMirrorPlugins: () => [
    new Plugin<State>({
      key,
      state: {
        init: () => ({ decorations: DecorationSet.empty, margin: DecorationSet.empty, shown: true }),
        apply(transaction, before) {
          const change = transaction.getMeta(key) as { placed?: Placed[]; shown?: boolean } | undefined;
          const decorations = change?.placed
            ? DecorationSet.create(transaction.doc, change.placed.map(decoration))
            : unchanged(before.decorations.map(transaction.mapping, transaction.doc), transaction);
          // The numbers are made anew only when there are others: a keystroke moves them.
          const same = !change?.placed && decorations.find().length === before.decorations.find().length;
          const margin = same
            ? before.margin.map(transaction.mapping, transaction.doc)
            : DecorationSet.create(transaction.doc, numbers(transaction.doc, decorations));
          return { decorations, margin, shown: change?.shown ?? before.shown };
        },
      },
      props: {
        decorations: (state) => (key.getState(state)?.shown ? key.getState(state)?.decorations : null),
      },
    }),
    new Plugin({
      props: {
        decorations: (state) => (key.getState(state)?.shown ? key.getState(state)?.margin : null),
      },
    }),
  ],
});

/** What a decoration says of its finding. */
type Spec = { finding: Finding; text: string };

function decoration({ from, to, finding, text }: Placed): Decoration {
  const spec: Spec = { finding, text };
  return Decoration.inline(
    from,
    to,
    { class: CLASSES[finding.kind] },
    { ...spec, inclusiveStart: false, inclusiveEnd: false },
  );
}

/** For each paragraph with findings, their number and the kind of the first. */
function numbers(doc: Node, decorations: DecorationSet): Decoration[] {
  const found = new Map<number, { kind: Finding["kind"]; count: number }>();
  for (const { from, spec } of decorations.find().sort((one, other) => one.from - other.from)) {
    const block = doc.resolve(from).before();
    const known = found.get(block);
    if (known) known.count += 1;
    else found.set(block, { kind: (spec as Spec).finding.kind, count: 1 });
  }
  return [...found].map(([block, { kind, count }]) =>
    Decoration.node(block, block + (doc.nodeAt(block)?.nodeSize ?? 0), {
      "data-marks": String(count),
      "data-kind": kind,
    }),
  );
}

/** The decorations whose text is still the one that was found. */
function unchanged(decorations: DecorationSet, { doc, docChanged }: Transaction): DecorationSet {
  if (!docChanged) return decorations;
  return decorations.remove(
    decorations.find().filter(({ from, to, spec }) => doc.textBetween(from, to) !== (spec as Spec).text),
  );
}

/** The findings where they are now; one whose text was changed is left out. */
export function placedFindings(state: EditorState): Placed[] {
  const found = key.getState(state)?.decorations.find() ?? [];
  return found
    .map(({ from, to, spec }) => {
      const { finding, text } = spec as Spec;
      return { from, to, finding, text };
    })
    .filter(({ from, to, text }) => state.doc.textBetween(from, to) === text)
    .sort((one, other) => one.from - other.from);
}

/** Where a finding is now. */
export function placeNow(state: EditorState, { finding }: Placed): Placed | undefined {
  return placedFindings(state).find((placed) => placed.finding === finding);
}

/** The finding at a position of the text. */
export function findingAt(state: EditorState, position: number): Placed | undefined {
  return placedFindings(state).find(({ from, to }) => from <= position && position <= to);
}

/** A change of the findings that are shown. */
export function withFindings(state: EditorState, placed: Placed[]) {
  return state.tr.setMeta(key, { placed }).setMeta("addToHistory", false);
}

/** A change of whether they are shown. */
export function showing(state: EditorState, shown: boolean) {
  return state.tr.setMeta(key, { shown }).setMeta("addToHistory", false);
}

/** The text of a paragraph with one character for each position of the document. A text with markup would be read as such. */
export function checkedText(block: Node): string {
  return block
    .textBetween(0, block.content.size, undefined, (leaf) => (leaf.type.name === "hardBreak" ? "\n" : " "))
    .replace(/</g, "‹")
    .replace(/&/g, "＆");
}

/** The paragraphs with their places, in order. Code is not checked. */
export function paragraphs(doc: Node): { from: number; text: string }[] {
  const found: { from: number; text: string }[] = [];
  doc.descendants((node, position) => {
    if (!node.isTextblock) return true;
    if (node.type.name !== "codeBlock" && node.content.size > 0)
      found.push({ from: position + 1, text: checkedText(node) });
    return false;
  });
  return found;
}
