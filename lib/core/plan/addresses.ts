/** The letters, digits and marks of names in any script. */
const WORD = "\\p{L}\\p{N}\\p{M}_";
const LABEL = `[${WORD}-]+`;
const NAME = `${LABEL}(?:\\.${LABEL})+`;
const TEXT = '[^\\s"`<>]';

/**
 * By what a text names where something goes. Each begins where a run of its characters does, so that a long text takes no
 * longer than it is long; the parser of addresses takes backslashes, or no slash, behind `https:` as well.
 */
const TARGETS = [
  `(?<![a-z0-9+.-])[a-z0-9+.-]*(?::\\/\\/|(?<=https?|ftp|wss?):[\\\\/]*(?![\\\\/]))${TEXT}+`,
  `(?<![${WORD}.%+-])[${WORD}.%+-]+@${NAME}`,
  `(?<![${WORD}:/\\\\])[\\\\/]{2}${NAME}${TEXT}*`,
  `(?<![${WORD}@.%/\\\\-])${NAME}(?::\\d{1,5})?[\\\\/]${TEXT}+`,
  "(?<![\\p{L}\\p{N}.])\\d{1,3}(?:\\.\\d{1,3}){3}(?::\\d{1,5})?(?![\\p{L}\\p{N}.])",
  // Accounts and telephones.
  "(?<![\\p{L}\\p{N}])[a-z]{2}\\d{2}[a-z\\d]{11,30}(?![\\p{L}\\p{N}])",
  "(?<![\\p{L}\\p{N}])[a-z]{2}\\d{2}(?: [a-z\\d]{4}){3,7}(?: [a-z\\d]{1,3})?(?![\\p{L}\\p{N}])",
  "(?<![\\p{L}\\p{N}])(?:\\+|00)\\d[\\d ()./-]{5,24}\\d",
  "(?<![\\p{L}\\p{N}.,_-])\\d{9,34}(?![\\p{L}\\p{N}_])",
];
const TARGET = new RegExp(TARGETS.join("|"), "giu");

/** What stands around an address in a sentence. */
const LEADS = /^[\d+.-]+(?=[a-z]+[a-z\d+.-]*:)/i;
const ENDS = /[.,;:!?'’)\]}。、]+$/u;

/**
 * The addresses that a text names, of the web and of mail, accounts and telephones, each as a parser takes it: other forms of
 * letters and signs are the plain ones, and characters that nobody sees are none.
 */
export function addressesIn(text: string): string[] {
  const plain = text
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replace(/。/gu, ".");
  return [...plain.matchAll(TARGET)].map(([found]) => found.replace(LEADS, "").replace(ENDS, ""));
}
