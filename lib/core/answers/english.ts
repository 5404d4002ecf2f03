/** English, in which alone readers know conditions and objections. */

export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}'’]+/gu) ?? [];
export const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Words that neither alone nor together make a condition, a denial, a question or somebody else's word. */
export const PLAIN =
  setOf(`the all both every each of and as its their plan steps tasks work mission goal goals objective
  objectives target targets criteria checks tests results data input inputs output outputs figures metrics threshold
  thresholds limit limits budget accuracy quality schema files records rows latency error rate coverage load cost quota
  backup sources pass passes passed met reached achieved fulfilled satisfied holds done finished delivered verified
  confirmed validated valid correct consistent present available ready sufficient enough fine good well ok okay green
  clean stable healthy within above below under is are was has have been because since proceed everything on track found`);

/** Words that are English and hardly any other language: readers know no other. */
const ENGLISH =
  setOf(`the are has have because since from by with this that its which there and failed checks severity
  exceeded refused missing expired unreadable`);

/** Is a text in English, in which alone conditions and objections are known, as far as its words tell? */
export function isEnglish(text: string): boolean {
  const words = wordsOf(text);
  if (/[^\p{Script=Latin}\P{L}]/u.test(text)) return false;
  return words.some((one) => ENGLISH.has(one)) || words.every((one) => PLAIN.has(one));
}
