import { isPlain, setOf, withoutDenials, wordsOf } from "./english";

/** English that only states: the clauses in which reasons may say what they want (docs/agents.md, "Decisions"). */

/** Words with which a clause denies, demands, supposes, limits, puts off or turns round: closed classes all of them. */
const OPENS = new RegExp(
  `\\b(?:${[
    "not|nor|neither|never|nobody|nowhere|cannot|hardly|barely|scarcely",
    // What there is none of is a fact, unless it is a ground or a person's leave to do something.
    "(?:no|none|nothing|without)\\b(?=.*\\b(?:to|for|from|in \\w+ing|continu\\w*|proceed\\w*)\\b)",
    "must|should|would|could|might|(?<!(?:of|in|since|from|by|\\d\\.?) )may|shall|ought|will|let|lets|please",
    "if|unless|until|till|once|when(?:ever)?|whether|lest|pending|providing|provided (?:that )?(?:the|it|they|we|he|she)|suppos(?:e|ed|ing)|assum(?:e|ed|ing)|otherwise|or else",
    "but|however|though|although|yet|still|nevertheless|nonetheless|except|despite|instead|rather|while|whereas",
    "before(?:hand)?|after(?:wards?)?|first|(?<!\\d or )later|soon|then|tomorrow|only|just|almost|nearly|maybe|perhaps|probably|possibly|likely",
    "you|your|me|us|myself|somebody|someone|anybody|anyone|what|why|how|who|whom|whose|where",
    "(?:is|are|was|were|has|have|had|\\w+s) to|(?:is|are|was|were|am|be|being) (?:\\w+ly )?\\w+ing",
  ].join("|")})\\b|n['’]t\\b|['’]ll\\b|['’]d\\b|[?？]|\\[\\s*\\]|☐`,
  "iu",
);
const CARDINALS = "two three four five six seven eight nine ten eleven twelve twenty thirty fifty hundred";
/** Beginnings of subjects, which no command has. */
const DETERMINERS = setOf(
  `the this that these those all both every each no none nothing its their it they there one ${CARDINALS} a an our`,
);
const AUXILIARIES = setOf("is are was were has have had can does did");
/** Words that English shares with hardly any other language. */
const ENGLISH_ALONE = setOf(
  `the and are were have been with from this that these those which there their its they every each both than within
  below above between about into against during through since nothing has of can by ${CARDINALS}`,
);
/** A verb in the past, or one of a single subject, behind its subject and before what it has to do with. */
const ACTED = new RegExp(
  `^\\W*\\p{L}+ (?:\\p{L}+ )?(?:\\p{L}+ed (?:the|a|an|all|both|\\d|${CARDINALS.replaceAll(" ", "|")})|\\p{L}+s (?:all|both|each|every|\\d))`,
  "iu",
);
const LINKS = setOf("and so since because as also or which");
const AS_MEANT = /\bas (?:planned|expected|required|agreed)\b/gi;
const OTHER_SCRIPT = /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}\P{L}]/u;

/**
 * Does a text only state, in English, what is or has been? No clause of it denies, demands, supposes or puts off, none
 * commands, and each shows its language: there anything may be said without a condition.
 */
export function onlyStates(text: string): boolean {
  return text
    .replace(AS_MEANT, "")
    .replace(/\n(?=[^\S\n]*\p{Ll})/gu, " ")
    .split(/(?<=[.!…])\s+|\n/u)
    .every((sentence) => sentence.split(/[;:]\s|[()–—]|\s-+\s/u).every((clause) => isFact(clause, sentence)));
}

/** The first part of a clause is in the language of its sentence; any other may be a remark in another. */
function isFact(clause: string, sentence: string): boolean {
  if (!/\p{L}/u.test(clause) || isPlain(clause)) return true;
  const [, ...others] = clause.split(/,\s/);
  if (OTHER_SCRIPT.test(clause) || OPENS.test(withoutDenials(clause)) || !isStated(clause)) return false;
  return isShown(sentence) && others.every(isShown);
}

/** Does a clause command nothing: has it a subject in front, or behind a bare word a verb that states? */
function isStated(clause: string): boolean {
  const words = wordsOf(clause);
  while (LINKS.has(words[0] ?? "")) words.shift();
  const [first = "", second = ""] = words;
  if (/^(?:i|we)$/.test(first)) return /^(?:have|had|\w+ed|found|saw|ran|read)$/.test(second);
  if (first === "" || AUXILIARIES.has(first)) return first === "";
  if (DETERMINERS.has(first) || /^[^\p{L}]*\d/u.test(clause)) return true;
  if (DETERMINERS.has(second)) return false;
  return words.slice(1, 7).some((one) => AUXILIARIES.has(one)) || ACTED.test(clause);
}

/** Shows a part of a clause that it is in English, or is it a figure with what it counts? */
const isShown = (part: string): boolean =>
  isPlain(part) ||
  wordsOf(part).some((one) => ENGLISH_ALONE.has(one)) ||
  /^\W*[\d.,]+\s*\p{L}*\W*$/u.test(part);
