// What the parts of the editor's screen share: the post, its fields as they are written, and what can be done with them.
import type { Editor } from "@tiptap/react";
import { createContext, useContext } from "react";

import type { Analysis } from "./checks";
import type { Fields, Post } from "./draft";
import type { Placed } from "./findings";

/** A dialogue about the post as it is saved. */
export type PostDialog = "approval" | "publish" | "client";

export type PostEditor = {
  post: Post;
  /** The fields as they are written, saved or not. */
  fields: Fields;
  set: (changes: Partial<Fields>) => void;
  /** Whether the person may change the post. */
  edits: boolean;
  /** The editor of the text; null before it is there. */
  editor: Editor | null;
  analysis: Analysis | undefined;
  /** Whether the last analysis failed, and the one here belongs to an earlier text. */
  analysisFailed: boolean;
  findings: Placed[];
  ignore: (finding: Placed) => void;
  /** Saves what is written; false when it could not be saved. */
  save: () => Promise<boolean>;
  /** Reads the post anew. The fields stay as they are written. */
  reload: () => Promise<void>;
  /** Reads the post anew and replaces the fields by what is saved. */
  reloadFields: () => Promise<void>;
  /** Saves, and opens a dialogue when that succeeded. */
  open: (dialog: PostDialog) => void;
};

const PostEditorContext = createContext<PostEditor | null>(null);

export const PostEditorProvider = PostEditorContext.Provider;

export function usePostEditor(): PostEditor {
  const shared = useContext(PostEditorContext);
  if (!shared) throw new Error("outside of a PostEditorProvider");
  return shared;
}
