/** Letters of other scripts that read as Latin ones, and words that are made to look like others with them. */

type Table = { script: string; letters: RegExp; like: ReadonlyMap<string, string>; isMixedAnyway?: true };

const pairs = (letters: string, latin: string): ReadonlyMap<string, string> => {
  const targets = [...latin];
  return new Map([...letters].map((letter, at) => [letter, targets[at] as string]));
};

const CYRILLIC: Table = {
  script: "Cyrillic",
  letters: /\p{Script=Cyrillic}/u,
  like: pairs("асеорхуіјѕһӏԁԛԝѵАВЕКМНОРСТХУІЈЅҺӀԚԜԌ", "aceopxyijshldqwvABEKMHOPCTXYIJSHIQWG"),
};
const GREEK: Table = {
  script: "Greek",
  letters: /\p{Script=Greek}/u,
  like: pairs("οϲϳΑΒΕΖΗΙΚΜΝΟΡΤΥΧαγικνρτυχωη", "ocjABEZHIKMNOPTYXayikvptuxwn"),
};
/** Formulas are written with them: they are taken for Latin ones only in the middle of a word. */
const IN_FORMULAS: ReadonlySet<string> = new Set("αγικνρτυχωη");
const ARMENIAN: Table = {
  script: "Armenian",
  letters: /\p{Script=Armenian}/u,
  like: pairs("օոսհցզյՕՍԼՏ", "onuhgqjOULS"),
  isMixedAnyway: true,
};
const CHEROKEE: Table = {
  script: "Cherokee",
  letters: /\p{Script=Cherokee}/u,
  like: pairs("ᎪᏴᏟᎠᎬᏀᎻᎫᏦᏞᎷᏢᎡᏚᎢᏙᎳᏃᎥᎵ", "ABCDEGHJKLMPRSTVWZiP"),
  isMixedAnyway: true,
};
const TABLES = [CYRILLIC, GREEK, ARMENIAN, CHEROKEE];

const FULL_WIDTH = /[\uff21-\uff3a\uff41-\uff5a]/u;
/** Numerals that are one letter each. */
const ROMAN = /[ⅠⅤⅩⅬⅭⅮⅯⅰⅴⅹⅼⅽⅾⅿ]/u;
const STYLED = /[\uff21-\uff3a\uff41-\uff5a\u{1d400}-\u{1d6a5}\u212aⅠⅤⅩⅬⅭⅮⅯⅰⅴⅹⅼⅽⅾⅿ]/u;
const SCRIPTS_OF_STYLED: readonly [script: string, letters: RegExp][] = [
  ["full-width", FULL_WIDTH],
  ["Roman numeral", ROMAN],
];
/** Letters of our own script that are drawn like others: only names are held to them, phonetics is written with them. */
const PHONETIC = pairs("ɑɡıɩʟɴʀᴀʙᴄᴅᴇꜰɢʜɪᴊᴋᴍᴏᴘꜱᴛᴜᴠᴡʏᴢ", "agiilnrabcdefghijkmopstuvwyz");
const MARK = /\p{M}/u;
const LATIN = /\p{Script=Latin}/u;
/** Latin letters that stand in Cyrillic words unnoticed. */
const LIKE_CYRILLIC = new Set("aceopxyijsABEKMHOPCTXYIJS");
/** The same in Greek words. */
const LIKE_GREEK = new Set("aouvkwpxABEZHIKMNOPTYX");

/** The Latin letter that a letter reads as; undefined for one that reads as itself. */
function likeLatin(letter: string): string | undefined {
  for (const { like } of TABLES) if (like.has(letter)) return like.get(letter);
  return STYLED.test(letter) ? letter.normalize("NFKC") : PHONETIC.get(letter);
}

/** A word that is not what it looks like. `at`: the places of its foreign letters, in UTF-16 units of the text. */
export type Spoof = { word: string; script: string; at: readonly number[]; isWhole: boolean };

