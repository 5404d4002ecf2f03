/** A path of the data as other languages write it, such as `result.items[0].price`; calls of methods end it. */
const PATH =
  /(?<![\w"'`/.-])(?:data\s*[./]\s*)?(result|input|depends|results|mission)((?:\s*\??\.\s*[A-Za-z_]\w*(?!\w*\s*\()|\s*\[\s*(?:\d+|"[^"\]\n]*"|'[^'\]\n]*')\s*\])*)(?![\w/-])/g;
const PART = /\.\s*([A-Za-z_]\w*)|\[\s*(?:(\d+)|["']([^"'\]\n]*)["'])\s*\]/g;
const SIGNS_OF_JAVASCRIPT = /[!=]==?|&&|\|\||=>|\.\s*\w+\s*\(|\.length\b|\bnull\b|\btypeof\b/;
/** The length of a list or a text, as other languages have it among their keys. */
const LENGTHS = ['"length"', '"size"', '"count"'];
const MAX_PATHS = 4;

/**
 * Says how a source is to be written that is of another language, where none of its faults would tell: of that its paths are
 * said as they are here. Undefined of what begins as a form does, and of other words.
 */
export function foreignSource(source: string): string | undefined {
  if (/^\s*[(;[{#]/.test(source)) return undefined;
  const isJavaScript = SIGNS_OF_JAVASCRIPT.test(source);
  const paths = new Map(
    [...source.matchAll(PATH)].map(([whole, root = "", keys = ""]) => [whole, formOfPath(root, keys)]),
  );
  if (!isJavaScript && paths.size === 0) return undefined;
  const what = isJavaScript ? "JavaScript" : "no form of this language";
  const said = [...paths].slice(0, MAX_PATHS).map(([whole, form]) => `${whole} is ${form}`);
  const written = said.length > 0 ? ` Here ${said.join(", ")}.` : "";
  return `This is ${what}. ${FORM}${written}`;
}

const FORM =
  'What stands here is a form in brackets with its function first, such as (= 3 (count (get data/result "items"))).';
/** So many unknown names in a row are no slips of one who writes forms. */
const WORDS_IN_A_ROW = 3;

/** Says once of a text in words what each word of it would be told: unknown names that follow each other, or faults outside any form. */
export function wordsSource(
  source: string,
  faults: readonly { at: number; code: string }[],
): string | undefined {
  const isForm = /^\s*[([{#;]/.test(source);
  let [row, end] = [0, -1];
  const isText = faults.some(({ at, code }) => {
    const follows = end >= 0 && source.slice(end, at).trim() === "";
    row = code !== "unbound_symbol" ? 0 : follows ? row + 1 : 1;
    end = at + (/^[^\s()[\]{}"]*/.exec(source.slice(at))?.[0].length ?? 0);
    return row === WORDS_IN_A_ROW;
  });
  return isText || (!isForm && faults.length > 1) ? `These are words. ${FORM}` : undefined;
}

/** How a name that is a path of the data in other languages is written: `result.items.length` counts the items. */
export function formOfForeignName(name: string): string | undefined {
  const [[whole, root = "", keys = ""] = []] = name.matchAll(PATH);
  return whole === name ? formOfPath(root, keys) : undefined;
}

function formOfPath(root: string, written: string): string {
  const parts = [...written.matchAll(PART)].map(
    ([, name, place, key]) => place ?? JSON.stringify(name ?? key),
  );
  const isCounted = LENGTHS.includes(parts.at(-1)?.toLowerCase() ?? "");
  const keys = isCounted ? parts.slice(0, -1) : parts;
  const data = `data/${root}`;
  const found =
    keys.length === 0
      ? data
      : keys.length === 1
        ? `(get ${data} ${keys[0]})`
        : `(get-in ${data} [${keys.join(" ")}])`;
  return isCounted ? `(count ${found})` : found;
}
