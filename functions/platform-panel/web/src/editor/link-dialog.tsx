// The address of a link: written, or that of a published post of the same site, found by its title.
import { useQuery } from "@tanstack/react-query";
import type { Editor } from "@tiptap/react";
import { useDeferredValue, useId, useState } from "react";

import { api, ask } from "../api/client";
import { keys } from "../api/keys";
import { limits } from "../api/limits";
import { DialogFrame } from "../design/dialog";
import { Field } from "../design/field";
import { Icon } from "../design/icons";
import { isLikeAddress, putLink, readAddress, removeLink, selectedLink, targetOf } from "./links";

/** The site of the text, the text's own post, and its address on the site. */
export type LinkContext = { site: number; post: number; address: string | null };

type Props = LinkContext & { editor: Editor; onClose: () => void };

const SHORTEST = 2;
const RESULTS = 6;

/** Published posts of the site whose title contains the words. */
function usePosts({ site, post }: LinkContext, words: string) {
  const { data } = useQuery({
    queryKey: keys.posts.links(site, words),
    queryFn: () =>
      ask(
        api.GET("/api/v1/posts", {
          // The post itself may be among them.
          params: { query: { q: words, site_id: [site], status: "published", per_page: RESULTS + 1 } },
        }),
      ),
    enabled: words.length >= SHORTEST,
    placeholderData: (before) => before,
  });
  if (words.length < SHORTEST) return null;
  return data?.items
    .flatMap(({ id, title, host_post_url: href }) =>
      href && id !== post ? [{ title: title || "Sem título", href }] : [],
    )
    .slice(0, RESULTS);
}

export function LinkDialog({ editor, onClose, ...context }: Props) {
  const [link] = useState(() => selectedLink(editor.state));
  const [typed, setTyped] = useState(link?.href ?? "");
  const [refusal, setRefusal] = useState<string | null>(null);
  // The place in the list of posts; none until an arrow goes there, so that Enter takes what is written.
  const [chosen, setChosen] = useState<number | null>(null);
  const list = useId();
  const words = useDeferredValue(isLikeAddress(typed) ? "" : typed.trim().slice(0, limits().post_search_chars));
  const posts = usePosts(context, words);
  const found = posts ?? [];
  const target = link && targetOf(link.href, context.address ?? undefined);

  function put(address: string, title?: string) {
    const read = readAddress(address);
    if ("refusal" in read) return setRefusal(read.refusal);
    if (!putLink(editor, link, read.href, title ?? read.href)) return setRefusal("O texto não aceita este endereço.");
    onClose();
  }
  function press(event: React.KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || found.length === 0) return;
    event.preventDefault();
    const from = chosen ?? (step > 0 ? -1 : 0);
    setChosen((from + step + found.length) % found.length);
  }
  return (
    <DialogFrame title={link ? "Editar o link" : "Link"} onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const post = chosen === null ? undefined : found[chosen];
          if (post) put(post.href, post.title);
          else put(typed);
        }}
      >
        <Field
          label="Endereço"
          error={refusal}
          help="Ou palavras do título de um conteúdo publicado neste site, para escolher na lista."
        >
          {(props) => (
            <input
              {...props}
              className="input"
              role="combobox"
              aria-expanded={found.length > 0}
              aria-controls={list}
              aria-autocomplete="list"
              aria-activedescendant={chosen === null ? undefined : `${list}${chosen}`}
              inputMode="url"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              autoFocus
              value={typed}
              onFocus={(event) => event.target.select()}
              onKeyDown={press}
              onChange={(event) => {
                setTyped(event.target.value);
                setChosen(null);
                setRefusal(null);
              }}
            />
          )}
        </Field>
        <ul
          id={list}
          className="found"
          role="listbox"
          aria-label="Conteúdos publicados neste site"
          hidden={found.length === 0}
        >
          {found.map(({ title, href }, index) => (
            <li
              key={href}
              id={`${list}${index}`}
              role="option"
              aria-selected={index === chosen}
              onPointerMove={() => index !== chosen && setChosen(index)}
              onClick={() => put(href, title)}
            >
              <span>{title}</span>
              <small>{href.replace(/^https?:\/\//, "")}</small>
            </li>
          ))}
        </ul>
        <p className="help found-count" role="status">
          {posts?.length === 0 ? `Nenhum conteúdo publicado neste site com “${words}” no título.` : ""}
        </p>
        <div className="ends">
          {link ? (
            <button
              type="button"
              className="btn quiet"
              onClick={() => {
                removeLink(editor, link);
                onClose();
              }}
            >
              Tirar
            </button>
          ) : null}
          {target ? (
            <a className="btn quiet" href={target} target="_blank" rel="noopener noreferrer">
              <Icon name="external" small />
              Abrir
            </a>
          ) : null}
          <button className="btn main">{link ? "Trocar" : "Pôr o link"}</button>
        </div>
      </form>
    </DialogFrame>
  );
}
