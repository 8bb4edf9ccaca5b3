// How the post appears in a search engine, and the fields for it.
import { useQuery } from "@tanstack/react-query";

import { api, ask } from "../api/client";
import { keys } from "../api/keys";
import { limits } from "../api/limits";
import { Field } from "../design/field";
import { Icon } from "../design/icons";
import { FailureNote } from "../design/notes";
import { Performance } from "./performance";
import { usePostEditor } from "./post-editor";
import { useDescription, useSeoTitle } from "./writing-help";

const TITLE = 60;
const DESCRIPTION = 156;

export function SearchTab() {
  const { post, fields, edits, set } = usePostEditor();
  const site = useQuery({
    queryKey: keys.sites.one(post.site_id),
    queryFn: () => ask(api.GET("/api/v1/sites/{id}", { params: { path: { id: post.site_id } } })),
  });
  const material = { site_id: post.site_id, title: fields.title, body: fields.body, keyword: fields.focus_keyword };
  const title = useSeoTitle(material, (seo_title) => set({ seo_title }));
  const description = useDescription(material, (meta_description) => set({ meta_description }));
  const shownTitle = fields.seo_title || fields.title || "Título";
  const shownDescription = fields.meta_description || fields.excerpt || "A descrição aparece aqui.";
  const host = site.data?.url.replace(/^https?:\/\//, "").replace(/\/$/, "");
  return (
    <>
      <section>
        <h2>
          Como aparece na busca <span>prévia</span>
        </h2>
        <div className="serp">
          <p className="u">
            {host} › {fields.slug || "…"}
          </p>
          <p className="t">{shortened(shownTitle, TITLE)}</p>
          <p className="d">{shortened(shownDescription, DESCRIPTION)}</p>
        </div>
      </section>
      <fieldset className="fields" disabled={!edits}>
        <Field label="Palavra-chave" id="focus_keyword">
          {(props) => (
            <input
              {...props}
              className="input"
              maxLength={limits().keyword_chars}
              value={fields.focus_keyword}
              onChange={(event) => set({ focus_keyword: event.target.value })}
            />
          )}
        </Field>
        <Field
          label="Título para a busca"
          id="seo_title"
          help={
            <Meter text={fields.seo_title} limit={TITLE} fits="Cabe inteiro" empty="Vazio: vale o título do conteúdo" />
          }
        >
          {(props) => (
            <textarea
              {...props}
              className="input"
              rows={2}
              maxLength={limits().seo_title_chars}
              placeholder={fields.title}
              value={fields.seo_title}
              onChange={(event) => set({ seo_title: event.target.value.replace(/\n/g, " ") })}
            />
          )}
        </Field>
        <Field
          label="Descrição"
          id="meta_description"
          help={
            <Meter
              text={fields.meta_description}
              limit={DESCRIPTION}
              fits="Cabe inteira"
              empty="Vazia: vale o resumo"
            />
          }
        >
          {(props) => (
            <textarea
              {...props}
              className="input"
              rows={4}
              maxLength={limits().meta_description_chars}
              value={fields.meta_description}
              onChange={(event) => set({ meta_description: event.target.value.replace(/\n/g, " ") })}
            />
          )}
        </Field>
        <div className="row wrap">
          <button type="button" className="btn small" disabled={title.isPending} onClick={() => title.mutate()}>
            <Icon name="spark" small />
            {title.isPending ? "Escrevendo…" : "Sugerir título"}
          </button>
          <button
            type="button"
            className="btn small"
            disabled={description.isPending}
            onClick={() => description.mutate()}
          >
            <Icon name="spark" small />
            {description.isPending ? "Escrevendo…" : "Sugerir descrição"}
          </button>
        </div>
        {(title.error ?? description.error) ? <FailureNote error={title.error ?? description.error} /> : null}
      </fieldset>
      {post.status === "published" ? <Performance post={post} /> : null}
    </>
  );
}

function Meter({ text, limit, fits, empty }: { text: string; limit: number; fits: string; empty: string }) {
  const length = [...text].length;
  return (
    <span className="meter">
      <span>{length === 0 ? empty : length <= limit ? fits : "Será cortado"}</span>
      <span className="num">
        {length} de {limit}
      </span>
    </span>
  );
}

function shortened(text: string, limit: number): string {
  const letters = [...text];
  return letters.length <= limit ? text : `${letters.slice(0, limit - 1).join("")}…`;
}
