"use client";

import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching } from "@codemirror/language";
import { setDiagnostics } from "@codemirror/lint";
import { EditorState, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, keymap, placeholder } from "@codemirror/view";
import { useEffect, useRef } from "react";
import type { Issue } from "@/lib/core/lisp";
import { pageNonce } from "../ui/style-nonce";
import { editorTheme } from "./editor-theme";
import { lispCompletion } from "./lisp-completion";
import { diagnosticsOf } from "./lisp-issues";
import { lispHighlighting, lispLanguage } from "./lisp-language";

type PredicateEditorProps = {
  source: string;
  /** Left out where it is only read. */
  onSource?: (source: string) => void;
  /** What is wrong with the source, marked in it. */
  issues: readonly Issue[];
  /** Ids that completion offers for `data/depends`. */
  dependencies: readonly string[];
  label: string;
  /** Id of what describes it. */
  describedBy?: string;
};

/** A predicate in CodeMirror. Tab goes on to what follows it; Esc closes the list of names. */
export function PredicateEditor(props: PredicateEditorProps) {
  const { source, issues } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | undefined>(undefined);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    if (!host.current) return;
    const { source: doc, onSource, dependencies, label, describedBy } = latest.current;
    const onDoc = (text: string) => latest.current.onSource?.(text);
    const extensions = [
      ...baseExtensions(label, describedBy),
      ...(onSource ? editingExtensions(dependencies, onDoc) : [EditorState.readOnly.of(true)]),
    ];
    const editor = new EditorView({ state: EditorState.create({ doc, extensions }), parent: host.current });
    view.current = editor;
    return () => editor.destroy();
  }, []);
  useEffect(() => {
    const now = view.current?.state.doc.toString();
    if (now === undefined || now === source) return;
    view.current?.dispatch({ changes: { from: 0, to: now.length, insert: source } });
  }, [source]);
  useEffect(() => {
    const state = view.current?.state;
    // Issues of an older source would mark the wrong places.
    if (state && state.doc.toString() === source)
      view.current?.dispatch(setDiagnostics(state, diagnosticsOf(source, issues)));
  }, [source, issues]);
  return <div ref={host} className="rounded-lg border border-edge" />;
}

function baseExtensions(label: string, describedBy: string | undefined): Extension[] {
  const nonce = pageNonce();
  return [
    ...(nonce ? [EditorView.cspNonce.of(nonce)] : []),
    EditorView.contentAttributes.of({
      "aria-label": label,
      ...(describedBy !== undefined && { "aria-describedby": describedBy }),
      spellcheck: "false",
      autocapitalize: "off",
    }),
    EditorView.lineWrapping,
    drawSelection(),
    bracketMatching(),
    lispLanguage,
    lispHighlighting,
    editorTheme,
  ];
}

function editingExtensions(dependencies: readonly string[], onDoc: (source: string) => void): Extension[] {
  return [
    history(),
    closeBrackets(),
    placeholder('(> (count (get data/result "items")) 0)'),
    lispCompletion(dependencies),
    keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, ...defaultKeymap]),
    EditorView.updateListener.of(({ docChanged, state }) => {
      if (docChanged) onDoc(state.doc.toString());
    }),
  ];
}
