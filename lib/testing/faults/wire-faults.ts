import { isJsonObject } from "@/lib/core/json";
import { readRole } from "@/lib/core/prompt-blocks";
import { randomFrom } from "../seeds";
import type { AnswerReply, Reply, WireRequest } from "../wire/reply";

/** How a provider fails one request. `malformed` answers with JSON that breaks off, and says that this is all. */
export const WIRE_FAULTS = ["limited", "broken", "cut", "malformed"] as const;
export type WireFault = (typeof WIRE_FAULTS)[number];

/** Roles whose answer is one piece of JSON: half of it can never be read. */
const JSON_ROLES = new Set(["planner", "reviewer", "summarizer"]);

/** The block in which a role sees what was wrong with its answer, within JSON. */
const ASKED_AGAIN = /<data name=\\"problem\\">/;

/**
 * Faults mixed into the answers of a server by a seed: about every third request fails, every kind in turn, and no
 * request a second time, nor what a role of JSON is asked again. `fired` counts what has happened.
 */
export function createWireFaults(seed: number) {
  const random = randomFrom(seed);
  const fired: Record<WireFault, number> = { limited: 0, broken: 0, cut: 0, malformed: 0 };
  const failed = new Set<string>();

  /** The rarest of the kinds that this request can fail by. */
  function choose(role: string | undefined, reply: AnswerReply): WireFault {
    const possible = WIRE_FAULTS.filter(
      (kind) => kind !== "malformed" || (JSON_ROLES.has(role ?? "") && reply.text !== undefined),
    );
    const least = Math.min(...possible.map((kind) => fired[kind]));
    const rarest = possible.filter((kind) => fired[kind] === least);
    return rarest[Math.floor(random() * rarest.length)] ?? "broken";
  }

  return {
    fired,
    /** The answer, or how the request fails in its place. */
    mix(request: WireRequest, reply: AnswerReply): Reply {
      const role = roleOf(request);
      // The roles of JSON are asked seldom: they always fail once, and never when they are asked again.
      const isJsonRole = JSON_ROLES.has(role ?? "");
      const prompt = JSON.stringify(request.body.messages);
      const fails = isJsonRole ? !ASKED_AGAIN.test(prompt) : random() < 0.35;
      if (failed.has(prompt) || !fails) return reply;
      failed.add(prompt);
      const fault = isJsonRole && fired.malformed === 0 ? "malformed" : choose(role, reply);
      fired[fault] += 1;
      return replyOf(fault, reply);
    },
  };
}

function replyOf(fault: WireFault, reply: AnswerReply): Reply {
  switch (fault) {
    case "limited":
      return {
        kind: "error",
        status: 429,
        headers: { "retry-after": "0.05" },
        error: { message: "Slow down" },
      };
    case "broken":
      return { kind: "error", status: 500, error: { message: "Oops" } };
    case "cut":
      return { ...reply, ending: "cut" };
    case "malformed":
      return { ...reply, text: [...(reply.text ?? [])].slice(0, 1) };
  }
}

function roleOf({ body }: WireRequest): string | undefined {
  const [first] = Array.isArray(body.messages) ? body.messages : [];
  return isJsonObject(first) && typeof first.content === "string" ? readRole(first.content) : undefined;
}
