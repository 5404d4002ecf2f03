import { isJsonObject, type Json, type JsonObject } from "@/lib/core/json";
import {
  type DecisionDraft,
  listIn,
  type PlanDraft,
  resultsIn,
  says,
  type TaskDraft,
  writePlan,
} from "../drafts";
import { agentBy, type ScenarioScript, type Script, type Scripts } from "../script";
import { asText, baseTaskId, placedResults, pluralize } from "../text";
import type { Reply, Turn } from "../turn";
import { remainingPlan } from "./remaining-plan";
import { evidenceIn, type Judged, reviewBy } from "./review";
import { summarizeBy } from "./summary";

/** The plans of the price story: the first one, and the tail after the list turned out to have gaps. */

const SUPPLIER = "kestrel-supply";
const SHOP = "webshop";
const LIST = "v7";
const ROWS = "[{sku :string, usd :float}]";

/** Prices of nothing are as wrong as none: it names the articles, so that they can be asked for. */
const ALL_POSITIVE = `(let [bad (remove (fn [row] (pos? (get row "eur"))) data/result)]
  (or (empty? bad) (str "Price must be positive: " (join ", " (pluck "sku" bad)))))`;

const HAS_ROWS: Pick<TaskDraft, "verification" | "onVerificationFailure"> = {
  verification: '(if (empty? (get data/result "rows")) "There are no rows" true)',
  onVerificationFailure: "retry",
};

const CONVERT = `(let [rate (get-in data/results ["read_rate" "rate"])]
  (mapv (fn [row] {"sku" (get row "sku") "eur" (/ (round (* 100 rate (get row "usd"))) 100)})
        (get-in data/results ["read_price_list" "rows"])))`;

const CONVERT_WITH_QUOTES = `(let [rate (get-in data/results ["read_rate" "rate"])
      quoted (into {} (map (fn [row] [(get row "sku") (get row "usd")])
                           (get-in data/results ["quote_missing" "rows"])))]
  (mapv (fn [row]
          (let [sku (get row "sku")]
            {"sku" sku "eur" (/ (round (* 100 rate (get quoted sku (get row "usd")))) 100)}))
        (get-in data/results ["read_price_list" "rows"])))`;

const buyer = {
  prompt: "You read price lists and ask suppliers. Give every price with its article, and change none.",
  tools: ["read_price_list", "read_exchange_rate", "quote_prices"],
};

const shopkeeper = {
  prompt: "You keep the prices of the shop. Report how many were set, and how many differ.",
  tools: ["update_prices", "compare_prices"],
};

const compute = (id: string, program: string, dependsOn: string[]): TaskDraft => ({
  id,
  title: "Compute prices in euros",
  type: "direct",
  input: program,
  dependsOn,
  verification: ALL_POSITIVE,
  onVerificationFailure: "replan",
});

const firstPlan: PlanDraft = {
  title: "Shop prices in line with the supplier",
  agents: { buyer, shopkeeper },
  tasks: [
    {
      id: "read_price_list",
      title: "Read the price list",
      agent: "buyer",
      input: `Read version ${LIST} of the price list of ${SUPPLIER}. Answer with JSON alone.`,
      outputSchema: `{version :string, rows ${ROWS}}`,
      ...HAS_ROWS,
    },
    {
      id: "read_rate",
      title: "Read the exchange rate",
      agent: "buyer",
      input: "What is one US dollar in euros? Answer with JSON alone.",
      outputSchema: "{rate :float}",
      verification: '(if (pos? (get data/result "rate")) true "The rate is not above zero")',
      onVerificationFailure: "retry",
    },
    compute("compute_prices", CONVERT, ["read_price_list", "read_rate"]),
    ...intoShop(""),
  ],
};

/** What the list leaves open is asked of the supplier; the prices are recomputed, and go the same way. */
const repairedTail = (skus: string[]): PlanDraft => ({
  ...firstPlan,
  tasks: [
    {
      id: "quote_missing",
      title: "Look up the missing prices",
      agent: "buyer",
      input: `List ${LIST} of ${SUPPLIER} has no price for ${skus.join(", ")}: look them up in its order system. Answer with JSON alone. The list: {{results.read_price_list}}`,
      dependsOn: ["read_price_list"],
      outputSchema: `{rows ${ROWS}}`,
      ...HAS_ROWS,
    },
    {
      ...compute("compute_prices_v2", CONVERT_WITH_QUOTES, ["quote_missing", "read_price_list", "read_rate"]),
      title: "Compute all prices",
      replaces: "compute_prices",
    },
    ...intoShop("_v2"),
  ],
});

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

/** The articles that the check names are looked up; without any the plan continues where it stands. */
function playReplanner(turn: Turn): Reply {
  const trigger = turn.json("trigger");
  const looked = listIn(turn, "completed").find(({ id }) => id === "quote_missing");
  const why = isJsonObject(trigger)
    ? `${asText(trigger.reason ?? "")} ${asText(trigger.diagnosis ?? "")}`
    : "";
  const source = looked ? String(looked.preview) : why;
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
  const results = resultsIn(turn).filter(({ status }) => status === "succeeded");
  const reported = (stem: string) =>
    results.filter(({ id }) => baseTaskId(id) === stem).map(({ text }) => text);
  const updated = readJson(reported("update_shop")[0]);
  const [checked] = reported("check_shop");
  if (!isJsonObject(updated) || checked === undefined) return;
  const quoted = [...new Set(reported("quote_missing").join(" ").match(/K-\d+/g))];
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

/** From the computed prices to the shop that shows them; `suffix` tells the second time from the first. */
function intoShop(suffix: string): TaskDraft[] {
  const id = (stem: string): string => `${stem}${suffix}`;
  const old = (stem: string) => (suffix === "" ? {} : { replaces: stem });
  const prices = `{{results.${id("compute_prices")}}}`;
  return [
    {
      id: id("review_prices"),
      ...old("review_prices"),
      title: "Review of the prices",
      type: "planning_review",
      dependsOn: ["read_price_list", id("compute_prices")],
      review: {
        focus: "May these prices go into the shop?",
        previousTasks: ["read_price_list", id("compute_prices")],
        decisionPoints: ["Is every price above zero?", "Is there a price for each article of the list?"],
        potentialOutcomes: [
          { decision: "CONTINUE", when: "every article has a price" },
          { decision: "REPLAN", when: "prices are missing or cannot be right" },
          { decision: "ABORT", when: "the list must not be used" },
        ],
      },
    },
    {
      id: id("update_shop"),
      ...old("update_shop"),
      title: "Set the shop prices",
      agent: "shopkeeper",
      input: `Set the prices of list ${LIST} in ${SHOP}: ${prices}. Answer with JSON alone.`,
      dependsOn: [id("review_prices")],
      outputSchema: "{updated :int, version :string}",
      verification: '(if (pos? (get data/result "updated")) true "No price was set")',
      onVerificationFailure: "retry",
    },
    {
      id: id("check_shop"),
      ...old("check_shop"),
      title: "Compare shop and list",
      ...says("prices? compared", "The result does not say what was compared"),
      agent: "shopkeeper",
      input: `Compare what ${SHOP} shows with list ${LIST}: ${prices}. Before that: {{results.${id("update_shop")}}}`,
      dependsOn: [id("update_shop")],
    },
  ];
}
