// Where links lie, and which addresses are refused.
import { getSchema } from "@tiptap/core";
import { DOMParser } from "@tiptap/pm/model";
import { EditorState, TextSelection } from "@tiptap/pm/state";
import { describe, expect, it } from "vitest";

import { isLikeAddress, readAddress, selectedLink, targetOf } from "./links";
import { extensions } from "./schema";

const schema = getSchema(extensions);

/** The state of a text with a selection, counted in characters of its only paragraph. */
function stateOf(html: string, from: number, to = from) {
  const dom = document.createElement("div");
  dom.innerHTML = html;
  const doc = DOMParser.fromSchema(schema).parse(dom);
  return EditorState.create({ doc, selection: TextSelection.create(doc, from + 1, to + 1) });
}

describe("the link of a selection", () => {
  const text = '<p>Veja o <a href="https://a.example/">guia <strong>completo</strong></a> aqui.</p>';
  const link = { from: 8, to: 21, href: "https://a.example/" };

  it.each([7, 9, 15, 20])("is the whole one around a cursor behind character %i, with its stressed words", (place) => {
    expect(selectedLink(stateOf(text, place))).toEqual(link);
  });

  it.each([0, 6, 21])("is none behind character %i", (place) => {
    expect(selectedLink(stateOf(text, place))).toBeNull();
  });

  it("is the one in which all selected words lie, and none when others are selected too", () => {
    expect(selectedLink(stateOf(text, 8, 15))).toEqual(link);
    expect(selectedLink(stateOf(text, 15, 23))).toBeNull();
    expect(selectedLink(stateOf(text, 2, 10))).toBeNull();
  });

  it("is one of two that touch", () => {
    const two = '<p><a href="https://a.example/">um</a><a href="https://b.example/">dois</a></p>';
    expect(selectedLink(stateOf(two, 1))).toEqual({ from: 1, to: 3, href: "https://a.example/" });
    expect(selectedLink(stateOf(two, 4))).toEqual({ from: 3, to: 7, href: "https://b.example/" });
  });
});

describe("an address", () => {
  it.each([
    ["https://exemplo.com.br/guia?a=1#b", "https://exemplo.com.br/guia?a=1#b"],
    [" exemplo.com.br/guia ", "https://exemplo.com.br/guia"],
    ["localhost:8081/guia", "https://localhost:8081/guia"],
    ["mailto:ana@exemplo.com.br", "mailto:ana@exemplo.com.br"],
    ["ana@exemplo.com.br", "mailto:ana@exemplo.com.br"],
    ["tel:+5511999990000", "tel:+5511999990000"],
    ["/contato", "/contato"],
    ["#perguntas", "#perguntas"],
  ])("%s is taken", (typed, href) => {
    expect(readAddress(typed)).toEqual({ href });
  });

  it.each([
    ["javascript:alert(1)", "não pode começar com “javascript:”"],
    ["JavaScript:alert(1)", "não pode começar com “javascript:”"],
    [" data:text/html,x", "não pode começar com “data:”"],
    ["java\tscript:alert(1)", "não é um endereço"],
    ["ftp://exemplo.com.br", "não pode começar com “ftp:”"],
    ["horta", "não é um endereço"],
    ["horta na varanda", "não é um endereço"],
    ["https://", "não é um endereço"],
    ["exemplo.com.br/um caminho", "não é um endereço"],
    ["mailto:", "Falta o que vem depois"],
    ["  ", "Escreva um endereço"],
  ])("%s is refused, with the reason", (typed, reason) => {
    expect(readAddress(typed)).toEqual({ refusal: expect.stringContaining(reason) as string });
  });

  it("is distinguished from words of a title", () => {
    expect(["horta", "horta na varanda", "o que é pH?"].some(isLikeAddress)).toBe(false);
    expect(["exemplo.com", "/contato", "#a", "javascript:x", "https://x"].every(isLikeAddress)).toBe(true);
  });

  it("leads from the site on which the text is", () => {
    expect(targetOf("/contato", "https://cliente.example/blog")).toBe("https://cliente.example/contato");
    expect(targetOf("https://a.example/x", undefined)).toBe("https://a.example/x");
    expect(targetOf("#perguntas", "https://cliente.example")).toBeNull();
    expect(targetOf("javascript:alert(1)", "https://cliente.example")).toBeNull();
    expect(targetOf("/contato", undefined)).toBeNull();
  });
});