const WORD = /[\p{L}\p{M}\p{N}_]+/gu;
const NOT_ASCII = /[^\p{ASCII}]/u;

/** Words of a text that mix letters which look alike, and host names that are written in such letters alone. */
export function spoofsIn(text: string): Spoof[] {
  if (!NOT_ASCII.test(text)) return [];
  const words = [...text.matchAll(WORD)].flatMap(({ 0: word, index }) => mixedWord(word, index) ?? []);
  return [...words, ...drawnWords(text), ...hostsIn(text)].sort((a, b) => (a.at[0] ?? 0) - (b.at[0] ?? 0));
}

function mixedWord(word: string, start: number): Spoof | undefined {
  if (!NOT_ASCII.test(word)) return;
  // A mark is no letter, whatever script it belongs to.
  const letters = lettersOf(word, start).filter(({ letter }) => !MARK.test(letter));
  const latin = letters.filter(({ letter }) => LATIN.test(letter) && !STYLED.test(letter));
  if (latin.length === 0) return;
  const styled = letters.filter(({ letter }) => STYLED.test(letter));
  if (styled.length > 0) {
    const known = SCRIPTS_OF_STYLED.find(([, own]) => styled.every(({ letter }) => own.test(letter)));
    const script = known?.[0] ?? "mathematical";
    return { word, script, at: styled.map(({ at }) => at), isWhole: false };
  }
  for (const table of TABLES) {
    const foreign = letters.filter(({ letter }) => table.letters.test(letter));
    const hidden = foreign.length > 0 && disguised(word, letters, latin, foreign, table);
    if (hidden) return { word, script: table.script, at: hidden.map(({ at }) => at), isWhole: false };
  }
  return;
}

/** Whole words in letters that fonts draw otherwise: one alone is a formula, and Japanese sets Latin letters full-width. */
const DRAWN: readonly [script: string, words: RegExp, unless?: RegExp][] = [
  ["mathematical", /[\u{1d400}-\u{1d7ff}]{3,}/gu],
  ["enclosed", /[\u249c-\u24e9\u{1f110}-\u{1f189}]{3,}/gu],
  [
    "full-width",
    /[\uff21-\uff3a\uff41-\uff5a]{2,}/gu,
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u,
  ],
  ["struck-through", /(?:\p{L}[\u0334-\u0338]){3,}/gu],
];

function drawnWords(text: string): Spoof[] {
  return DRAWN.flatMap(([script, words, unless]) =>
    unless?.test(text)
      ? []
      : [...text.matchAll(words)].map(({ 0: word, index }): Spoof => {
          const at = lettersOf(word, index).map((one) => one.at);
          return { word, script, at, isWhole: false };
        }),
  );
}

type Letter = { letter: string; at: number };

function lettersOf(word: string, start: number): Letter[] {
  let at = start;
  return [...word].map((letter) => {
    const placed = { letter, at };
    at += letter.length;
    return placed;
  });
}

/** The letters of a mixed word that pass for others; undefined for a word that is plainly of two parts, as “PDF-ка”. */
function disguised(
  word: string,
  letters: readonly Letter[],
  latin: readonly Letter[],
  foreign: readonly Letter[],
  { like, isMixedAnyway }: Table,
): readonly Letter[] | undefined {
  if (isMixedAnyway) return foreign;
  if (foreign.every(({ letter }) => like.has(letter))) {
    const isInMiddle = foreign.some((one) => {
      const place = letters.indexOf(one);
      return latin.includes(letters[place - 1] as Letter) && latin.includes(letters[place + 1] as Letter);
    });
    const passes = foreign.some(({ letter }) => !IN_FORMULAS.has(letter)) || isInMiddle;
    return passes && !ENDED_ACRONYM.test(word) ? foreign : undefined;
  }
  if (like === GREEK.like) {
    const [one, ...others] = latin;
    const isStray = one && others.length === 0 && foreign.length > 2 && LIKE_GREEK.has(one.letter);
    return isStray ? latin : undefined;
  }
  if (like !== CYRILLIC.like || !latin.every(({ letter }) => LIKE_CYRILLIC.has(letter))) return;
  const isAmongThem = latin.some((one) => {
    const place = letters.indexOf(one);
    return foreign.includes(letters[place - 1] as Letter) && foreign.includes(letters[place + 1] as Letter);
  });
  return isAmongThem || (latin.length === 1 && foreign.length > 2) ? latin : undefined;
}

