// The text: the editor and its tools.
import type { EditorEvents } from "@tiptap/core";
import { type Editor, EditorContent, useEditor, useEditorState } from "@tiptap/react";
import { Button, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { createPortal } from "react-dom";

import { Icon, type IconName } from "../design/icons";
import { showing } from "./findings";
import { type LinkContext, LinkDialog } from "./link-dialog";
import { LinkPopover, useLinkClick } from "./link-popover";
import { type PlacedLink, selectedLink } from "./links";
import { Paste } from "./paste/extension";
import { stays } from "./paste/say";
import type { Picture } from "./paste/types";
import { extensions } from "./schema";
import { beginWith, isReadOnly } from "./stored-body";
import { type PictureSource, picturesOf } from "./text-pictures";
import { scrollEdges } from "./visible-band";

type Props = {
  html: string;
  editable: boolean;
  onEditor: (editor: Editor) => void;
  onType: () => void;
  /** Pictures were pasted or dropped at a position. */
  onPictures: (pictures: (File | Picture)[], position: number) => void;
  onPicture: (source: PictureSource) => void;
  /** Where the tools are shown. */
  toolsPlace: HTMLElement | null;
  onHelp: (kind: "article" | "improvement") => void;
  links: LinkContext;
};

const withPaste = [...extensions, Paste];

export function Body({ html, editable, onEditor, onType, onPictures, onPicture, toolsPlace, onHelp, links }: Props) {
  const [said, setSaid] = useState("");
  const latest = useRef(onPictures);
  useEffect(() => {
    latest.current = onPictures;
  });
  const editor = useEditor({
    extensions: withPaste,
    onBeforeCreate: ({ editor: made }) => beginWith(made, html),
    editable,
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      // The cursor stays clear of the bars.
      scrollThreshold: scrollEdges,
      scrollMargin: scrollEdges,
      attributes: {
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": "Texto",
        class: "body",
        spellcheck: "false",
        id: "corpo",
      },
      handleDrop: (view, event) => {
        const files = picturesOf(event.dataTransfer);
        if (files.length === 0) return false;
        event.preventDefault();
        latest.current(
          files,
          view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos ?? view.state.selection.from,
        );
        return true;
      },
    },
    // The editor's own additions, such as a place to type behind a table, are no change of the person.
    onUpdate: ({ transaction }) => {
      if (transaction.docChanged) onType();
    },
  });
  useEffect(() => {
    if (editor) onEditor(editor);
  }, [editor, onEditor]);
  useEffect(() => {
    const send: (event: EditorEvents["pastePictures"]) => void = ({ pictures, position }) =>
      latest.current(pictures, position);
    editor?.on("pasteNote", setSaid);
    editor?.on("pastePictures", send);
    return () => {
      editor?.off("pasteNote", setSaid);
      editor?.off("pastePictures", send);
    };
  }, [editor]);
  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => setSaid(""), stays(said));
    return () => clearTimeout(timer);
  }, [said]);
  const [linking, setLinking] = useState(false);
  const [link, setLink] = useState<PlacedLink | null>(null);
  const closeLink = useCallback(() => setLink(null), []);
  useLinkClick(editor, setLink);
  function editLink() {
    setLink(null);
    setLinking(true);
  }
  // The cursor is where it was, which the return of the focus alone does not ensure.
  function leaveLink() {
    setLinking(false);
    editor?.commands.focus();
  }
  const readOnly = editor !== null && isReadOnly(editor);
  return (
    <>
      {readOnly ? (
        <p className="note">
          Este texto abre só para leitura: o HTML dele não se divide em blocos, e editar aqui perderia partes.
        </p>
      ) : null}
      {editor && editable && !readOnly && toolsPlace
        ? createPortal(<Tools editor={editor} onHelp={onHelp} onPicture={onPicture} onLink={editLink} />, toolsPlace)
        : null}
      <EditorContent editor={editor} />
      {editor && link ? (
        <LinkPopover
          editor={editor}
          link={link}
          address={links.address}
          editable={editable && !readOnly}
          onEdit={() => {
            editor.commands.setTextSelection(link);
            editLink();
          }}
          onClose={closeLink}
        />
      ) : null}
      {editor && linking ? <LinkDialog {...links} editor={editor} onClose={leaveLink} /> : null}
      <p className="pasted" role="status">
        {said}{" "}
        {said && editor ? (
          <button
            type="button"
            className="link"
            onClick={() => {
              editor.chain().focus().undo().run();
              setSaid("");
            }}
          >
            Desfazer
          </button>
        ) : null}
      </p>
    </>
  );
}

type Tool = { name: string; icon: IconName; isOn?: (editor: Editor) => boolean; run: (editor: Editor) => void };

