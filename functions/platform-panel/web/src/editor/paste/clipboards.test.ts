// @vitest-environment jsdom
// Every recorded or written clipboard, against the HTML that it becomes. README.md in clipboards/ names where each form is described.
import { describe, expect, it } from "vitest";

import { ofMarkdown, plan } from "./clean";
import { noteOn } from "./say";
import type { Cleaned, Clipboard } from "./types";

const stored = import.meta.glob<string>("./clipboards/*.*", { query: "?raw", import: "default", eager: true });
const names = [
  ...new Set(Object.keys(stored).flatMap((path) => /\/(\d\d-[\w-]+)\.(?:html|txt)$/.exec(path)?.[1] ?? [])),
].sort();

const read = (name: string, ending: string) => stored[`./clipboards/${name}.${ending}`];

function clipboard(name: string): Clipboard {
  const files = read(name, "files")?.trim().split("\n") ?? [];
  return {
    html: read(name, "html"),
    text: read(name, "txt"),
    rtf: read(name, "rtf"),
    files: files.map((line) => {
      const [file = "", type = ""] = line.split(" ");
      return new File([new Uint8Array(8)], file, { type });
    }),
  };
}

/** What is compared: how it is pasted, what is said, the pictures, and the HTML with a line for each block. */
async function outcome(name: string): Promise<string> {
  const planned = plan(clipboard(name), read(name, "plain") !== undefined);
  const told = (way: string, { html, leftOut, pictures }: Cleaned) =>
    [
      `<!-- ${way}${noteOn(leftOut) ? `; ${noteOn(leftOut)}` : ""}${pictures.map(({ name, alt, source }) => `; ${name}, ${source instanceof File ? `${source.type}, ${source.size} bytes` : source.address}, “${alt}”`).join("")} -->`,
      html.replace(
        /(<\/(?:p|h[1-6]|ul|ol|li|table|caption|thead|tbody|tr|blockquote|pre|figure|dl|dt|dd|details|summary|iframe)>|<hr>|<(?:ul|ol|thead|tbody)[^>]*>)(?!$)/g,
        "$1\n",
      ),
      "",
    ].join("\n");
  switch (planned.way) {
    case "insert":
      return told(planned.asTyped ? "insert, as typed" : "insert", planned.cleaned);
    case "markdown":
      return told("Markdown", await ofMarkdown(planned.text));
    case "pictures":
      return `<!-- pictures: ${planned.files.map(({ name }) => name).join(", ")}, “${planned.alt}” -->\n`;
    default:
      return `<!-- ${planned.way} -->\n`;
  }
}

describe("a clipboard", () => {
  it.each(names)("%s", async (name) => {
    await expect(await outcome(name)).toMatchFileSnapshot(`./clipboards/${name}.expected.html`);
  });

  it("is there for at least 45 sources", () => expect(names.length).toBeGreaterThanOrEqual(45));
});
