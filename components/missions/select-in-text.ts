import type { TextRange } from "../plans/text-places";

/** Selects a part of a text area and brings it into its middle. */
export function selectInText(area: HTMLTextAreaElement, { start, end }: TextRange): void {
  area.focus();
  area.setSelectionRange(start, end);
  area.scrollTop = Math.max(0, heightOfTextBefore(area, start) - area.clientHeight / 3);
  area.scrollIntoView({ block: "nearest" });
}

/** How high the text before an offset stands: browsers tell it of elements alone, so a copy of it is measured. */
function heightOfTextBefore(area: HTMLTextAreaElement, offset: number): number {
  const copy = document.createElement("div");
  const { font, lineHeight, letterSpacing, tabSize, paddingLeft, paddingRight } = getComputedStyle(area);
  Object.assign(copy.style, { font, lineHeight, letterSpacing, tabSize, paddingLeft, paddingRight });
  Object.assign(copy.style, {
    position: "absolute",
    visibility: "hidden",
    whiteSpace: "pre-wrap",
    overflowWrap: "break-word",
    boxSizing: "border-box",
    width: `${area.clientWidth}px`,
  });
  copy.textContent = area.value.slice(0, offset);
  document.body.append(copy);
  const height = copy.offsetHeight;
  copy.remove();
  return height;
}
