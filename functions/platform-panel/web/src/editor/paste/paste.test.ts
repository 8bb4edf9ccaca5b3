// @vitest-environment jsdom
// Rules of pasting that no single clipboard shows.
import { describe, expect, it } from "vitest";

import { cleanHtml, ofMarkdown, plan } from "./clean";
import { parseInert, STYLE } from "./inert";
import { linkAddress } from "./links";
import { listsOf, markerOf } from "./lists";
import { blockMarks } from "./markdown";
import { isHardWrapped } from "./plain";
import { noteOn } from "./say";
import { declarations } from "./styles";

const html = (source: string) => cleanHtml(source).html;

describe("size and depth", () => {
  const item = (index: number) =>
    `<p class=MsoListParagraphCxSpMiddle style='margin-left:36.0pt;mso-list:l0 level${(index % 3) + 1} lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${index}.<span>&nbsp;&nbsp;</span></span><![endif]><span style='font-family:"Arial",sans-serif'>Item <b>número</b> ${index}<o:p></o:p></span></p>\n`;

  /** Nodes that a cleaning reads and moves, rather than a time, which depends on the machine. */
  function steps(source: string): number {
    const moves: (keyof Node)[] = ["appendChild", "insertBefore", "removeChild"];
    let count = 0;
    const restore = moves.map((name) => {
      const before = Object.getOwnPropertyDescriptor(Node.prototype, name);
      const call = before?.value as (...given: unknown[]) => unknown;
      Object.defineProperty(Node.prototype, name, {
        ...before,
        value(this: Node, ...given: unknown[]) {
          count += 1;
          return call.apply(this, given);
        },
      });
      return () => before && Object.defineProperty(Node.prototype, name, before);
    });
    const sibling = Object.getOwnPropertyDescriptor(Node.prototype, "nextSibling");
    Object.defineProperty(Node.prototype, "nextSibling", {
      ...sibling,
      get(this: Node) {
        count += 1;
        return sibling?.get?.call(this) as Node | null;
      },
    });
    try {
      cleanHtml(source);
      return count;
    } finally {
      for (const undo of restore) undo();
      if (sibling) Object.defineProperty(Node.prototype, "nextSibling", sibling);
    }
  }

  it("of four times the text takes about four times the steps", () => {
    const text = (count: number) => Array.from({ length: count }, (_, index) => item(index)).join("");
    expect(text(200).length).toBeGreaterThan(50_000);
    const [few, many] = [steps(text(50)), steps(text(200))];
    expect(many / few).toBeLessThan(5);
  }, 60_000);

  it("of 20,000 nested elements overflows nothing", () => {
    const nested = `${"<div>".repeat(20_000)}fundo${"</div>".repeat(20_000)}`;
    expect(html(nested)).toBe("<p>fundo</p>");
    expect(html(`${"<ul><li>".repeat(500)}x${"</li></ul>".repeat(500)}`)).toContain("x");
  });

  it("of a style sheet without braces, or a long run of marks, ends", () => {
    expect(html(`<style>${"a".repeat(300_000)}</style><p>x</p>`)).toBe("<p>x</p>");
    expect(plan({ text: `${"*".repeat(50_000)} x` }).way).toBe("insert");
    expect(plan({ text: `[${"a".repeat(100_000)}` }).way).toBe("insert");
  });
});

describe("bold", () => {
  it.each([
    ["<b style='font-weight:normal'>a</b>", "<p>a</p>"],
    ['<b style="FONT-WEIGHT: 400 !important">a</b>', "<p>a</p>"],
    ["<span style='font-weight:600'>a</span>b", "<p><strong>a</strong>b</p>"],
    ["<span style='font-weight:500'>a</span>", "<p>a</p>"],
    ["<strong>a<span style='font-weight:400'>b</span></strong>", "<p><strong>a</strong>b</p>"],
    ["<b>a</b><b>b</b>", "<p><strong>ab</strong></p>"],
    ["<b>a </b>b", "<p><strong>a</strong> b</p>"],
    ["<h3><b>Tudo</b></h3>", "<h3>Tudo</h3>"],
    ["<h3><b>Meio</b> título</h3>", "<h3><strong>Meio</strong> título</h3>"],
    ["<style>.x{font-weight:bold}</style><p><span class=x>a</span></p>", "<p><strong>a</strong></p>"],
  ])("%s", (source, expected) => expect(html(source)).toBe(expected));
});

describe("headings", () => {
  it("one of the first level is a title", () => expect(html("<h1>T</h1><h2>S</h2>")).toBe("<h2>T</h2><h2>S</h2>"));
  it("several of the first level are sections, and those below sink with them", () =>
    expect(html("<h1>A</h1><h2>a</h2><h1>B</h1><h6>z</h6>")).toBe("<h2>A</h2><h3>a</h3><h2>B</h2><h6>z</h6>"));
});

