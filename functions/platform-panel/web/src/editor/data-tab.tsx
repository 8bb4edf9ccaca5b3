// What the host shows beside the text: author, categories, tags, address.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { api, ask } from "../api/client";
import { keys } from "../api/keys";
import { limits } from "../api/limits";
import { when } from "../design/dates";
import { Field } from "../design/field";
import { Icon } from "../design/icons";
import { FailureNote, Note } from "../design/notes";
import { usePostEditor } from "./post-editor";

const DAY = 3_600_000;

export function DataTab() {
  const { post, fields, edits, set } = usePostEditor();
  const authors = useQuery({
    queryKey: keys.sites.authors(post.site_id),
    queryFn: () => ask(api.GET("/api/v1/sites/{id}/authors", { params: { path: { id: post.site_id } } })),
    staleTime: DAY,
    retry: false,
  });
  const site = useQuery({
    queryKey: keys.sites.one(post.site_id),
    queryFn: () => ask(api.GET("/api/v1/sites/{id}", { params: { path: { id: post.site_id } } })),
  });
  const people = authors.data && "items" in authors.data ? authors.data.items : [];
  return (
    <fieldset className="fields" disabled={!edits}>
      <p className="sm">
        <span className="label">Site</span>
        <br />
        {site.data?.name}
      </p>
      <Field label="Autor no site" id="author">
        {(props) => (
          <select
            {...props}
            className="input"
            value={fields.host_author_id ?? ""}
            onChange={(event) => set({ host_author_id: Number(event.target.value) || null })}
          >
            <option value="">O usuário do acesso</option>
            {people.map((person) => (
              <option key={person.id} value={person.id}>
                {person.name}
              </option>
            ))}
            {fields.host_author_id && !people.some(({ id }) => id === fields.host_author_id) ? (
              <option value={fields.host_author_id}>Autor {fields.host_author_id}</option>
            ) : null}
          </select>
        )}
      </Field>
      {authors.data && "cause" in authors.data ? (
        <Note kind="warn">
          <p>
            {authors.data.message} {authors.data.hint}
          </p>
        </Note>
      ) : null}
      <Categories
        site={post.site_id}
        chosen={fields.host_category_ids}
        onChange={(host_category_ids) => set({ host_category_ids })}
      />
      <Tags names={fields.host_tag_names} onChange={(host_tag_names) => set({ host_tag_names })} />
      <Field
        label="Endereço"
        id="slug"
        help={
          site.data
            ? `${site.data.url.replace(/^https?:\/\//, "").replace(/\/$/, "")}/${fields.slug || "…"}`
            : undefined
        }
      >
        {(props) => (
          <input
            {...props}
            className="input"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={limits().slug_chars}
            placeholder="vem do título"
            value={fields.slug}
            onChange={(event) => set({ slug: event.target.value })}
          />
        )}
      </Field>
      <p className="sm">
        <span className="label">Data de saída</span>
        <br />
        {post.scheduled_at
          ? when(post.scheduled_at)
          : post.published_at
            ? `no ar desde ${when(post.published_at)}`
            : "Escolha a data em Publicar…"}
      </p>
      <label className="sw">
        <input
          type="checkbox"
          role="switch"
          checked={fields.approval_required}
          onChange={(event) => set({ approval_required: event.target.checked })}
        />
        Pedir aprovação do cliente antes de sair
      </label>
    </fieldset>
  );
}

function Categories({
  site,
  chosen,
  onChange,
}: {
  site: number;
  chosen: number[];
  onChange: (chosen: number[]) => void;
}) {
  const { data, error } = useQuery({
    queryKey: keys.sites.categories(site),
    queryFn: () => ask(api.GET("/api/v1/sites/{id}/categories", { params: { path: { id: site } } })),
    staleTime: DAY,
    retry: false,
  });
  return (
    <fieldset className="field">
      <legend className="label">Categorias</legend>
      {error ? <FailureNote error={error} /> : null}
      <div className="categories">
        {data?.items.map((category) => (
          <label key={category.id} className="check sm">
            <input
              type="checkbox"
              checked={chosen.includes(category.id)}
              onChange={(event) =>
                onChange(event.target.checked ? [...chosen, category.id] : chosen.filter((id) => id !== category.id))
              }
            />
            {category.name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Tags({ names, onChange }: { names: string[]; onChange: (names: string[]) => void }) {
  const [text, setText] = useState("");
  function add() {
    const fresh = text.split(",").map((name) => name.trim());
    const known = new Set(names.map((name) => name.toLowerCase()));
    onChange([...names, ...fresh.filter((name) => name !== "" && !known.has(name.toLowerCase()))]);
    setText("");
  }
  return (
    <Field label="Tags" help="Separe com Enter ou vírgula.">
      {(props) => (
        <>
          <div className="chips">
            {names.map((name) => (
              <span key={name} className="chip">
                {name}
                <button
                  type="button"
                  aria-label={`Tirar ${name}`}
                  onClick={() => onChange(names.filter((other) => other !== name))}
                >
                  <Icon name="close" />
                </button>
              </span>
            ))}
          </div>
          <input
            {...props}
            className="input"
            maxLength={limits().tag_chars}
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
            onBlur={add}
            onKeyDown={(event) => {
              if (event.key === "Enter" || event.key === ",") {
                event.preventDefault();
                add();
              } else if (event.key === "Backspace" && text === "") {
                onChange(names.slice(0, -1));
              }
            }}
          />
        </>
      )}
    </Field>
  );
}
