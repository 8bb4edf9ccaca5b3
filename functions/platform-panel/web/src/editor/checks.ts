// Scores and grammar while a text is written: off the typing path, after a moment of rest.
import { useQuery } from "@tanstack/react-query";
import type { Editor } from "@tiptap/react";
import { useCallback, useEffect, useRef, useState } from "react";

import { api, ask } from "../api/client";
import { keys } from "../api/keys";
import type { components } from "../api/schema";
import { paragraphs, type Finding, type Placed, placedFindings, withFindings } from "./findings";
import type { Fields, Post } from "./draft";

export type Analysis = components["schemas"]["AnalysisBody"];
export type Check = components["schemas"]["AnalysisCheck"];

const REST = 1_200;

/** A value after it has rested. */
export function useRested<T>(value: T, rest = REST): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), rest);
    return () => clearTimeout(timer);
  }, [value, rest]);
  return rested;
}

/** The three scores of the fields as they are written. */
export function useAnalysis(
  siteId: number,
  fields: Fields,
  featured: Post["media"][number] | undefined,
  faqSupported: boolean,
) {
  const rested = useRested(fields);
  const body = {
    site_id: siteId,
    title: rested.title,
    body: rested.body,
    slug: rested.slug,
    focus_keyword: rested.focus_keyword,
    seo_title: rested.seo_title,
    meta_description: rested.meta_description,
    host_author_id: rested.host_author_id ?? null,
    faq_data: {
      enabled: rested.faq_data.enabled,
      schema_enabled: rested.faq_data.schema_enabled,
      items: rested.faq_data.items,
    },
    faq_supported: faqSupported,
    featured_image: featured ? { alt_text: featured.alt_text } : null,
  };
  return useQuery({
    queryKey: keys.analysis(body),
    queryFn: ({ signal }) => ask(api.POST("/api/v1/posts/analyze", { body, signal })),
    placeholderData: (before) => before,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30_000,
    retry: false,
  });
}

/** The checks, those with the same status and message as one: without a focus keyword, each check that needs it says so. */
export function distinct(checks: Check[]): { check: Check; same: Check[] }[] {
  const found = new Map<string, { check: Check; same: Check[] }>();
  for (const check of checks) {
    const key = `${check.status} ${check.message}`;
    const known = found.get(key);
    if (known) known.same.push(check);
    else found.set(key, { check, same: [check] });
  }
  return [...found.values()];
}

/** Findings of the grammar check in the editor. Only paragraphs whose text was not checked before are sent. */
export function useGrammar(
  editor: Editor | null,
  site: number,
  enabled: boolean,
): { findings: Placed[]; ignore: (finding: Placed) => void } {
  const known = useRef(new Map<string, Finding[]>());
  const ignored = useRef(new Set<string>());
  const [findings, setFindings] = useState<Placed[]>([]);

  const show = useCallback((editor: Editor) => {
    const placed = paragraphs(editor.state.doc).flatMap(({ from, text }) =>
      (known.current.get(text) ?? []).map((finding) => ({
        from: from + finding.offset,
        to: from + finding.offset + finding.length,
        finding,
        text: editor.state.doc.textBetween(from + finding.offset, from + finding.offset + finding.length),
      })),
    );
    const left = placed.filter(({ finding, text }) => !ignored.current.has(`${finding.rule} ${text}`));
    editor.view.dispatch(withFindings(editor.state, left));
    setFindings(left);
  }, []);

  useEffect(() => {
    if (!editor || !enabled) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ended = false;
    async function check(editor: Editor) {
      const asked = paragraphs(editor.state.doc)
        .map(({ text }) => text)
        .filter((text) => !known.current.has(text));
      const fresh = [...new Set(asked)];
      if (fresh.length > 0) {
        try {
          const { items } = await checkAll(site, fresh);
          fresh.forEach((text, index) => known.current.set(text, items[index] ?? []));
        } catch {
          // Tried again after the next change.
          return;
        }
      }
      if (!ended && !editor.isDestroyed) show(editor);
    }
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void check(editor), REST);
    };
    const typed = () => {
      // The places move with every keystroke; who goes to one asks for it then.
      setFindings((before) => {
        if (before.length === 0) return before;
        const now = placedFindings(editor.state);
        return now.length === before.length ? before : now;
      });
      later();
    };
    later();
    editor.on("update", typed);
    return () => {
      ended = true;
      clearTimeout(timer);
      editor.off("update", typed);
    };
  }, [editor, site, enabled, show]);

  const ignore = useCallback(
    ({ finding, text }: Placed) => {
      ignored.current.add(`${finding.rule} ${text}`);
      if (editor) show(editor);
    },
    [editor, show],
  );
  return { findings, ignore };
}

/** The findings of each text, with offsets within it. */
async function checkAll(site: number, texts: string[]): Promise<{ items: Finding[][] }> {
  const joint = "\n\n";
  const found = await ask(
    api.POST("/api/v1/posts/check-grammar", { body: { site_id: site, text: texts.join(joint) } }),
  );
  let start = 0;
  const items = texts.map((text) => {
    const end = start + text.length;
    const own = found
      .filter(({ offset, length }) => offset >= start && offset + length <= end)
      .map((finding) => ({ ...finding, offset: finding.offset - start }));
    start = end + joint.length;
    return own;
  });
  return { items };
}
