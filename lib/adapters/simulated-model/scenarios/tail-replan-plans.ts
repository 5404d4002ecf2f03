import type { PlanDraft, TaskDraft } from "../drafts";

/** The plans of the price story: the first one, and the tail after the list turned out to have gaps. */

export const SUPPLIER = "kestrel-supply";
export const SHOP = "webshop";
export const LIST = "v7";

const ROWS = "[{sku :string, usd :float}]";

/** Prices of nothing are as wrong as none: it names the articles, so that they can be asked for. */
const ALL_POSITIVE = `(let [bad (remove (fn [row] (pos? (get row "eur"))) data/result)]
  (or (empty? bad) (str "Price must be positive: " (join ", " (pluck "sku" bad)))))`;

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
    },
    {
      id: id("check_shop"),
      ...old("check_shop"),
      title: "Compare shop and list",
      agent: "shopkeeper",
      input: `Compare what ${SHOP} shows with list ${LIST}: ${prices}. Before that: {{results.${id("update_shop")}}}`,
      dependsOn: [id("update_shop")],
    },
  ];
}

const compute = (id: string, program: string, dependsOn: string[]): TaskDraft => ({
  id,
  title: "Compute prices in euros",
  type: "direct",
  input: program,
  dependsOn,
  verification: ALL_POSITIVE,
  onVerificationFailure: "replan",
});

export const firstPlan: PlanDraft = {
  title: "Shop prices in line with the supplier",
  agents: { buyer, shopkeeper },
  tasks: [
    {
      id: "read_price_list",
      title: "Read the price list",
      agent: "buyer",
      input: `Read version ${LIST} of the price list of ${SUPPLIER}. Answer with JSON alone.`,
      outputSchema: `{version :string, rows ${ROWS}}`,
    },
    {
      id: "read_rate",
      title: "Read the exchange rate",
      agent: "buyer",
      input: "What is one US dollar in euros? Answer with JSON alone.",
      outputSchema: "{rate :float}",
    },
    compute("compute_prices", CONVERT, ["read_price_list", "read_rate"]),
    ...intoShop(""),
  ],
};

/** What the list leaves open is asked of the supplier; the prices are computed anew, and go the same way. */
export const repairedTail = (skus: string[]): PlanDraft => ({
  ...firstPlan,
  tasks: [
    {
      id: "quote_missing",
      title: "Look up the missing prices",
      agent: "buyer",
      input: `List ${LIST} of ${SUPPLIER} has no price for ${skus.join(", ")}: look them up in its order system. Answer with JSON alone. The list: {{results.read_price_list}}`,
      dependsOn: ["read_price_list"],
      outputSchema: `{rows ${ROWS}}`,
    },
    {
      ...compute("compute_prices_v2", CONVERT_WITH_QUOTES, ["quote_missing", "read_price_list", "read_rate"]),
      title: "Compute all prices",
      replaces: "compute_prices",
    },
    ...intoShop("_v2"),
  ],
});