/** Latin capitals with a Cyrillic ending, as people write them. */
const ENDED_ACRONYM = /^[A-Z]{2,}[\u0430-\u044f]{1,3}$/u;

const HOST = /(?<![\p{L}\p{N}\p{M}._-])[\p{L}\p{N}\p{M}-]+(?:\.[\p{L}\p{N}\p{M}-]+)+/gu;
/** What reads as a slash or a dot in an address, and is none or another one. */
const FALSE_SIGN = /\bhttps?:\/\/[^\s/]*?([\u2044\u2215\u29f8\u2571\uff0f\uff0e\u3002\uff61])/giu;

function hostsIn(text: string): Spoof[] {
  const hosts = [...text.matchAll(HOST)].flatMap(({ 0: host, index }): Spoof[] => {
    if (!NOT_ASCII.test(host)) return [];
    const labels = host.split(".");
    if (!labels.some((label) => /^[\w-]*[a-z][\w-]*$/i.test(label))) return [];
    let start = index;
    return labels.flatMap((label) => {
      const at = start;
      start += label.length + 1;
      const script = wholeScript(label);
      return script ? [{ word: host, script, at: foreignPlaces(label, at), isWhole: true }] : [];
    });
  });
  const signs = [...text.matchAll(FALSE_SIGN)].map(({ 0: word, index }): Spoof => {
    return { word, script: "punctuation", at: [index + word.length - 1], isWhole: false };
  });
  return [...hosts, ...signs];
}

const foreignPlaces = (label: string, start: number): number[] =>
  lettersOf(label, start).flatMap(({ letter, at }) => (likeLatin(letter) === undefined ? [] : [at]));

/** The script of a name that reads as a Latin one to its last letter; undefined for any other. */
function wholeScript(name: string): string | undefined {
  const foreign = [...name].filter((letter) => NOT_ASCII.test(letter));
  const isLike = foreign.length > 0 && foreign.every((letter) => likeLatin(letter) !== undefined);
  if (!isLike || (/[a-z]/i.test(name) && !foreign.some((letter) => PHONETIC.has(letter)))) return;
  const table = TABLES.find(({ letters }) => letters.test(foreign[0] as string));
  return table?.script ?? (STYLED.test(foreign[0] as string) ? "full-width" : "phonetic");
}

/** How a key reads: without what is not seen, other scripts' look-alikes as the Latin letters that they pass for. */
export function readsAs(key: string): string {
  const seen = key.normalize("NFKC").replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu, "");
  const letters = [...seen].map((letter) => likeLatin(letter) ?? letter).join("");
  return letters.replace(/\s+/gu, " ").trim();
}

/** Keys of an object written in look-alikes alone, where no other key is of their script. */
export function disguisedKeys(keys: readonly string[]): { key: string; script: string }[] {
  return keys.flatMap((key) => {
    const script = NOT_ASCII.test(key) ? wholeScript(key) : undefined;
    const table = TABLES.find((one) => one.script === script);
    const isOwn =
      table &&
      keys.some((one) => [...one].some((letter) => table.letters.test(letter) && !table.like.has(letter)));
    const isFormula = [...key].every((letter) => IN_FORMULAS.has(letter) || /[\d_]/.test(letter));
    return script && !isOwn && !isFormula ? [{ key, script }] : [];
  });
}
