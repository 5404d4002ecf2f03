import { scanJson } from "./scan-json";
import { splitThinking } from "./thinking";

/**
 * Texts that are none of an answer, whatever was asked (docs/agents.md, "Answers that are none"): told by how they begin and end.
 * What stands in code is only shown.
 */

/** The reason why a text is no answer, as its model is shown it; undefined for any other. */
export function noAnswerProblem(text: string): string | undefined {
  const answer = splitThinking(text).answer.trim();
  if (answer === "") return undefined;
  const plain = answer.replace(SHOWN, " ");
  if (isRunOn(plain))
    return "The answer holds other turns of the conversation behind its own. Give the answer alone, and end there.";
  if (isCutOff(answer)) return "The answer breaks off before its end. Give the whole answer again.";
  if (isAnnouncement(plain))
    return "This only says what will be done. Do it now: call a tool, or give the result.";
  if (isRefusal(plain))
    return 'This refuses the task in general words. Give its result, or {"cannot": "<reason>"} if there can be none.';
  return undefined;
}

const SHOWN = /`[^`\n]+`|^[^\S\n]*>[^\S\n].*$|^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1[`~]*[^\S\n]*$/gm;

/** Control tokens that open a turn in the templates of models. */
const OPENS_TURN =
  /<\s?[|｜]\s?(?:im_start|start_header_id|start|user|assistant|system|human|turn|begin_of_text|header_start)[^<>\n]{0,20}[|｜]\s?>|<(?:start_of_turn|bos)>|\[\/?INST\]|<<SYS>>|<[|｜](?:User|Assistant)[|｜]>/i;
