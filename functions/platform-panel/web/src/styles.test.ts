// @vitest-environment node
// Styles of one folder do not meet those of another. Those of src/design are for all; a rule of any other folder holds only
// where a class of its own is, which no other folder uses.
import ts from "typescript";
import { describe, expect, test } from "vitest";

const SHEETS = import.meta.glob<string>("./**/*.css", { query: "?raw", import: "default", eager: true });
const SOURCES = import.meta.glob<string>(["./**/*.tsx", "!./**/*.test.tsx"], {
  query: "?raw",
  import: "default",
  eager: true,
});
/** Where the styles for all are. */
const SHARED = "design";

/** The folder of a file such as ./home/home.tsx. */
const folderOf = (file: string) => file.split("/").slice(1, -1)[0] ?? ".";
const classesOf = (selector: string) =>
  [...selector.replace(/\[[^\]]*\]/g, "").matchAll(/\.([a-z_][\w-]*)/gi)].map(([, name]) => name ?? "");

type Rule = { folder: string; file: string; selector: string; classes: string[] };

/** The selectors of a sheet: what is before a brace, but for conditions and the steps of animations. */
function selectorsOf(css: string): string[] {
  return [...css.replace(/\/\*[\s\S]*?\*\//g, "").matchAll(/([^{};]+)\{/g)]
    .map(([, before]) => before?.trim() ?? "")
    .filter((before) => !/^(@|from$|to$|[\d.]+%)/.test(before))
    .flatMap((list) => list.split(/,(?![^(]*\))/))
    .map((selector) => selector.trim());
}

const rules: Rule[] = Object.entries(SHEETS).flatMap(([file, css]) =>
  selectorsOf(css).map((selector) => ({ folder: folderOf(file), file, selector, classes: classesOf(selector) })),
);

/** The folders whose sheets name a class. */
const named = new Map<string, Set<string>>();
for (const { folder, classes } of rules)
  for (const name of classes) named.set(name, (named.get(name) ?? new Set()).add(folder));

/** The folder to which a class belongs: that of the only sheets that name it. */
function ownerOf(name: string): string | undefined {
  const folders = named.get(name);
  return folders?.size === 1 ? [...folders][0] : undefined;
}

/** The classes that a source puts on elements, with their lines. */
function used(file: string, text: string): { name: string; line: number }[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: { name: string; line: number }[] = [];
  const texts = (node: ts.Node) => {
    // What is compared is no class.
    if (ts.isBinaryExpression(node) && /^[!=]==$/.test(node.operatorToken.getText())) return;
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      for (const name of node.text.split(/\s+/).filter(Boolean))
        found.push({ name, line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1 });
    node.forEachChild(texts);
  };
  const visit = (node: ts.Node) => {
    if (ts.isJsxAttribute(node) && /classname$/i.test(node.name.getText()) && node.initializer) texts(node.initializer);
    else node.forEachChild(visit);
  };
  visit(source);
  return found;
}

describe("styles", () => {
  test("there are some", () => {
    expect(rules.filter(({ folder }) => folder === SHARED).length).toBeGreaterThan(50);
    expect(rules.filter(({ folder }) => folder !== SHARED).length).toBeGreaterThan(50);
  });

  test("a rule of a folder holds only where a class of its own is", () => {
    const lost = rules
      .filter(({ folder, classes }) => folder !== SHARED && !classes.some((name) => ownerOf(name) === folder))
      .map(({ file, selector }) => `${file}: ${selector}`);
    expect(lost.join("\n")).toBe("");
  });

  test("a class of a folder is on elements of that folder only", () => {
    const foreign = Object.entries(SOURCES).flatMap(([file, text]) =>
      used(file, text).flatMap(({ name, line }) => {
        const owner = ownerOf(name);
        return owner === undefined || owner === SHARED || owner === folderOf(file)
          ? []
          : [`${file}:${line} .${name} of ${owner}`];
      }),
    );
    expect(foreign.join("\n")).toBe("");
  });
});
