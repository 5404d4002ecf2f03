import { speaksOfControl } from "./asking";

/**
 * Words with which an answer frames its plan and that say nothing of their own (docs/plans.md, "Words around a plan"). None of
 * them denies anything, puts it off or names somebody; every other word is one that is not known.
 */

const words = (...lists: string[]): ReadonlySet<string> => new Set(lists.flatMap((list) => list.split(" ")));

const FUNCTION = words(
  "a an the this that these those it its them i we my our ll ve re s",
  "is are was be been has have had will do does did can so too just also",
  "of in on at to for from with by as into and via within through across",
);
const FRAME = words(
  ...FUNCTION,
  "here below above following follows follow would d suggest suggested propose proposed recommend next finally lastly together each every all whole complete full entire simple short small",
  "detailed concise clear new first then second third last",
  "plan plans mission goal request task tasks step steps phase phases stage stages part parts piece pieces json format form",
  "structure structured object output answer result response version overview summary graph flowchart diagram table list execution",
  "graph td lr tb mermaid yaml text title asked requested",
  "create created creates make made makes write wrote written writes prepare prepared build built break broke broken breaks down",
  "split divide divided keep kept use used uses contain contains cover covers covered consists include includes give gives gave",
  "go goes going run runs start starts begin begins take takes took show shows put added based",
  "approach solve solves achieve achieves accomplish accomplishes comes come parallel number cheap fast quick minimal lean stays stay",
  "instructions tail looks like again better changed edited edits proceed proceeds get there corrected corrects correct final revised updated improved",
  "sure certainly absolutely great perfect alright okay thanks understood got enjoy cheers welcome yes hello hi",
);
/** What a plan may do to its work, as a sentence about it says: all of them do the work, none puts it off or only plays it. */
const WORK_VERBS = words(
  "collects gathers lists finds searches reads fetches retrieves queries loads extracts counts computes calculates measures",
  "compares analyzes analyses assesses examines inspects checks verifies validates proves summarizes writes prepares",
  "produces generates designs renews books pays installs configures migrates deploys ships sends delivers",
  "publishes uploads researches reports tests implements edits translates cleans formats merges combines joins sorts filters imports exports",
);
/** Endings of words for what is done. */
const OF_WORK = /(?:ing|ions?|ments?|sis|[iy][sz]e|ate|ify|up|out)$/u;
/** Words of an offer to change the plan, after those with which it begins. */
const OFFERS: readonly (readonly [start: string, rest: string])[] = [
  [
    "(?:please )?(?:let me know|tell me|feel free|do not hesitate|don['’]t hesitate)|(?:i? ?)?hope (?:this|that|it) helps|(?:would|do) you (?:like|want)|(?:do you have )?any(?:thing)? (?:questions|else)|happy to|glad to",
    "if|or|this|that|works|what|you|you['’]d|you['’]ll|would|like|want|need|think|to|me|i|of|it|in|the|any|all|more|anything|something|else|further|other|changes?|changed|adjust|adjusted|adjusting|adjustments?|details?|modify|modifications|refine|tweak|add|have|questions?|ask|reach|out|help|plan|tasks?|steps?|agents?|order|names?|on|about|should|is|are|wrong|missing|unclear|for|with|\\d{1,3}",
  ],
  [
    "lass(?:en sie)? (?:es )?mich wissen|sag(?:en sie)? (?:mir )?(?:gern )?bescheid|melde? dich",
    "wenn|falls|ob|du|sie|ihr|noch|etwas|was|fragen|änderungen|ändern|anpassen|möchtest|möchten|hast|haben|brauchst|brauchen|weitere|details|soll",
  ],
  [
    "n['’]hésite(?:z)? pas|dites[- ]moi|dis[- ]moi",
    "si|à|vous|tu|avez|as|des|une|questions?|me|le|dire|demander|modifications?|souhaitez|voulez|besoin|de|autre|chose|changer|ajuster",
  ],
  [
    "av[ií]same|dime|h[aá]zmelo saber|no dudes",
    "si|en|quieres|necesitas|algo|m[aá]s|cambiar|ajustar|tienes|alguna|preguntas?|duda|preguntar",
  ],
];
const OFFER = new RegExp(
  `^(?:${OFFERS.map(([start, rest]) => `(?:${start})(?:,? (?:${rest})(?![\\p{L}\\p{N}]))*`).join("|")})[.!?]*$`,
  "iu",
);
/** Whole sentences that lead to a plan. */
const LEADS = new RegExp(
  `^(?:${[
    "(?:as|like) in (?:the|your) (?:example|instructions)(?: (?:in|of) (?:the|your) (?:instructions|request))?|here you (?:go|are)|here(?:['’]s| is) (?:what i(?:['’]d| would) (?:do|suggest|propose)|how i(?:['’]d| would) do (?:it|this|that))",
    "(?:hier (?:ist|kommt)|das ist|anbei) (?:der|ein|mein) (?:vollständige )?plan(?: als json)?",
    "(?:voici|ci-dessous) (?:le|un|mon) plan(?: complet)?(?: en json| au format json)?",
    "aqu[ií] (?:está|tienes|tiene) (?:el|un|mi) plan(?: completo)?(?: en json)?",
    "ecco (?:il|un) piano|aqui está o plano|hier is het plan|oto plan|вот план",
    "(?:好的[，,]?)?(?:以下|这|下面)是(?:完整的?)?(?:执行)?计划",
    "(?:以下が|計画は以下の通り|以下の通り|以下は)(?:です|計画です)|다음은 계획입니다",
  ].join("|")})$`,
  "iu",
);
/** How long it may take changes nothing of it. */
const ESTIMATE =
  /^(?:this(?: plan)?|the (?:whole )?plan|the whole thing|everything|it)(?: (?:should|will|may|takes?|take|need|needs))+ (?:about |around |roughly |at most |approximately )?(?:half an?|an?|one|two|three|four|five|six|seven|eight|nine|ten|a few|\d{1,3}(?:[-–]\d{1,3})?) (?:seconds?|minutes?|hours?|days?|weeks?)$/iu;

