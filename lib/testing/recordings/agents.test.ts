import { describe, expect, it } from "vitest";
import { formatReason } from "@/lib/core/describe/reason";
import { canonicalJson } from "@/lib/core/json";
import { type RecordedCall, recordedCalls } from ".";
import {
  type PlayedConversation,
  playConversation,
  recordedPredicates,
  taskIdOf,
  turnsOf,
} from "./conversations";

/** Recorded conversations of agents, each in its situation: what it leads to. */
const calls = recordedCalls().filter(({ role }) => role === "agent");
const predicates = recordedPredicates(recordedCalls());
const callOf = (number: string): RecordedCall => {
  const call = calls.find((one) => one.number === number);
  if (!call) throw new Error(`There is no recording ${number} of an agent`);
  return call;
};

type Expected = {
  /** How often the model is asked. */
  turns: number;
  /** The tools that run. */
  ran?: string[];
  /** How the result begins. */
  result?: string;
  /** What the agent is shown in its last request. */
  shown?: string;
  /** What the task comes to where it has no result. */
  diagnosis?: string;
  /** Recorded calls of the same conversation that its last request does not hold. */
  later?: string[];
  closing?: string;
  /** Recorded turns that are not asked for any more. */
  left?: number;
};

const sql = (count: number) => Array.from({ length: count }, () => "sql_query");
const ACTION = '{"thought": "It has nothing", "next_node": null, "args": {"answer": "From memory"}}';

const EXPECTED: Record<string, Expected> = {
  // Prose around a fence is the result that the schema asks for: nothing fails, and nothing is replanned.
  "008": { turns: 2, ran: sql(4), result: '{"row_count":500,' },
  "011": { turns: 2, ran: sql(1), result: '{"regions":[{"region":"West",' },
  "015": {
    turns: 2,
    ran: ["estimate_resources"],
    closing: 'It takes:\n{"servers": "6", "cpus": "24", "notes": ""}',
    result: '{"servers":6,"cpus":24,"notes":""}',
  },
  // A wrong argument fails its own call; the two others of the set run.
  "020": { turns: 3, ran: sql(5), result: '{"region":"West",', shown: "limit: must be integer" },
  "022": { turns: 2, ran: ["files__read_text_file"], result: "Here is the full content" },
  // What was thought aloud is no part of the result.
  "025": { turns: 1, result: "## Action items" },
  "026": { turns: 1, result: "# MEMO" },
  "028": { turns: 2, ran: ["request_quota"], result: "Done." },
  "031": { turns: 1, result: "# MEMO" },
  "032": {
    turns: 2,
    ran: Array.from({ length: 4 }, () => "check_quota"),
    result: '{"options":[{"region":"eu-north",',
  },
  "035": { turns: 1, result: '{"options":[{"region":"eu-north",' },
  "040": { turns: 2, ran: ["files__write_file"], result: "Done. The report was written" },
  // A wrong key is named, with those that there are.
  "046": {
    turns: 3,
    ran: sql(1),
    result: '{"vendors":[{"vendor":"Alpha GmbH",',
    shown: 'missing key \\"sql\\"',
  },
  "051": { turns: 1, result: "# MEMO" },
  // An answer without a word, then one that was cut off.
  "052": {
    turns: 4,
    ran: ["check_quota"],
    result: '{"region":"eu-north",',
    shown: "cut off at the output limit",
  },
  "058": {
    turns: 2,
    ran: ["create_servers"],
    closing: '{"created": 6, "requested": 6}',
    result: '{"created":6,',
  },
  // Two that the provider withheld, the second with a refusal in words.
  "076": {
    turns: 5,
    ran: ["deploy", "run_tests"],
    result: "Analytics 1.4.0 is live",
    shown: "withheld the answer",
  },
  // An action under other names calls its tool.
  "086": { turns: 2, ran: ["search_library"], result: "From memory", closing: ACTION },
  "088": { turns: 1, result: '{"system":"DuckDB",' },
  "091": { turns: 3, ran: ["search_library", "search_library"], result: "SQLite (general knowledge)" },
  // "final_answer" is no tool, but the answer.
  "092": { turns: 2, result: "PostgreSQL (general knowledge)", left: 1 },
  "098": { turns: 1, result: "Recommendation: DuckDB." },
  // A rate limit and a fault of the provider cost no attempt.
  "104": {
    turns: 5,
    ran: Array.from({ length: 7 }, () => "run_lisp"),
    result: "Done.",
    later: ["106", "107"],
  },
  // A call that is only announced is no result.
  "112": {
    turns: 2,
    closing: "I will use the calculator for that.",
    diagnosis: 'This calls "calculator" in the text of an answer, where nothing runs',
  },
  "115": { turns: 1, result: "Maintenance on 5 Oct" },
  "116": { turns: 1, result: "The announcement is ready for your approval" },
  "118": { turns: 2, ran: ["publish_report"], result: "Published at" },
};

