// The list of posts. Only the rows near the window are in the document, however many posts there are; the table says which
// of how many rows each one is.
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { Link } from "@tanstack/react-router";
import { memo, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";

import { ago, when } from "../design/dates";
import { Icon } from "../design/icons";
import { State } from "../design/state";
import { lettersOn } from "../frame/shortcuts";
import { BulkBar } from "./bulk";
import type { Filters } from "./filters";
import { MoveDialog, useMoveKey } from "./move-dialog";
import { PER_PAGE, type Post, usePosts } from "./post-pages";

/** Height of a row before it is measured; narrow windows stack the cells. */
const ROW = () => (innerWidth <= 640 ? 92 : 61);
const OVERSCAN = 12;

type Props = { filters: Filters; total: number; siteName: (id: number) => string };

export function Table({ filters, total, siteName }: Props) {
  const table = useRef<HTMLTableElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const [above, setAbove] = useState(0);
  useLayoutEffect(() => {
    setAbove((body.current?.getBoundingClientRect().top ?? 0) + scrollY);
  }, []);
  const rows = useWindowVirtualizer({ count: total, estimateSize: ROW, overscan: OVERSCAN, scrollMargin: above });
  const shown = rows.getVirtualItems();
  const at = usePosts(filters, shown[0]?.index ?? 0, shown.at(-1)?.index ?? 0);
  const [chosen, setChosen] = useState<Post[]>([]);
  const isChosen = (post: Post) => chosen.some(({ id }) => id === post.id);
  const choose = (post: Post) =>
    setChosen((before) =>
      before.some(({ id }) => id === post.id) ? before.filter(({ id }) => id !== post.id) : [...before, post],
    );
  const all =
    total <= PER_PAGE
      ? Array.from({ length: total }, (_, index) => at(index)).filter((post) => post !== undefined)
      : [];
  useRowKeys({ total, scrollTo: (index) => rows.scrollToIndex(index, { align: "auto" }), at, choose });
  const [moved, setMoved] = useState<Post | null>(null);
  useMoveKey((id) => setMoved(shown.map(({ index }) => at(index)).find((post) => post?.id === id) ?? null));
  const before = (shown[0]?.start ?? above) - above;
  const after = rows.getTotalSize() - ((shown.at(-1)?.end ?? above) - above);
  return (
    <>
      <table className="list posts" ref={table} aria-rowcount={total + 1}>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className="sel">
              {total <= PER_PAGE ? (
                <input
                  type="checkbox"
                  aria-label="Selecionar todos"
                  checked={all.length > 0 && all.every(isChosen)}
                  onChange={(event) => setChosen(event.target.checked ? all : [])}
                />
              ) : (
                <span className="vh">Seleção</span>
              )}
            </th>
            <th scope="col">Título</th>
            <th scope="col">Estado</th>
            <th scope="col" className="c-site">
              Site
            </th>
            <th scope="col" className="c-who">
              Responsável
            </th>
            <th scope="col" className="c-when">
              Data
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          <Space height={before} />
          {shown.map(({ index }) => {
            const post = at(index);
            return (
              <Row
                key={post?.id ?? `n${index}`}
                index={index}
                post={post}
                site={post ? siteName(post.site_id) : ""}
                chosen={post ? isChosen(post) : false}
                onChoose={choose}
                measure={rows.measureElement}
              />
            );
          })}
          <Space height={after} />
        </tbody>
      </table>
      <BulkBar posts={chosen} onClear={() => setChosen([])} />
      {moved ? <MoveDialog post={moved} onClose={() => setMoved(null)} /> : null}
    </>
  );
}

/** The height of the rows that are not in the document. One cell: more would add columns where narrow windows hide some. */
function Space({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden="true" className="space">
      <td style={{ height }} />
    </tr>
  );
}

type RowProps = {
  index: number;
  post: Post | undefined;
  site: string;
  chosen: boolean;
  onChoose: (post: Post) => void;
  measure: (row: HTMLTableRowElement | null) => void;
};

const Row = memo(
  function Row({ index, post, site, chosen, onChoose, measure }: RowProps) {
    if (!post) {
      return (
        <tr ref={measure} data-index={index} aria-rowindex={index + 2} aria-busy="true">
          <td className="sel" />
          <td className="t">
            <div className="bone" />
          </td>
        </tr>
      );
    }
    return (
      <tr
        ref={measure}
        data-index={index}
        data-post={post.id}
        aria-rowindex={index + 2}
        className={chosen ? "chosen" : undefined}
      >
        <td className="sel">
          <input
            type="checkbox"
            aria-label={`Selecionar ${post.title || "sem título"}`}
            checked={chosen}
            onChange={() => onChoose(post)}
          />
        </td>
        <td className="t">
          <Link to="/painel/conteudos/$id" params={{ id: String(post.id) }} preload={false}>
            {post.title || "Sem título"}
          </Link>
          <small>
            {post.changed_after_approval ? (
              <span className="flag">
                <Icon name="warn" small /> Mudou depois da aprovação ·{" "}
              </span>
            ) : null}
            <Why post={post} />
          </small>
        </td>
        <td className="st-c">
          <State post={post} />
        </td>
        <td className="c-site">{site}</td>
        <td className="c-who">{post.details?.author_name ?? ""}</td>
        <td className="when num">
          <When post={post} />
        </td>
      </tr>
    );
  },
  (one, other) =>
    one.index === other.index && one.post === other.post && one.site === other.site && one.chosen === other.chosen,
);

/** Why the post stands where it stands. */
function Why({ post }: { post: Post }) {
  const { publication, client_comment } = post.details ?? {};
  const { state } = post;
  if (state === "parked" && publication?.error) return <span className="said">{publication.error}</span>;
  if ((state === "adjustments" || state === "rejected") && client_comment)
    return <span className="said">“{client_comment}”</span>;
  return <>mudou {ago(post.updated_at)}</>;
}

function When({ post }: { post: Post }) {
  if (post.published_at) {
    return (
      <>
        <b>{when(post.published_at)}</b>
        {post.host_post_url ? (
          <small>
            <a href={post.host_post_url} rel="noreferrer" target="_blank">
              Ver no site
            </a>
          </small>
        ) : null}
      </>
    );
  }
  if (!post.scheduled_at) return <span className="faint">sem data</span>;
  return (
    <>
      <b>{when(post.scheduled_at)}</b>
      {post.status === "draft" ? <small>se o cliente aprovar</small> : null}
    </>
  );
}

type Keys = {
  total: number;
  scrollTo: (index: number) => void;
  at: (index: number) => Post | undefined;
  choose: (post: Post) => void;
};

/** J and K walk the rows, X selects the one with the focus. */
function useRowKeys(keys: Keys) {
  const latest = useEffectEvent(() => keys);
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const { total, scrollTo, at, choose } = latest();
      const key = event.key.toLowerCase();
      const target = event.target as HTMLElement;
      if (!["j", "k", "x"].includes(key) || event.ctrlKey || event.metaKey || event.altKey || !lettersOn()) return;
      if (
        target.matches("input:not([type=checkbox]), textarea, select") ||
        document.querySelector("[role=dialog], [role=alertdialog], [role=menu]")
      )
        return;
      const present = Number(target.closest<HTMLElement>("tr[data-index]")?.dataset.index ?? -1);
      if (key === "x") {
        const post = present >= 0 ? at(present) : undefined;
        if (post) choose(post);
        return;
      }
      event.preventDefault();
      const next = Math.max(0, Math.min(total - 1, present + (key === "j" ? 1 : -1)));
      scrollTo(next);
      // The row may have to be drawn first.
      requestAnimationFrame(() =>
        document.querySelector<HTMLElement>(`tr[data-index="${next}"] .t a`)?.focus({ preventScroll: true }),
      );
    }
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
