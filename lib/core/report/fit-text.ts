/** Signs about as narrow as a third of a letter's height, and those twice as wide as others. */
const NARROW = /[ijlftr.,:;!'|()[\] ·-]/;
const WIDE =
  /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef]|\p{Extended_Pictographic}/u;
const CAPITAL = /[\p{Lu}mwMW@%&]/u;

/** About how wide a text is at this size, in a wide font: nothing is measured where no browser draws. */
export function textPx(text: string, fontPx: number): number {
  let em = 0;
  for (const sign of text)
    em += WIDE.test(sign) ? 1 : NARROW.test(sign) ? 0.36 : CAPITAL.test(sign) ? 0.8 : 0.62;
  return em * fontPx;
}

/** The text as far as it fits, with an ellipsis where it was cut, on one line. */
export function fitText(text: string, fontPx: number, widthPx: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (textPx(line, fontPx) <= widthPx) return line;
  const signs = [...line];
  let kept = "";
  for (const sign of signs) {
    if (textPx(`${kept}${sign}…`, fontPx) > widthPx) break;
    kept += sign;
  }
  return `${kept.trimEnd()}…`;
}
