// @vitest-environment jsdom
// What comes in goes out: of recorded and made bodies, and of all that the sanitiser lets through.
import { Editor, getSchema } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { EditorState } from "@tiptap/pm/state";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { bodies, KINDS, bodyOfEachKind } from "../../../testing/bodies.mjs";
import { extensions } from "../schema";
import { beginWith, bodyOf } from "../stored-body";
import { parsed } from "./inert";
import { piecesOf } from "./pieces";
import { Stored } from "./stored";

/** `EACH=1` edits every block of every body; else one of each. `SEED` makes other bodies. */
const EACH = import.meta.env.EACH === "1";
const SEED = Number(import.meta.env.SEED ?? 35);

const schema = getSchema(extensions);

function opened(html: string) {
  const stored = new Stored(schema);
  const doc = stored.read(html);
  expect(stored.problem, html).toBeNull();
  return { stored, doc };
}

/** The place behind the first character of words in a block, if it has words. */
function placeIn(block: Node, start: number): number | null {
  let place: number | null = block.isTextblock ? start + 1 : null;
  block.descendants((inner, at) => {
    if (place === null && inner.isTextblock) place = start + 1 + at + 1;
    return place === null;
  });
  return place;
}

const words = (html: string) => (parsed(html).textContent ?? "").replace(/\s+/g, "");

/** Types a letter into a block, or into each: all others stay as they are, and taking it back gives the text as it was. */
function typeIn(html: string, each: boolean) {
  const { stored, doc } = opened(html);
  expect(stored.write(doc)).toBe(html);
  const pieces = piecesOf(html)?.pieces ?? [];
  const starts: number[] = [];
  let at = 0;
  for (const { before, source } of pieces) {
    starts.push(at + before.length);
    at += before.length + source.length;
  }
  const chosen = html.length % Math.max(1, doc.childCount);
  doc.forEach((block, offset, index) => {
    if (!each && index !== chosen) return;
    const piece = pieces[index];
    const start = starts[index] ?? 0;
    const place = block.type.name === "kept" ? null : placeIn(block, offset);
    if (!piece || place === null) return;
    let state = EditorState.create({ doc });
    state = state.apply(state.tr.insertText("Ж", place));
    const changed = stored.write(state.doc);
    const [head, tail] = [html.slice(0, start), html.slice(start + piece.source.length)];
    expect(changed.startsWith(head) && changed.endsWith(tail), `${changed}\n≠\n${html}`).toBe(true);
    const own = changed.slice(head.length, changed.length - tail.length);
    expect(words(own).replace("Ж", "")).toBe(words(piece.source));
    expect(own).toContain("Ж");
    state = state.apply(state.tr.delete(place, place + 1));
    expect(stored.write(state.doc)).toBe(html);
  });
  return doc;
}

describe("bodies of WordPress", () => {
  it("1,000 made ones go out as they came in, and so does all but the block that is edited", () => {
    for (const html of bodies(1_000, SEED)) typeIn(html, EACH);
  }, 300_000);

  it("the patterns of blocks that come with a site are kept", () => {
    const patterns = import.meta.glob<string>("../../../../../../shared/site-blocks/data/patterns/*.html", {
      query: "?raw",
      import: "default",
      eager: true,
    });
    expect(Object.keys(patterns).length).toBeGreaterThan(20);
    for (const pattern of Object.values(patterns)) typeIn(pattern.replace(/^[\s\S]*?\n---\n/, ""), true);
  }, 60_000);

  it("kinds that are common are edited, not kept", () => {
    const kept = new Set<string>();
    for (let seed = 0; seed < 12; seed += 1) {
      for (const { kind, body } of bodyOfEachKind(seed)) {
        opened(body).doc.forEach((block) => void (block.type.name === "kept" && kept.add(kind)));
      }
    }
    // Players, a link around a heading, rows of different lengths, and captions of old galleries.
    expect([...kept].sort()).toEqual(["audio", "html", "table", "video"]);
    expect(KINDS.length).toBeGreaterThan(25);
  }, 60_000);
});

// ---------------------------------------------------------------- what the sanitiser lets through (shared/markup, policy.rs)
const escaped = (text: string) =>
  text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/\u00a0/g, "&nbsp;");
const text = fc.stringMatching(/^[a-zçã&<> \u00a0\n]{1,8}$/).map(escaped);
const generic = fc
  .record(
    {
      class: fc.constantFrom("a", "b c"),
      dir: fc.constantFrom("ltr", "auto"),
      lang: fc.constant("pt-BR"),
      title: fc.constantFrom("x", "&quot;&amp;"),
    },
    { requiredKeys: [] },
  )
  .map((attributes) =>
    Object.entries(attributes)
      .map(([name, value]) => ` ${name}="${value}"`)
      .join(""),
  );

const element = (name: string, content: fc.Arbitrary<string>, own: fc.Arbitrary<string> = fc.constant("")) =>
  fc.tuple(generic, own, content).map(([attributes, more, inner]) => `<${name}${attributes}${more}>${inner}</${name}>`);