const ROLE = /^[^\S\n]*(?:#{1,4}\s+|\*\*|\[)?(User|Human|Assistant|AI|System)(?:\*\*|\])?\s*:(?:\*\*)?/gim;
const OF_MODEL = /^(?:assistant|ai)$/i;

/** Does a text hold turns of a conversation behind an answer? One that is shown as such has a line that leads to it. */
function isRunOn(plain: string): boolean {
  if (OPENS_TURN.test(plain)) return true;
  const turns = [...plain.matchAll(ROLE)];
  const [first, second] = turns;
  if (!first || !second) return false;
  if (first.index === 0)
    return OF_MODEL.test(first[1] as string) && turns.some(([, role = ""]) => !OF_MODEL.test(role));
  const lead = plain.slice(0, first.index).trimEnd();
  const leads = /[:：]\W{0,3}$/u.test(lead) || /(?:^|\n)#{1,6}[^\n]*$/.test(lead) || /\*\*$/.test(lead);
  return (
    lead !== "" &&
    !leads &&
    turns.some(([, role = ""]) => OF_MODEL.test(role)) &&
    !OF_MODEL.test(first[1] as string)
  );
}

/** Words that do not end a sentence. */
const GOES_ON =
  /(?<![\p{L}'’-])(?:the|an?|and|or|of|to|with|for|from|by|which|whose|than|into|because|der|die|das|den|dem|ein|eine|einen|und|oder|mit|von|zum|zur|le|la|les|des|du|et|ou|avec|pour|el|los|las|y|con|para|il|gli|e|per|het|een|en|met|i|z)$/iu;
const LINE_WORDS = 6;

/** Does a text end within a block, an object, a table, a list or a sentence of several? */
function isCutOff(answer: string): boolean {
  if (/^[[{]\s*["{[]/.test(answer) && endsInside(answer)) return true;
  const { open, inside } = lastFence(answer);
  if (open) return inside.trim() !== "";
  const lines = answer.split("\n");
  const last = lines.at(-1)?.trim() ?? "";
  const above = lines.at(-2)?.trim() ?? "";
  if (/^(?:\d{1,3}[.)]|[-*•+])$/.test(last) && lines.length > 1) return true;
  if (/^\|.*\|$/.test(above) && /^\|/.test(last) && !/\|$/.test(last)) return true;
  const [, root = ""] =
    /^(?:<\?xml[^>]*>\s*)?(?:<!doctype[^>]*>\s*)?<([a-z][\w:.-]*)[^>]*[^/]>/i.exec(answer) ?? [];
  if (root !== "" && !answer.includes(`</${root}`)) return !/>$/.test(answer);
  const isLong = last.split(/\s+/).length >= LINE_WORDS && /[.!?。](?:\s|$)/u.test(answer);
  return isLong && (GOES_ON.test(last) || /[,;([–-]$/u.test(last));
}

/** Is JSON that a text begins with never closed? */
function endsInside(answer: string): boolean {
  const { found, brokenAt } = scanJson(answer);
  if (found.some(({ start, salvaged }) => start === 0 && !salvaged)) return false;
  let depth = 0;
  let isText = false;
  for (let at = 0; at < answer.length; at += 1) {
    const sign = answer[at];
    if (isText && sign === "\\") at += 1;
    else if (sign === '"') isText = !isText;
    else if (!isText && (sign === "{" || sign === "[")) depth += 1;
    else if (!isText && (sign === "}" || sign === "]")) depth -= 1;
  }
  return brokenAt >= 0 && depth > 0;
}

/** The block of code in which a text ends, if it does. */
function lastFence(answer: string): { open: boolean; inside: string } {
  let fence = "";
  let inside: string[] = [];
  for (const line of answer.split("\n")) {
    const [, mark = "", label = ""] = /^[^\S\n]{0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    const closes = mark !== "" && label.trim() === "" && mark.startsWith(fence);
    if (fence === "" && mark !== "" && !label.includes("`")) [fence, inside] = [mark, []];
    else if (fence !== "" && closes) fence = "";
    else if (fence !== "") inside.push(line);
  }
  return { open: fence !== "", inside: inside.join("\n") };
}

const SENTENCE_END = /(?<=[.!?…。！？])\s+|\n+/u;
const MOST_SENTENCES = 4;
const MOST_CHARS = 400;
/** A word or two in front of what is said: "Understood!", "Okay, great." */
const isNod = (sentence: string): boolean => sentence.split(/\s+/).length <= 3 && !/[\p{N}:]/u.test(sentence);
const FUTURE =
  /^(?:(?:ok(?:ay)?|sure|now|next|then|first|understood|great|certainly|alright|gut|bien|bueno)\b[,.! ]*)*(?:I(?:['’]ll| will| shall| am going to|['’]m going to|['’]m about to)|we(?:['’]ll| will)|ich werde|wir werden|je vais|nous allons|voy a|vamos a|vou|vamos|ik (?:ga|zal)|jeg vil)(?!\p{L})/iu;
const LET_ME = /^(?:(?:ok(?:ay)?|sure|now|next|then|first|great|alright)\b[,.! ]*)*let me (?!know|\w+ you)/iu;
const SOON =
  /(?<!\p{L})(?:now|first|next|start|begin|proceed|shortly|soon|moment|back to you|right away|jetzt|nun|gleich|zunächst|zuerst|beginnen|starten|maintenant|d['’]abord|commencer|ahora|primero|empezar|agora|primeiro|começar|nu|eerst|beginnen)(?!\p{L})/iu;
const WAIT =
  /^(?:please (?:wait|hold|stand by|give me)|one moment|just a (?:moment|second|minute)|bitte (?:warten|einen)|einen moment|un (?:instant|moment)|this (?:may|might|will|should) take)(?!\p{L})/iu;

/** Is every sentence of a short text only a nod, or a word about what comes? */
function isAnnouncement(plain: string): boolean {
  // Figures, quotations and what stands behind a colon are something.
  if (plain.length > MOST_CHARS || /\p{N}|["“”„«»]|[:：]\s*\S/u.test(plain)) return false;
  const sentences = plain
    .split(SENTENCE_END)
    .map((one) => one.trim())
    .filter((one) => /\p{L}/u.test(one));
  if (sentences.length === 0 || sentences.length > MOST_SENTENCES) return false;
  const announces = (one: string) =>
    LET_ME.test(one) || (FUTURE.test(one) && (SOON.test(one) || /[:…]$|\.{3}$/u.test(one)));
  return (
    sentences.every((one) => announces(one) || isNod(one) || WAIT.test(one)) && sentences.some(announces)
  );
}

const REFUSES =
  /^(?:(?:I['’]m|I am) (?:very |really )?(?:sorry|afraid)|sorry|my apologies|I apologi[sz]e|unfortunately|es tut mir leid|tut mir leid|désolée?|lo siento)?[,.!–— ]*(?:but |aber |mais |pero )?(?:(?:I|we) (?:can(?:no|['’])t|can not|won['’]t|will not|am (?:unable|not able) to|are (?:unable|not able) to|must decline|have to decline)(?: to)? (?:help|assist|comply|support|fulfil+|process|continue|engage)(?: you)?(?: with| in)? (?:that|this|your|the|such|these)|ich kann (?:dir|ihnen)? ?(?:dabei|damit|bei dieser anfrage) nicht helfen|je ne peux pas (?:vous |t['’])?aider|no puedo (?:ayudar|ayudarte|ayudarle))(?!\p{L})/iu;
const MOST_REFUSING = 3;

/** A short text that begins with a refusal, and brings nothing. */
function isRefusal(plain: string): boolean {
  const sentences = plain.split(SENTENCE_END).filter((one) => /\p{L}/u.test(one));
  const said = plain.replace(SENTENCE_END, " ");
  return (
    plain.length <= MOST_CHARS &&
    sentences.length <= MOST_REFUSING &&
    !/\p{N}/u.test(plain) &&
    REFUSES.test(said)
  );
}
