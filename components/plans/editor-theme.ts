import { EditorView } from "@codemirror/view";

/** The editor in the tokens of the page, which know light and dark. */
export const editorTheme = EditorView.theme({
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
