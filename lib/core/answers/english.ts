/** English, in which alone readers know conditions and objections. */

export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}'’]+/gu) ?? [];
export const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Words that neither alone nor together make a condition, a denial, a question or somebody else's word. */
const PLAIN =
  setOf(`the all both every each of and as its their plan steps tasks work mission goal goals objective
  objectives target targets criteria checks tests results data input inputs output outputs figures metrics threshold
  thresholds limit limits budget accuracy quality schema files records rows latency rate coverage load quota
  backup sources pass passes passed met reached achieved fulfilled satisfied holds done finished delivered verified
  confirmed validated valid correct consistent present available ready sufficient enough fine good well ok okay green
  clean stable healthy within is are was has have been because since proceed everything on track found there`);

/** Denials of trouble, and of further work. */
const NO_TROUBLE =
  /\b(?:no|without(?: any)?) (?:(?:open|further|remaining|new|major|blocking) )?(?:issues?|problems?|errors?|failures?|blockers?|conflicts?|concerns?|deviations?|objections?|(?:work|steps?|tasks?)(?: (?:is|are))? (?:needed|required|left|necessary))\b/gi;
/** A figure may be any share of the whole, and a sign any denial. */
const WORDS_ALONE = /^[\p{L}\p{M}\s.,;:!'’"“”*_`()–—✓✔☑✅-]*$/u;

/** A text without what it says there is none of, where that is trouble. */
export const withoutDenials = (text: string): string => text.replace(NO_TROUBLE, "");

/** Is a text made of nothing but words of which none, in whichever order, speaks against what it stands beside? */
export function isPlain(text: string): boolean {
  const rest = withoutDenials(text);
  return WORDS_ALONE.test(rest) && wordsOf(rest).every((one) => PLAIN.has(one));
}

/** Conjunctions and their like: a closed class of words. */
const CONDITIONS = [
  "unless|until|till|provided that|providing|pending|subject to|contingent|conditional(?:ly)?|on (?:the )?condition",
  "as (?:soon|long) as|only (?:if|after|when|once|until|then)",
  "(?<!at )once (?:(?:it|this|that|they|he|she|we|you|all)\\b|[^.;\\n]{0,40}\\b(?:is|are|has|have)\\b)",
  "(?:not|nothing|never|nobody)\\b[^.;\\n]{0,80}\\bbefore",
];
const CONDITION = new RegExp(`\\b(?:${CONDITIONS.join("|")})\\b`, "i");
const DUTY_FIRST =
  /\b(?:must|should|ought to|ha(?:s|ve) to|needs? to|required to|is to|are to)\b.*\b(?:first|before(?:hand)?)\b/i;

/** Does English text set a condition: by the few words that only do that, or by a duty that comes before something else? */
export const setsCondition = (text: string): boolean =>
  text.split(/(?<=[.;!?])\s|\n/).some((sentence) => CONDITION.test(sentence) || DUTY_FIRST.test(sentence));

const FOOTNOTE = /[\p{L}\p{N}]\*(?!\*)\W*$|[†‡§¹²³]/u;

/** Is there a sign behind the last word that leads to a note somewhere else, and is no mark-up of the whole? */
export const hasFootnote = (text: string): boolean => FOOTNOTE.test(text.trim()) && !/^\W*\*/.test(text);

/** Words that are English and hardly any other language: readers know no other. */
const ENGLISH =
  setOf(`the are and of with by from not all every each nothing none both two that this these those which who what there its it
  they them you we are were be been has have had did does can could would than then within above below before after because
  since only still failed fails passed passes checks steps tasks exceeded refused missing expired unreadable matches agrees severity`);
const OTHER_SCRIPT = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}\P{L}]/u;

/** Is a text in English, in which alone conditions are known, as far as its words tell? */
export function isEnglish(text: string): boolean {
  const words = wordsOf(text);
  if (OTHER_SCRIPT.test(text)) return false;
  return words.some((one) => ENGLISH.has(one)) || words.every((one) => PLAIN.has(one));
}
