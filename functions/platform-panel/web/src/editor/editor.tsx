// The screen on which a post is written.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { Editor } from "@tiptap/react";
import { useCallback, useEffect, useState, useSyncExternalStore } from "react";

import { api, ask } from "../api/client";
import { asFailure } from "../api/failure";
import { keys } from "../api/keys";
import { limits } from "../api/limits";
import { FailureNote } from "../design/notes";
import { LoadingRows } from "../design/rows";
import { AWAITING_HOST, State } from "../design/state";
import { useTitle } from "../design/title";
import { NotHere } from "../frame/not-here";
import { may, useMe } from "../session/use-session";
import { ApprovalDialog } from "./approval-dialog";
import { Body } from "./body";
import { useAnalysis, useGrammar } from "./checks";
import { ConflictDialog } from "./conflict";
import { Cover } from "./cover";
import { ClientViewDialog } from "./client-view";
import { type Fields, type Post } from "./draft";
import { hasBegun } from "./fresh-post";
import "./editor.css";
import { EditorHeader } from "./editor-header";
import { Faq } from "./faq";
import { GrownArea } from "./grown-area";
import { MarkPopover, type OpenMark, useMarks } from "./mark-popover";
import { Panel } from "./panel";
import { goToField } from "./places";
import { type PostDialog, PostEditorProvider } from "./post-editor";
import { ProposalDialog } from "./proposal-dialog";
import { PublishDialog } from "./publish-dialog";
import { SaveLine } from "./save-line";
import { SaveNotes } from "./save-notes";
import { recover } from "./recovery";
import { type SaveState, Text } from "./saving";
import { ScoreStatus } from "./score-status";
import type { Offer } from "./slash";
import { SlashMenu } from "./slash-menu";
import { bodyOf, show } from "./stored-body";
import { useTextPictures } from "./text-pictures";

const route = getRouteApi("/painel/conteudos/$id");

/** What the menu of the text offers besides blocks. */
const OFFERS: Offer[] = ["device", "stock", "provider", "article"];

