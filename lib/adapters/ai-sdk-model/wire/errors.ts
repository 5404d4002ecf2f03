import { isJsonObject, type Json, type JsonObject } from "@/lib/core/json";
import { getOwn } from "@/lib/core/own";

/** The name of what is thrown here: the SDK wraps it into an error of its own. */
export const WIRE_ERROR = "WireError";

/** What came in the place of an answer. */
type Came = "web_page" | "text" | "other_json" | "broken_json" | "other_parts";

const WORDS: Record<Came, string> = {
  web_page: "a web page came, as of a proxy or a login",
  text: "text came that is no answer of a model",
  other_json: "JSON came that is no answer of a model",
  broken_json: "a part of the answer is not JSON",
  other_parts: "the answer has only parts of kinds that are not known",
};

/** Words of a page say more than its mark-up, and what it only runs or styles says nothing. */
const HIDDEN = /<(script|style)\b[\s\S]{0,20000}?<\/\1>|<[^<>]{0,2000}>/gi;

/** Thrown where what came is no answer: the same request would get the same. The code is that of the failure. */
export function noAnswer(came: Came, text: string): Error {
  const said = text.replace(HIDDEN, " ").replace(/\s+/g, " ").trim();
  const words = said === "" ? WORDS[came] : `${WORDS[came]}: ${said}`;
  return Object.assign(new Error(words), { name: WIRE_ERROR, code: "unreadable_answer" });
}

export const isPage = (text: string): boolean =>
  /^\s*<(?:!doctype|html|head|body|\?xml|[a-z][^<>]*>)/i.test(text);

/** Keys of which every answer has one. */
const ANSWERS = [
  "choices",
  "candidates",
  "content",
  "output",
  "type",
  "response",
  "usage",
  "usageMetadata",
  "promptFeedback",
];

/** The error that a provider sends as if it were an answer, to be thrown; undefined for what is none. */
export function errorInAnswer(value: Json): Error | undefined {
  if (Array.isArray(value)) return value.length === 1 ? errorInAnswer(value[0] ?? null) : undefined;
  if (!isJsonObject(value)) return undefined;
  const own = errorObjectOf(value);
  if (!own) return undefined;
  const message = [own.message, own.msg, own.detail, own.error_msg].find(
    (said) => said !== undefined && said !== null,
  );
  const text = typeof message === "string" ? message : JSON.stringify(message ?? own);
  const code = own.code ?? own.status ?? own.statusCode;
  // `data` is where the SDK's own errors have it.
  return Object.assign(new Error(text), {
    name: WIRE_ERROR,
    data: { error: { ...own, message: text, code } },
  });
}

function errorObjectOf(value: JsonObject): JsonObject | undefined {
  const { error } = value;
  if (isJsonObject(error)) return error;
  if (typeof error === "string" && error !== "") return { ...value, message: error };
  if (value.object === "error" || value.type === "error") return value;
  const isAnswer = ANSWERS.some((key) => Object.hasOwn(value, key));
  const saysWhy = ["message", "msg", "detail", "error_msg"].some((key) => Boolean(getOwn(value, key)));
  return !isAnswer && saysWhy ? value : undefined;
}
