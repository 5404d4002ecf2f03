/**
 * Shows the typefaces that came after the page was first painted, which was drawn to its end without them; within one page
 * they would move what is read. Browsers decide once for a face: one with another rule is another face.
 */
export function showLateTypefaces(page: Document, timings: Performance): void {
  const [painted] = timings.getEntriesByName("first-contentful-paint");
  if (!painted) return;
  const fetched = timings.getEntriesByType("resource") as PerformanceResourceTiming[];
  const late = fetched.filter(({ responseEnd }) => responseEnd > painted.startTime).map(({ name }) => name);
  for (const sheet of page.styleSheets) {
    if (!sheet.href?.startsWith(page.location.origin)) continue;
    for (const rule of sheet.cssRules) if (isOptional(rule) && late.includes(addressOf(rule))) show(rule);
  }
}

const isOptional = (rule: CSSRule): rule is CSSFontFaceRule =>
  rule instanceof CSSFontFaceRule && rule.style.getPropertyValue("font-display") === "optional";

function addressOf({ style, parentStyleSheet }: CSSFontFaceRule): string {
  const [, path = ""] = /url\("?([^")]+)/.exec(style.getPropertyValue("src")) ?? [];
  return new URL(path, parentStyleSheet?.href ?? undefined).href;
}

const show = ({ style }: CSSFontFaceRule): void => style.setProperty("font-display", "swap");
