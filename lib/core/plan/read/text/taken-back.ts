/** Words by which an answer takes back a plan that stands in it (docs/plans.md, "JSON in text"). They only ever lead to a question. */

/** Words with which a later plan takes the place of an earlier one. */
const CORRECTED = /\b(?:final|corrected|revised|updated|improved|fixed|better|instead|actual)\b/i;
/** With these it is one of several. */
const ONE_OF_SEVERAL =
  /\b(?:not|\w+n['’]t|alternativ\w*|options?|variants?|examples?|drafts?|could|might|would)\b/i;

/** Do these words before a plan say that it counts, and none before it? */
export function corrects(words: string): boolean {
  return CORRECTED.test(words) && !ONE_OF_SEVERAL.test(words);
}

/** Where a clause begins: what only its beginning says is no question about a case. */
const CLAUSE = "(?:^|[.!?;:,–—\\n]\\s{0,3}|\\b(?:but|and|so|aber|und|mais|pero)\\s{1,3})";
const AT_ONCE: readonly RegExp[] = [
  /(?:^|[.!?;\n]\s{0,3})(?:wait|hmm+|oops|correction|scratch that|on second thoughts?|no, wait|moment|halt|attendez|espera)\s{0,3}[,.!:…—–-]/iu,
  /\b(?:let me|i['’]ll|i will|i need to|i have to) (?:fix|redo|correct|rewrite|revise|start over|try (?:again|that again)|rethink)(?!\p{L})|ich korrigiere|je corrige|(?:lo )?corrijo/iu,
];
const TAKEN_BACK: readonly RegExp[] = [
  new RegExp(
    `${CLAUSE}(?:actually,? )?(?:that|this|it|(?:the|my) (?:plan|answer|first one|json)(?: above)?|(?:das|dies|der plan)|c['’]|(?:ce|le) plan)\\s{0,3}(?:['’]s| is| was| ist| war|est)? ?(?:all |completely |actually |not )?(?:wrong|incorrect|a mistake|right,? sorry|outdated|only a draft|falsch|ein fehler|faux)(?!\\p{L})`,
    "iu",
  ),
  new RegExp(
    `${CLAUSE}(?:please )?(?:ignore|disregard|discard|forget|scratch|(?:do not|don['’]t) (?:use|run|follow|execute)) (?:that|this|it|everything above|(?:the|my) (?:plan|answer|json|above|first|previous|earlier|last)\\b)`,
    "iu",
  ),
  new RegExp(
    `${CLAUSE}(?:please )?(?:use|run|take|follow|keep) the (?:first|previous|earlier|other|original)(?: one| plan| version)?\\s{0,3}(?:[.!,;]|$)`,
    "iu",
  ),
];

/** Do these words, alone or behind a plan, take back what stands before them? */
export function takesBack(words: string): boolean {
  return [...AT_ONCE, ...TAKEN_BACK].some((one) => one.test(words));
}

/** Does a line of a step, which may tell of anything, break off and begin again? */
export function breaksOff(line: string): boolean {
  return AT_ONCE.some((one) => one.test(line));
}
