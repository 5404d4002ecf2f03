import type { JsonObject } from "@/lib/core/json";
import { closed } from "../strict-schema";

const text: JsonObject = { type: "string" };
const texts: JsonObject = { type: "array", items: text };

/** The structured answer; facts are a list, since strict schemas know no open objects. */
export const TRAJECTORY_SUMMARY_ANSWER: JsonObject = closed({
  goals: texts,
  facts: { type: "array", items: closed({ name: text, value: text }) },
  pending: texts,
  lastOutputDigest: text,
  note: text,
});