const some = (part: fc.Arbitrary<string>, least = 0, most = 3) =>
  fc.array(part, { minLength: least, maxLength: most }).map((parts) => parts.join(""));
const IMAGE = fc.constantFrom(
  '<img src="/a.jpg" alt="x" width="3" height="50%" loading="lazy">',
  '<img src="/b.jpg" srcset="/b.jpg 2x" sizes="1px">',
);
const FRAME = fc.constant('<iframe src="https://www.youtube.com/embed/a" width="5" allowfullscreen=""></iframe>');
const id = fc.constantFrom("", ' id="n-1"');

const { flow } = fc.letrec<{ phrase: string; line: string; block: string; flow: string }>((tie) => {
  const line = tie("line");
  const flow = tie("flow");
  const marks = [
    "abbr",
    "b",
    "cite",
    "code",
    "del",
    "em",
    "i",
    "ins",
    "kbd",
    "mark",
    "q",
    "s",
    "samp",
    "small",
    "span",
    "strong",
    "sub",
    "u",
  ];
  const row = (cell: string) =>
    element("tr", some(element(cell, fc.oneof(line, flow), fc.constantFrom("", ' colspan="2"', ' rowspan="2"')), 1));
  const rows = (part: string, cell: string) => element(part, some(row(cell), 1, 2));
  return {
    phrase: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      text,
      ...marks.map((name) => element(name, line)),
      element(
        "a",
        line,
        fc.constantFrom(
          ' href="/x"',
          ' href="https://x.example/?a=1&amp;b=2" target="_blank" rel="noopener"',
          ' id="n-1"',
          "",
        ),
      ),
      element("sup", line, id),
      element("time", line, fc.constant(' datetime="2026"')),
      fc.constant("<br>"),
      IMAGE,
      FRAME,
    ),
    line: some(tie("phrase")),
    block: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      element("p", line, id),
      ...["h1", "h2", "h6"].map((name) => element(name, line, id)),
      element("blockquote", flow),
      element("div", flow, id),
      element("section", flow, id),
      element("ul", some(element("li", flow, id), 1)),
      element(
        "ol",
        some(element("li", flow, fc.constantFrom("", ' value="7"')), 1),
        fc.constantFrom("", ' start="3"', ' type="a" reversed=""'),
      ),
      element("dl", some(fc.oneof(element("dt", line), element("dd", flow)), 1)),
      element(
        "details",
        fc.tuple(element("summary", line), flow).map((parts) => parts.join("")),
        fc.constantFrom("", ' open=""'),
      ),
      element(
        "figure",
        fc
          .tuple(fc.oneof(IMAGE, FRAME, flow), fc.oneof(fc.constant(""), element("figcaption", line)))
          .map((parts) => parts.join("")),
      ),
      element("pre", line),
      element("pre", element("code", text, fc.constantFrom("", ' class="language-rust"'))),
      element(
        "table",
        fc
          .tuple(
            fc.oneof(fc.constant(""), element("caption", line)),
            fc.constantFrom("", '<colgroup><col span="2"></colgroup>'),
            fc.oneof(fc.constant(""), rows("thead", "th")),
            rows("tbody", "td"),
            fc.oneof(fc.constant(""), rows("tfoot", "td")),
          )
          .map((parts) => parts.join("")),
      ),
      fc.constant("<hr>"),
      FRAME,
    ),
    flow: some(fc.oneof(tie("block"), tie("block"), tie("phrase"), fc.constant("\n"))),
  };
});

/** As the sanitiser leaves it: what a parser reads, written again until that changes nothing. */
function stable(html: string): string {
  let now = html;
  for (let pass = 0; pass < 6; pass += 1) now = parsed(now).innerHTML;
  return now;
}

describe("what the sanitiser lets through", () => {
  it("goes out as it came in, and so does all but the block that is edited", () => {
    fc.assert(
      fc.property(flow, (html) => {
        const body = stable(html);
        fc.pre(parsed(body).innerHTML === body);
        typeIn(body, EACH);
      }),
      { numRuns: EACH ? 3_000 : 500, seed: SEED },
    );
  }, 300_000);
});