/** A sentence without its marks and its end: "**Sure!** " as "Sure". */
const bareSentence = (sentence: string): string =>
  sentence
    .normalize("NFKC")
    .replace(/[*_#>`"“”]+/gu, "")
    .replace(/[.!?:：。！？…\s]+$/u, "")
    .trim();

/** Does a whole sentence lead to a plan, offer changes of it, or say how long it may take? */
export function isFrame(sentence: string): boolean {
  const bare = bareSentence(sentence);
  return /^done$/i.test(bare) || [OFFER, LEADS, ESTIMATE].some((one) => one.test(bare));
}

/** Is a word, in lower case, one that frames say? */
export const isFrameWord = (word: string): boolean => FRAME.has(word);

/** Is a word, in lower case, one that only ties others together? */
export const isFunctionWord = (word: string): boolean => FUNCTION.has(word);

/** Is a word, in lower case, a verb by which a sentence about a plan says what it does? */
export const isWorkVerb = (word: string): boolean => WORK_VERBS.has(word);

/** Is a word alone one for work: the base form of such a verb, or a word for what is done? */
export const isWorkWord = (written: string): boolean => {
  const word = written.toLowerCase();
  const forms = [word, `${word}s`, `${word}es`, word.replace(/y$/u, "ies")];
  return forms.some((form) => WORK_VERBS.has(form)) || OF_WORK.test(word);
};

/** Words by which work waits for something, or depends on it, in whichever language. */
const PUTTING_OFF = words(
  "unless until till if once before after bevor erst wenn falls bis ehe avant après si seulement antes hasta después",
  "prima dopo se nadat als przed",
);
/** These, and words that deny work or end it: of a task's name they count only with the whole name. */
const DENYING = words(
  ...PUTTING_OFF,
  "no not never nobody none nothing neither nor without only when while yet first last",
  "stop stops cancel cancels abort aborts skip skips drop drops halt quit revoke reject rejects refuse undo delay defer postpone",
  "suspend draft drafts dry dummy mock obsolete void",
  "kein keine keiner nicht nie niemals niemand nichts ohne nur erst bevor vor nach wenn falls bis ehe",
  "ne pas jamais rien sans ni si seulement avant après personne nunca nadie nada sin solo sólo antes hasta después cuando",
  "non mai senza se prima dopo niet geen nooit zonder als voor nooit nie bez tylko przed não nunca sem apenas не без никогда только",
);
/** Words for somebody who may decide, or for what is done by hand. */
const PERSONS = words("human person people manual manually hand somebody someone anyone");
/** What may hang on a word of a name: "pay" is in "payment", "book" in "booked". */
const ENDING = /^(?:e?s|e?d|ings?|e|ments?|e?r?y|ies|ied|ions?|ations?)?$/u;
const STEM = 3;

/** Is a word one that denies work, puts it off or ends it? */
export const isDenying = (word: string): boolean => DENYING.has(word);
/** Is a word one that makes work wait for something, or depend on it? */
export const isPuttingOff = (word: string): boolean => PUTTING_OFF.has(word);

/** May a word of a name stand for its task by itself? */
export const canStandAlone = (word: string): boolean =>
  !isDenying(word) && !PERSONS.has(word) && !speaksOfControl(word);

const IRREGULAR: ReadonlyMap<string, string> = new Map(
  Object.entries({
    paid: "pay",
    sent: "send",
    written: "write",
    wrote: "write",
    built: "build",
    sold: "sell",
  }),
);

/** Is a word a form of another one: "booked", "books" and "booking" of "book"? */
export function isFormOf(word: string, name: string): boolean {
  if (word === name || IRREGULAR.get(word) === name) return true;
  const bare = name.replace(/(?:(?<=[^s])s|e|y)$/u, "");
  const stem = bare.length < STEM ? name : bare;
  if (stem.length < STEM || !word.startsWith(stem)) return false;
  const rest = word.slice(stem.length);
  // "Planned" is a form of "plan".
  return ENDING.test(rest) || (rest.charAt(0) === stem.at(-1) && ENDING.test(rest.slice(1)));
}