const TOOLS: Tool[][] = [
  [
    {
      name: "Negrito",
      icon: "bold",
      isOn: (editor) => editor.isActive("bold"),
      run: (editor) => editor.chain().focus().toggleBold().run(),
    },
    {
      name: "Itálico",
      icon: "italic",
      isOn: (editor) => editor.isActive("italic"),
      run: (editor) => editor.chain().focus().toggleItalic().run(),
    },
  ],
  [
    {
      name: "Lista",
      icon: "bullets",
      isOn: (editor) => editor.isActive("bulletList"),
      run: (editor) => editor.chain().focus().toggleBulletList().run(),
    },
    {
      name: "Lista numerada",
      icon: "numbers",
      isOn: (editor) => editor.isActive("orderedList"),
      run: (editor) => editor.chain().focus().toggleOrderedList().run(),
    },
    {
      name: "Citação",
      icon: "quote",
      isOn: (editor) => editor.isActive("blockquote"),
      run: (editor) => editor.chain().focus().toggleBlockquote().run(),
    },
    {
      name: "Tabela",
      icon: "table",
      run: (editor) => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
    },
  ],
  [
    { name: "Desfazer", icon: "undo", run: (editor) => editor.chain().focus().undo().run() },
    { name: "Refazer", icon: "redo", run: (editor) => editor.chain().focus().redo().run() },
  ],
];

const STYLES = [
  { value: "0", label: "Parágrafo" },
  { value: "2", label: "Título de seção" },
  { value: "3", label: "Subtítulo" },
  { value: "4", label: "Subtítulo menor" },
];

type ToolsProps = Pick<Props, "onHelp" | "onPicture"> & { editor: Editor; onLink: () => void };

function Tools({ editor, onHelp, onPicture, onLink }: ToolsProps) {
  const [marks, setMarks] = useState(true);
  const state = useEditorState({
    editor,
    selector: ({ editor }) => ({
      style: ([2, 3, 4].find((level) => editor.isActive("heading", { level })) ?? 0).toString(),
      link: editor.isActive("link"),
      on: TOOLS.flat().map((tool) => tool.isOn?.(editor) ?? false),
    }),
  });
  const link = useEffectEvent(onLink);
  useEffect(() => {
    // Elsewhere in the text, Ctrl K opens the palette.
    function press(event: KeyboardEvent) {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "k" || !editor.isFocused) return;
      if (editor.state.selection.empty && !selectedLink(editor.state)) return;
      event.preventDefault();
      link();
    }
    document.addEventListener("keydown", press, { capture: true });
    return () => document.removeEventListener("keydown", press, { capture: true });
  }, [editor]);
  return (
    <div className="tools" role="toolbar" aria-label="Formatação" aria-controls="corpo">
      <select
        className="input"
        aria-label="Estilo do parágrafo"
        value={state.style}
        onChange={(event) => {
          const level = Number(event.target.value);
          const chain = editor.chain().focus();
          if (level === 0) chain.setParagraph().run();
          else chain.setHeading({ level: level as 2 | 3 | 4 }).run();
        }}
      >
        {STYLES.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {TOOLS.map((group, index) => (
        <div key={group[0]?.name} className="row tool-group">
          {group.map((tool) => (
            <button
              key={tool.name}
              type="button"
              className="btn icon"
              aria-label={tool.name}
              aria-pressed={tool.isOn ? state.on[TOOLS.flat().indexOf(tool)] : undefined}
              onClick={() => tool.run(editor)}
            >
              <Icon name={tool.icon} small />
            </button>
          ))}
          {index === 0 ? (
            <button type="button" className="btn icon" aria-label="Link" aria-pressed={state.link} onClick={onLink}>
              <Icon name="link" small />
            </button>
          ) : null}
          <span className="gap" />
        </div>
      ))}
      <MenuTrigger>
        <Button className="btn icon" aria-label="Imagem no texto">
          <Icon name="image" small />
        </Button>
        <Popover className="menu">
          <Menu onAction={(key) => onPicture(key as PictureSource)}>
            <MenuItem id="device">Do aparelho…</MenuItem>
            <MenuItem id="stock">Do banco de imagens…</MenuItem>
            <MenuItem id="provider">Criar com IA…</MenuItem>
          </Menu>
        </Popover>
      </MenuTrigger>
      <MenuTrigger>
        <Button className="btn" aria-label="Ajuda da IA">
          <Icon name="spark" small />
          IA
        </Button>
        <Popover className="menu">
          <Menu onAction={(key) => onHelp(key as "article" | "improvement")}>
            <MenuItem id="article">Escrever daqui em diante…</MenuItem>
            <MenuItem id="improvement">Melhorar a seleção…</MenuItem>
          </Menu>
        </Popover>
      </MenuTrigger>
      <button
        type="button"
        className="btn marks"
        aria-pressed={marks}
        onClick={() => {
          setMarks(!marks);
          editor.view.dispatch(showing(editor.state, !marks));
        }}
      >
        <Icon name="check" small />
        Marcas
      </button>
    </div>
  );
}