describe("in an editor", () => {
  const edit = (html: string) => {
    const editor = new Editor({
      extensions,
      element: document.createElement("div"),
      onBeforeCreate: ({ editor }) => beginWith(editor, html),
    });
    return editor;
  };

  it("clicking, choosing and moving the caret change nothing", () => {
    for (const { body } of bodyOfEachKind(3)) {
      const editor = edit(body);
      for (let at = 0; at <= editor.state.doc.content.size; at += 3) editor.commands.setTextSelection(at);
      editor.commands.selectAll();
      editor.commands.focus("end");
      expect(bodyOf(editor)).toBe(body);
      editor.destroy();
    }
  }, 60_000);

  it("undoing back to the start counts as untouched", () => {
    const body = "<p>Uma frase com espaço no fim. </p>\n<ul><li><p>a</p></li></ul>";
    const editor = edit(body);
    editor.commands.insertContentAt(3, "xyz");
    editor.commands.insertContentAt(0, "<p>antes</p>");
    expect(bodyOf(editor)).not.toBe(body);
    while (editor.can().undo()) editor.commands.undo();
    expect(bodyOf(editor)).toBe(body);
    editor.destroy();
  });

  it("no empty paragraph is added behind a list, a table or a heading", () => {
    for (const body of [
      "<p>a</p><ul><li>x</li></ul>",
      "<h2>t</h2>",
      "<table><tbody><tr><td>1</td></tr></tbody></table>",
      "",
    ]) {
      const editor = edit(body);
      editor.commands.setTextSelection(1);
      expect(bodyOf(editor)).toBe(body);
      editor.destroy();
    }
  });

  it("a kept block moves and can be deleted, byte for byte", () => {
    const kept = "<figure class='x'><audio  controls src='/a.mp3'></audio></figure>";
    const editor = edit(`<p>a</p>\n${kept}\n<p>b</p>`);
    editor.commands.setNodeSelection(3);
    editor.commands.keyboardShortcut("Alt-ArrowUp");
    expect(bodyOf(editor)).toBe(`\n${kept}<p>a</p>\n<p>b</p>`);
    editor.commands.setNodeSelection(0);
    editor.commands.deleteSelection();
    expect(bodyOf(editor)).toBe("<p>a</p>\n<p>b</p>");
    editor.destroy();
  });
});

describe("what a person makes is clean", () => {
  const made = (act: (editor: Editor) => void, body = "") => {
    const editor = new Editor({
      extensions,
      element: document.createElement("div"),
      onBeforeCreate: ({ editor }) => beginWith(editor, body),
    });
    act(editor);
    const html = bodyOf(editor);
    editor.destroy();
    return html;
  };

  it("items and cells of one paragraph have none, and the first row is the head", () => {
    expect(
      made((editor) =>
        editor
          .chain()
          .toggleBulletList()
          .insertContent("um")
          .splitListItem("listItem")
          .insertContent("dois")
          .sinkListItem("listItem")
          .run(),
      ),
    ).toBe("<ul><li>um<ul><li>dois</li></ul></li></ul>");
    expect(
      made((editor) => editor.chain().insertTable({ rows: 2, cols: 2, withHeaderRow: true }).insertContent("A").run()),
    ).toBe(
      '<table><thead><tr><th scope="col">A</th><th scope="col"></th></tr></thead><tbody><tr><td></td><td></td></tr></tbody></table>',
    );
  });

  it("a list that was stored with paragraphs becomes tight when it is edited", () => {
    const body = "<ul><li><p>a</p></li><li><p>b</p><p>c</p></li></ul><ul><li><p>d</p></li></ul>";
    expect(made((editor) => editor.commands.insertContentAt(3, "X"), body)).toBe(
      "<ul><li>Xa</li><li><p>b</p><p>c</p></li></ul><ul><li><p>d</p></li></ul>",
    );
  });

  it("spaces at ends of paragraphs stay in the paragraph that is edited", () => {
    expect(made((editor) => editor.commands.insertContentAt(1, "X"), "<p>metrô. </p><p>b</p>")).toBe(
      "<p>Xmetrô. </p><p>b</p>",
    );
  });

  it("links of pictures, captions, heads, delimiters and unseen attributes stay in the block that is edited", () => {
    const typed = (body: string, at: number) =>
      made((editor) => editor.view.dispatch(editor.state.tr.insertText("X", at)), body);
    expect(
      typed(
        '<figure class="q"><a href="/b" rel="nofollow"><img class="w" src="/a.jpg"></a><figcaption>leg</figcaption></figure>',
        3,
      ),
    ).toBe(
      '<figure class="q"><a href="/b" rel="nofollow"><img class="w" src="/a.jpg"></a><figcaption>Xleg</figcaption></figure>',
    );
    expect(
      typed(
        '<table><caption>c</caption><thead><tr><th scope="row">a</th></tr></thead><tbody class="z"><tr><td>b</td></tr></tbody></table>',
        2,
      ),
    ).toBe(
      '<table><caption>Xc</caption><thead><tr><th scope="row">a</th></tr></thead><tbody class="z"><tr><td>b</td></tr></tbody></table>',
    );
    expect(
      typed(
        '<!-- wp:paragraph {"align":"center"} -->\n<p style="text-align:center" data-x="1">a</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:latest-posts /-->',
        1,
      ),
    ).toBe(
      '<!-- wp:paragraph {"align":"center"} -->\n<p data-x="1" style="text-align:center">Xa</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:latest-posts /-->',
    );
  });

  it("words of the classic editor become paragraphs where they are edited, their lines stay lines", () => {
    expect(made((editor) => editor.commands.insertContentAt(1, "X"), "Um\ndois\n\nTrês")).toBe(
      "<p>Xum<br>dois</p>\n\nTrês".replace("Xum", "XUm"),
    );
  });
});