describe("what wins", () => {
  const png = new File([new Uint8Array(4)], "image.png", { type: "image/png" });
  it("text over its picture, with HTML and without", () => {
    expect(plan({ html: "<span>palavras</span>", text: "palavras", files: [png] }).way).toBe("insert");
    expect(plan({ html: "<div>palavras</div>", files: [png] }).way).toBe("insert");
    expect(plan({ text: "palavras", files: [png] }).way).toBe("insert");
  });
  it("a picture alone, or one that the text names", () => {
    expect(plan({ files: [png] }).way).toBe("pictures");
    expect(plan({ html: "<meta charset=utf-8><img src='https://x.example/a.png'>", files: [png] }).way).toBe(
      "pictures",
    );
    expect(plan({ text: "/home/ana/image.png", files: [png] }).way).toBe("pictures");
  });
  it("the words, if only they are asked for", () => {
    const planned = plan({ html: "<b>a</b>", text: "**a**\n- b\n- c" }, true);
    expect(planned).toMatchObject({
      way: "insert",
      asTyped: false,
      cleaned: { html: "<p>**a**</p><p>- b</p><p>- c</p>" },
    });
  });
  it("nothing of an empty clipboard", () =>
    expect(plan({ html: "<meta charset=utf-8>", text: " " }).way).toBe("nothing"));
});

describe("pictures", () => {
  it.each([
    ["<img src='file:///C:/a/foto.png' alt='x'>", ["foto.png"]],
    ["<img src='file:///C:/a/clip_image001.png' alt='Canteiro'>", ["Canteiro"]],
    ["<img src='fotos/horta.png' alt='x'>", ["horta.png"]],
    ["<img src='data:image/svg+xml,<svg/>' alt='desenho'>", ["desenho"]],
  ])("%s is named as missing", (source, names) =>
    expect(cleanHtml(`<p>a</p>${source}`)).toMatchObject({ html: "<p>a</p>", leftOut: [{ what: "pictures", names }] }),
  );
  it("of the platform stay", () =>
    expect(html("<img src='/api/v1/media/7/webp' alt='x'>")).toBe(
      '<figure><img src="/api/v1/media/7/webp" alt="x"></figure>',
    ));
  it("in memory are uploaded", () =>
    expect(cleanHtml("<img src='blob:https://x.example/1' alt='x'>").pictures).toMatchObject([
      { source: { address: "blob:https://x.example/1" } },
    ]));
  it.each([
    ["https://exemplo.com.br/fotos/horta.png?w=3", "https://exemplo.com.br/fotos/horta.png?w=3", "horta.png"],
    ["//exemplo.com.br/a", "https://exemplo.com.br/a", "Horta"],
  ])("of the web are copied by the platform: %s", (source, address, name) =>
    expect(cleanHtml(`<img src='${source}' alt='Horta'>`).pictures).toEqual([
      { source: { address }, alt: "Horta", caption: "", name },
    ]),
  );
  it("that are emoji become letters, wherever the letter is named", () => {
    expect(html("<p>a<img alt='❤️' src='https://x.example/h.png'></p>")).toBe("<p>a❤️</p>");
    expect(html("<p><img class='emoji' alt='' src='https://s.w.org/images/core/emoji/15/svg/1f600.svg'></p>")).toBe(
      "<p>😀</p>",
    );
    expect(html("<p><img alt='1' src='1.png'>a</p>")).toBe("<p>a</p>");
  });
});

describe("Markdown", () => {
  it.each([
    ["# um\n\ntexto", 1],
    ["- a\n- b", 2],
    ["1. a\n2) b", 2],
    ["a | b\n--- | ---\n1 | 2", 2],
    ["```\n# não\n- não\n```", 2],
    ["**a** e *b*", 0],
    ["2026. Um ano\ntexto", 1],
  ])("%j has %i block marks", (text, count) => expect(blockMarks(text)).toBe(count));
  it("is cleaned like other HTML", async () =>
    expect(
      (
        await ofMarkdown(
          "- <b onclick='x()'>a</b><script>x()</script>\n- [x](javascript:alert(1))\n\n<iframe src='https://mau.example'></iframe>",
        )
      ).html,
    ).toBe("<ul><li><strong>a</strong></li><li>x</li></ul>"));
});

describe("lines", () => {
  it("of a page are joined, those of a poem not", () => {
    expect(
      isHardWrapped(
        "uma linha longa o bastante para encher a página\nque segue nesta outra linha também bastante longa\ne acaba aqui",
      ),
    ).toBe(true);
    expect(isHardWrapped("Batatinha quando nasce\nespalha a rama pelo chão\nmenininha quando dorme")).toBe(false);
  });
});