const played = new Map<string, Promise<PlayedConversation>>();

/** A conversation is played once, whichever tests ask for it. */
function playedBy(number: string): Promise<PlayedConversation> {
  const { later = [], closing } = EXPECTED[number] ?? {};
  const known = played.get(number);
  const playing =
    known ??
    playConversation(callOf(number), {
      later: later.map(callOf),
      ...(closing !== undefined && { closing }),
      predicates,
    });
  played.set(number, playing);
  return playing;
}

describe("recorded conversations of agents", () => {
  it.each(Object.entries(EXPECTED))("%s", async (number, { left = 0, ...expected }) => {
    const played = await playedBy(number);
    const { task, unanswered, turns, ran, replans, shown } = played;
    const { ran: wanted = [], result = "", diagnosis } = expected;
    expect({ unanswered, turns, ran, replans, left: played.left.length }).toEqual({
      unanswered: [],
      turns: expected.turns,
      ran: wanted,
      replans: 0,
      left,
    });
    expect(task?.attempt).toBe(1);
    if (expected.shown !== undefined) expect(shown).toContain(expected.shown);
    if (diagnosis === undefined) expect(task?.result?.preview.startsWith(result)).toBe(true);
    else expect(task?.diagnosis && formatReason(task.diagnosis)).toContain(diagnosis);
  });

  it("are held to the predicates that their plans had", () => {
    const held = Object.keys(EXPECTED).filter((number) => predicates.has(taskIdOf(callOf(number))));
    expect(held).toEqual(["008", "011", "015", "025", "032", "035", "052", "058"]);
  });

  it("hold every recorded call of an agent", () => {
    const played = Object.entries(EXPECTED).flatMap(([number, { later = [] }]) => [
      ...turnsOf(callOf(number)),
      ...later.map((one) => callOf(one).answer),
    ]);
    const texts = new Set(played.map(textOf));
    expect(calls.filter(({ answer }) => !texts.has(textOf(answer))).map(({ number }) => number)).toEqual([]);
  });
});

/** An answer as it can be told from others, however a request repeats it. */
function textOf(answer: RecordedCall["answer"]): string {
  if ("status" in answer) return `${answer.status}`;
  const { content, tool_calls: called = [] } = answer;
  return canonicalJson([(content ?? "").trim(), called]);
}

describe("requests of the recorded conversations", () => {
  it("are cacheable prefixes for the most part, from an agent's second turn on", async () => {
    const shares: { prefix: number; whole: number }[] = [];
    for (const number of Object.keys(EXPECTED)) {
      const { requests } = await playedBy(number);
      const texts = requests.map(({ tools = [], messages }) =>
        [tools, ...(Array.isArray(messages) ? messages : [])].map((part) => JSON.stringify(part)).join("\n"),
      );
      for (const [index, text] of texts.slice(1).entries()) {
        shares.push({ prefix: commonLength(text, texts[index] ?? ""), whole: text.length });
      }
    }
    const sum = (of: "prefix" | "whole") => shares.reduce((all, share) => all + share[of], 0);
    expect(shares.length).toBeGreaterThan(15);
    const share = sum("prefix") / sum("whole");
    console.log(`cacheable prefix of requests after the first turn: ${(100 * share).toFixed(1)} %`);
    expect(share).toBeGreaterThan(0.7);
  });
});

function commonLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}
