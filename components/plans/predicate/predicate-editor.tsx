"use client";

import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching } from "@codemirror/language";
import { setDiagnostics } from "@codemirror/lint";
import { EditorState, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, keymap, placeholder } from "@codemirror/view";
import { useEffect, useRef } from "react";
import type { Issue } from "@/lib/core/lisp";
import { pageNonce } from "../../ui/style-nonce";
import { lispCompletion } from "./lisp-completion";
import { diagnosticsOf, lispHighlighting, lispLanguage } from "./lisp-language";

/** The editor in the tokens of the page, which know light and dark. */
const editorTheme = EditorView.theme({
  "&": { backgroundColor: "var(--panel)", color: "var(--ink)", borderRadius: "0.5rem" },
  "&.cm-focused": { outline: "2px solid var(--run)", outlineOffset: "2px" },
  ".cm-scroller": {
    fontFamily: "var(--font-mono, ui-monospace, monospace)",
    fontSize: "0.8125rem",
    lineHeight: "1.6",
    maxHeight: "22rem",
  },
  ".cm-content": { padding: "0.5rem 0", caretColor: "var(--ink)", minHeight: "5.5rem" },
  ".cm-line": { padding: "0 0.75rem" },
  ".cm-cursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
  ".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": {
    background: "color-mix(in srgb, var(--run) 25%, transparent)",
  },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": {
    backgroundColor: "color-mix(in srgb, var(--run) 18%, transparent)",
    outline: "1px solid var(--edge)",
  },
  ".cm-nonmatchingBracket, &.cm-focused .cm-nonmatchingBracket": {
    backgroundColor: "transparent",
    color: "var(--bad)",
    outline: "1px solid var(--bad)",
  },
  ".cm-lintRange": {
    backgroundImage: "none",
    textDecoration: "underline wavy 1.5px",
    textUnderlineOffset: "3px",
  },
  ".cm-lintRange-error": { textDecorationColor: "var(--bad)" },
  ".cm-lintRange-warning": { textDecorationColor: "var(--amber)" },
  ".cm-lintPoint::after": { borderBottomColor: "var(--bad)" },
  ".cm-placeholder": { color: "var(--muted)" },
  ".cm-tooltip": {
    backgroundColor: "var(--raised)",
    color: "var(--ink)",
    border: "1px solid var(--line)",
    borderRadius: "0.5rem",
    boxShadow: "0 8px 24px var(--shade-deep)",
    overflow: "hidden",
  },
  ".cm-tooltip .cm-diagnostic": { borderLeft: "3px solid var(--bad)", padding: "0.375rem 0.625rem" },
  ".cm-tooltip .cm-diagnostic-warning": { borderLeftColor: "var(--amber)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "inherit", maxWidth: "min(32rem, 90vw)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": {
    display: "flex",
    justifyContent: "space-between",
    gap: "1.5rem",
    padding: "0.25rem 0.625rem",
  },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { background: "var(--ink)", color: "var(--ground)" },
  ".cm-tooltip-autocomplete ul li[aria-selected] .cm-completionDetail": { color: "var(--ground)" },
  ".cm-completionDetail": { color: "var(--muted)", fontStyle: "normal", marginLeft: "0" },
  ".cm-completionMatchedText": { textDecoration: "underline", fontWeight: "600" },
});

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
  takesFocus?: boolean;
};

/** A predicate in CodeMirror. Tab continues to what follows it; Esc closes the list of names. */
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
    const { source: doc, onSource, dependencies, label, describedBy, takesFocus } = latest.current;
    const onDoc = (text: string) => latest.current.onSource?.(text);
    const extensions = [
      ...baseExtensions(label, describedBy),
      ...(onSource ? editingExtensions(dependencies, onDoc) : [EditorState.readOnly.of(true)]),
    ];
    const editor = new EditorView({ state: EditorState.create({ doc, extensions }), parent: host.current });
    view.current = editor;
    if (takesFocus) editor.focus();
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