export function EditorScreen() {
  const id = Number(route.useParams().id);
  const {
    data: post,
    error,
    refetch,
  } = useQuery({
    queryKey: keys.post.all(id),
    queryFn: () => ask(api.GET("/api/v1/posts/{id}", { params: { path: { id } } })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // A publication that goes on after its dialogue was closed.
    refetchInterval: ({ state: { data } }) => (data && AWAITING_HOST.includes(data.state) ? 5_000 : false),
  });
  useTitle(post?.title || "Conteúdo");
  if (post) return <Writing key={id} post={post} />;
  if (error && asFailure(error).status === 404) return <NotHere />;
  if (error) return <FailureNote title="O conteúdo não chegou." error={error} onRetry={() => void refetch()} />;
  return <LoadingRows says="Abrindo o conteúdo" />;
}

/** Loads what the person wrote and did not save before the editor begins. */
function Writing({ post }: { post: Post }) {
  const me = useMe();
  // What the text begins from: a post that is read anew while it is written in does not begin it again.
  const [{ text, first }] = useState(() => ({ text: new Text(me.user.id, post), first: post }));
  const [ready, setReady] = useState(false);
  const [recovered, setRecovered] = useState<number | null>(null);
  useEffect(() => {
    void recover(text.user, first, text).then((at) => {
      setRecovered(at);
      setReady(true);
    });
    return () => text.close();
  }, [first, text]);
  return ready ? <Desk post={post} text={text} recovered={recovered} /> : <LoadingRows says="Abrindo o conteúdo" />;
}

function Desk({ post, text, recovered }: { post: Post; text: Text; recovered: number | null }) {
  const me = useMe();
  const queries = useQueryClient();
  const { aba } = route.useSearch();
  const { fields, state, version } = useSyncExternalStore(text.subscribe, text.current);
  const [editor, setEditor] = useState<Editor | null>(null);
  const [open, setOpen] = useState<PostDialog | null>(null);
  const [help, setHelp] = useState<"article" | "improvement" | null>(null);
  const [panel, setPanel] = useState(false);
  const [note, setNote] = useState(recovered);
  // When a text from another device took the place of the one here.
  const [moved, setMoved] = useState<Date | null>(null);
  const [resolving, setResolving] = useState(state.kind === "conflict");
  const [toolsPlace, setToolsPlace] = useState<HTMLElement | null>(null);
  const edits = may(me, "posts.edit") && !post.deleted_at;
  const site = me.sites.find(({ id }) => id === post.site_id);
  const faq = useQuery({
    queryKey: keys.sites.faq(post.site_id),
    queryFn: () => ask(api.GET("/api/v1/sites/{id}/faq-capability", { params: { path: { id: post.site_id } } })),
    staleTime: 300_000,
  });
  const takesFaq = faq.data?.ok === true || fields.faq_data.enabled;
  const featured = post.media.find(({ featured }) => featured);
  const analysis = useAnalysis(post.site_id, fields, featured, takesFaq);
  const { findings, ignore } = useGrammar(editor, post.site_id, edits);
  const [mark, setMark] = useState<OpenMark | null>(null);
  const closeMark = useCallback(() => setMark(null), []);
  useMarks(edits ? editor : null, setMark);
  // Who made the post to write it goes on in its text.
  useEffect(() => {
    if (editor && edits && hasBegun(post.id)) editor.commands.focus("start");
  }, [editor, edits, post.id]);

  const begin = useCallback(
    (made: Editor) => {
      text.attach({
        readBody: () => (made.isDestroyed ? text.now.body : bodyOf(made)),
        showBody: (body) => {
          if (!made.isDestroyed) show(made, body, edits);
        },
      });
      setEditor(made);
    },
    [text, edits],
  );
  const set = useCallback((changes: Partial<Fields>) => text.set(changes), [text]);
  const pictures = useTextPictures(editor, post.id, fields.title);
  function offered(offer: Offer) {
    if (offer === "article") setHelp("article");
    else if (offer === "faq") goToField("perguntas");
    else pictures.choose(offer);
  }
  const reload = useCallback(() => queries.invalidateQueries({ queryKey: keys.post.all(post.id) }), [queries, post.id]);

  useEffect(() => {
    function press(event: KeyboardEvent) {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s") {
        event.preventDefault();
        void text.save();
      } else if (event.key === "F6") {
        event.preventDefault();
        const inPanel = document.activeElement?.closest(".side");
        if (inPanel) editor?.commands.focus();
        else document.querySelector<HTMLElement>(".side [aria-current], .side a")?.focus();
      }
    }
    const look = () => void text.look().then((replaced) => replaced && setMoved(new Date()));
    const leave = () => void (document.visibilityState === "hidden" ? text.copy() : look());
    document.addEventListener("keydown", press);
    document.addEventListener("visibilitychange", leave);
    addEventListener("focus", look);
    return () => {
      document.removeEventListener("keydown", press);
      document.removeEventListener("visibilitychange", leave);
      removeEventListener("focus", look);
    };
  }, [text, editor]);
  // Leaving the screen saves.
  useEffect(
    () => () => void text.save().then(() => queries.invalidateQueries({ queryKey: keys.posts.all })),
    [text, queries],
  );
  const [known, setKnown] = useState<SaveState["kind"] | null>(null);
  if (state.kind !== known) {
    setKnown(state.kind);
    setResolving(state.kind === "conflict");
    // Once it is part of a version, the recovered text cannot be discarded for the former one.
    if (state.kind === "saved") setNote(null);
  }

  const reloadFields = useCallback(async () => {
    const fresh = await queries.fetchQuery({
      queryKey: keys.post.all(post.id),
      queryFn: () => ask(api.GET("/api/v1/posts/{id}", { params: { path: { id: post.id } } })),
      staleTime: 0,
    });
    await text.adopt(fresh);
    if (editor) show(editor, fresh.body, edits);
  }, [queries, post.id, text, editor, edits]);
  async function openSaved(dialog: PostDialog) {
    if (await text.save()) {
      await reload();
      setOpen(dialog);
    } else setResolving(state.kind === "conflict");
  }
  const shared = {
    post,
    fields,
    set,
    edits,
    editor,
    analysis: analysis.data,
    analysisFailed: analysis.isError,
    findings,
    ignore,
    save: () => text.save(),
    reload,
    reloadFields,
    open: (dialog: PostDialog) => void openSaved(dialog),
  };

  return (
    <PostEditorProvider value={shared}>
      <div className="ed">
        <EditorHeader site={site?.name}>
          <SaveLine
            state={state}
            version={version}
            onResolve={() => setResolving(true)}
            onSave={() => void text.save()}
          />
        </EditorHeader>
        <ScoreStatus analysis={analysis.data} />
        <div className="desk">
          <div className="tools-place" ref={setToolsPlace} />
          <div className="ms">
            <div className="col">
              <h1 className="vh">Editar: {fields.title || "sem título"}</h1>
              <p className="state-line">
                <State post={post} /> {site?.name}
              </p>
              <SaveNotes
                state={state}
                recovered={note}
                onDiscard={() => {
                  setNote(null);
                  void text.adopt(post).then(() => editor && show(editor, post.body, edits));
                }}
                moved={moved}
                onSeen={() => setMoved(null)}
                onSave={() => void text.save()}
              />
              <GrownArea
                className="title"
                label="Título"
                value={fields.title}
                readOnly={!edits}
                maxLength={limits().title_chars}
                placeholder="Título"
                single
                onChange={(title) => set({ title })}
              />
              <GrownArea
                className="lead"
                label="Resumo"
                value={fields.excerpt}
                readOnly={!edits}
                maxLength={limits().excerpt_chars}
                placeholder="Resumo: uma ou duas frases"
                onChange={(excerpt) => set({ excerpt })}
              />
              <Cover />
              <Body
                html={text.now.body}
                editable={edits}
                onEditor={begin}
                onType={() => text.touched()}
                onPictures={pictures.send}
                onPicture={pictures.choose}
                toolsPlace={toolsPlace}
                onHelp={setHelp}
                links={{ site: post.site_id, post: post.id, address: post.host_post_url ?? null }}
              />
              {takesFaq ? <Faq /> : null}
            </div>
          </div>
          <button type="button" className="dock" aria-haspopup="dialog" onClick={() => setPanel(true)}>
            {analysis.data ? (
              <>
                <span className="nowrap">SEO {analysis.data.seo.score}</span>
                <span className="nowrap">GEO {analysis.data.geo.score}</span>
                <span className="nowrap">AEO {analysis.data.aeo.score}</span>
              </>
            ) : (
              <span>Revisão</span>
            )}
            <span className="nowrap">{findings.length === 1 ? "1 marca" : `${findings.length} marcas`}</span>
          </button>
        </div>
        <Panel open={panel} onClose={() => setPanel(false)} tab={aba ?? "revisao"} />
        {mark && editor ? (
          <MarkPopover editor={editor} site={post.site_id} mark={mark} ignore={ignore} onClose={closeMark} />
        ) : null}
        {edits && editor ? (
          <SlashMenu editor={editor} offers={takesFaq ? [...OFFERS, "faq"] : OFFERS} onOffer={offered} />
        ) : null}
        {pictures.parts}
        {help && editor ? (
          <ProposalDialog
            kind={help}
            editor={editor}
            post={post}
            fields={fields}
            onTitle={(title) => set({ title })}
            onClose={() => setHelp(null)}
          />
        ) : null}
        {open === "approval" ? <ApprovalDialog post={post} onClose={() => setOpen(null)} onDone={reload} /> : null}
        {open === "client" ? <ClientViewDialog post={post.id} onClose={() => setOpen(null)} /> : null}
        {open === "publish" ? (
          <PublishDialog post={post} onClose={() => setOpen(null)} onDone={reload} onAsk={() => setOpen("approval")} />
        ) : null}
        {resolving && state.kind === "conflict" ? (
          <ConflictDialog
            key={state.ownDevice ?? "saved"}
            base={state.base}
            mine={fields}
            conflict={state}
            onClose={() => setResolving(false)}
            onResolve={(chosen) => {
              setResolving(state.next !== undefined);
              if (editor) show(editor, chosen.body, edits);
              void text.resolve(state, chosen);
            }}
          />
        ) : null}
      </div>
    </PostEditorProvider>
  );
}