describe("markers of lists", () => {
  it.each([
    ["1.", { ordered: true, number: 1 }],
    ["2.3)", { ordered: true, number: 3 }],
    ["(b)", { ordered: true, type: "a", number: 2 }],
    ["iv.", { ordered: true, type: "i", number: 4 }],
    ["C.", { ordered: true, type: "A", number: 3 }],
    ["o", { ordered: false }],
    ["·", { ordered: false }],
    ["§", { ordered: false }],
  ])("%s", (text, marker) => expect(markerOf(text)).toMatchObject(marker));
  it("that restart begin a list of their own", () => {
    const items = ["1.", "2.", "1."].map((text) => ({
      level: 1,
      marker: markerOf(text),
      content: [document.createTextNode(text)],
    }));
    expect(listsOf(document, items).map(({ outerHTML }) => outerHTML)).toEqual([
      "<ol><li>1.</li><li>2.</li></ol>",
      "<ol><li>1.</li></ol>",
    ]);
  });
});

describe("addresses", () => {
  it.each([
    ["https://exemplo.com.br/a%20b?x=1#y", "https://exemplo.com.br/a%20b?x=1#y"],
    ["https://www.google.com.br/url?q=https://exemplo.com.br/", "https://exemplo.com.br/"],
    ["https://www.google.com/url?q=file:///etc/passwd", "https://www.google.com/url?q=file:///etc/passwd"],
    [
      "https://google.com.mau.example/url?q=https://exemplo.com.br/",
      "https://google.com.mau.example/url?q=https://exemplo.com.br/",
    ],
    ["//exemplo.com.br/x", "https://exemplo.com.br/x"],
    ["/contato", null],
    ["data:text/html,x", null],
    ["http://[", null],
  ])("%s", (address, expected) => expect(linkAddress(address)).toBe(expected));
});

describe("styles", () => {
  it("are split outside of quotes and parentheses", () =>
    expect([
      ...declarations('background:url(data:image/png;base64,AA==);font:7.0pt "a;b"; Color : RED !important'),
    ]).toEqual([
      ["background", "url(data:image/png;base64,aa==)"],
      ["font", '7.0pt "a;b"'],
      ["color", "red"],
    ]));
  it("with either quotes are told of", () => {
    expect(cleanHtml("<p style='color:red'>a</p>").leftOut).toEqual([{ what: "formatting" }]);
    expect(cleanHtml('<p style="background:#fff">a</p>').leftOut).toEqual([{ what: "formatting" }]);
    expect(cleanHtml("<p style='text-align:center'>a</p>").leftOut).toEqual([]);
  });
});

describe("what a policy would report", () => {
  it.each([
    [
      "<p style='color:red' onclick=\"x()\" title='style=1'>a</p>",
      `<p ${STYLE}='color:red' data-pasted-onclick="x()" title='style=1'>a</p>`,
    ],
    ["<img alt='a > b' STYLE=x:y>style='a' < b", `<img alt="a > b" ${STYLE}="x:y">style='a' < b`],
    ["<!-- <p style='a'> --><b style=\"a\n:b\">x</b>", `<!-- <p style='a'> --><b ${STYLE}="a\n:b">x</b>`],
    ["<script>'<p style=1>'</script><p>x", "<p>x</p>"],
    ["<p class='x'style='a'>x", `<p class="x" ${STYLE}="a">x</p>`],
  ])("is no attribute when %s is parsed", (source, expected) => {
    const wanted = document.createElement("div");
    wanted.innerHTML = expected;
    const { document: parsed } = parseInert(source);
    // A comment before the first element stands before the root.
    expect(parsed.documentElement.querySelector("[style], [onclick], script")).toBeNull();
    expect(parsed.body.innerHTML).toBe(wanted.innerHTML.replace(/^<!--.*?-->/, ""));
  });
  it("is kept of style sheets", () =>
    expect(parseInert("<style><!-- p {a:b} --></style><STYLE type=x>i{c:d}</STYLE >x").sheets).toEqual([
      "<!-- p {a:b} -->",
      "i{c:d}",
    ]));
});

describe("the note", () => {
  it("says what was left out", () =>
    expect(
      noteOn([
        { what: "pictures", names: ["a.png", "b.png"] },
        { what: "comments", count: 2 },
        { what: "changes" },
        { what: "formatting" },
      ]),
    ).toBe(
      "2 imagens não vieram (a.png, b.png): envie-as pelo botão Imagem no texto. Deixamos de fora 2 comentários de revisão. As alterações controladas entraram como aceitas. Removemos cores e fontes do texto colado.",
    ));
  it("is empty where all came", () => expect(noteOn([])).toBe(""));
});
