import { isJsonObject, type Json, type JsonObject } from "@/lib/core/json";
import { type DecisionDraft, listIn, writePlan } from "../drafts";
import { agentBy, type Script, type Scripts } from "../script";
import type { Reply, Turn } from "../turn";
import { baseTaskId, placedResults, pluralize } from "../words";
import { evidenceIn, type Judged, reviewBy } from "./review";
import type { ScenarioScript } from "./scenario";
import { summarizeBy } from "./summary";
import { firstPlan, LIST, repairedTail, SHOP, SUPPLIER } from "./tail-replan-plans";
import { remainingPlan } from "./take-up";

/** A check refuses prices of zero and asks for another plan: what is done stays, the rest is replaced. */
export const tailReplan: ScenarioScript = {
  planner: (turn) => ({ text: writePlan(firstPlan, turn) }),
  agent: agentBy(scripts()),
  reviewer: reviewBy(decide),
  replanner: playReplanner,
  answer: playAnswer,
  summarizer: summarizeBy(playAnswer),
};

function decide({ answers, bad }: Judged): Omit<DecisionDraft, "answers"> {
  const evidence = evidenceIn({ answers });
  if (!bad) return { decision: "CONTINUE", reasoning: `${evidence} The prices can go into the shop.` };
  const abortReason = `${bad.evidence} Such prices must not go into the shop.`;
  return { decision: "ABORT", reasoning: evidence, abortReason };
}

/** The articles that the check names are looked up; without any the plan goes on where it stands. */
function playReplanner(turn: Turn): Reply {
  const trigger = turn.json("trigger");
  const looked = listIn(turn, "completed").find(({ id }) => id === "quote_missing");
  const source = looked ? String(looked.preview) : isJsonObject(trigger) ? String(trigger.diagnosis) : "";
  const skus = [...new Set(source.match(/K-\d+/g))];
  return { text: writePlan(remainingPlan(turn, skus.length === 0 ? firstPlan : repairedTail(skus)), turn) };
}

function scripts(): Scripts {
  return {
    read_price_list: () => ({
      opening: `I read the list ${LIST} of ${SUPPLIER}.`,
      rounds: () => [[{ tool: "read_price_list", args: { supplier: SUPPLIER, version: LIST } }]],
      result: ([out = {}]) => JSON.stringify(out),
    }),

    read_rate: () => ({
      opening: "I look up the rate of the day.",
      rounds: () => [[{ tool: "read_exchange_rate", args: { from: "USD", to: "EUR" } }]],
      result: ([out = {}]) => JSON.stringify(out),
    }),

    quote_missing: (turn) => {
      // What the list itself says stands behind, as a result.
      const [asked = ""] = turn.block("input").split("<result");
      const skus = [...new Set(asked.match(/K-\d+/g))];
      return {
        opening: `I look up ${skus.join(" and ")} in the order system.`,
        rounds: () => [[{ tool: "quote_prices", args: { supplier: SUPPLIER, version: LIST, skus } }]],
        result: ([out = {}]) => JSON.stringify(out),
      };
    },

    update_shop: (turn) =>
      withPrices(turn, "update_prices", `I set the prices of ${LIST} in ${SHOP}.`, (out) =>
        JSON.stringify(out),
      ),

    check_shop: (turn) =>
      withPrices(turn, "compare_prices", `I compare what ${SHOP} shows.`, (out) => {
        return `${pluralize(out.compared, "price")} compared in ${SHOP}: ${out.differing} differ from list ${LIST}.`;
      }),
  };
}

/** A call with the prices that the input brings. */
function withPrices(turn: Turn, tool: string, opening: string, tell: (out: JsonObject) => string): Script {
  const prices = readJson(placedResults(turn.block("input"))[0]);
  return {
    opening,
    rounds: () => [[{ tool, args: { shop: SHOP, version: LIST, prices } }]],
    result: ([out = {}]) => tell(out),
  };
}

function playAnswer(turn: Turn): Reply | undefined {
  const results = listIn(turn, "results").filter(({ status }) => status === "succeeded");
  const told = (stem: string) =>
    results.filter(({ id }) => baseTaskId(String(id)) === stem).map(({ preview }) => String(preview));
  const updated = readJson(told("update_shop")[0]);
  const [checked] = told("check_shop");
  if (!isJsonObject(updated) || checked === undefined) return;
  const quoted = [...new Set(told("quote_missing").join(" ").match(/K-\d+/g))];
  const gaps =
    quoted.length === 0
      ? []
      : [`- The list had no price for ${quoted.join(" and ")}; the supplier’s order system had.`];
  const note = turn.block("note");
  return {
    text: [
      "The shop shows the prices of the supplier, in euros.",
      ...gaps,
      `- ${pluralize(updated.updated, "price")} of list ${updated.version} set in ${SHOP}.`,
      `- ${checked}`,
      ...(note === "" ? [] : [note]),
    ].join("\n"),
  };
}

function readJson(text = ""): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return [];
  }
}
