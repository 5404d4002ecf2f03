import { compile, type Data, evaluate, type Predicate } from "@/lib/core/lisp";
import { median, writeRows } from "./results";

/** Evaluations a second of each predicate, parsed once. */
const TARGET_PER_SECOND = 50_000;
const SECONDS = 0.5;
const ROUNDS = 5;

const DATA: Data = {
  input: { city: "Bern", limit: 3 },
  result: {
    city: "Bern",
    items: [
      { id: 1, price: 2.5 },
      { id: 2, price: 4 },
      { id: 3, price: 1 },
    ],
  },
  depends: { fetch: { items: [1, 2, 3] } },
};

const PREDICATES = [
  '(> (count (get data/result "items")) 0)',
  '(= (get data/result "city") (get data/input "city"))',
  '(and (map? data/result) (>= (count (:items data/result)) (count (get-in data/depends ["fetch" "items"]))))',
  "(every? (where :price > 0) (:items data/result))",
  "(let [{:keys [items city]} data/result] (and (some? city) (<= (sum-by :price items) 10)))",
];

type Row = { predicate: string; parsedOnce: number; parsedEachTime: number };

/** How often predicates can be evaluated in a second, parsed once and parsed each time: medians of several rounds. */
export async function benchPredicates(): Promise<boolean> {
  const rows = PREDICATES.map(measure);
  for (const { predicate, parsedOnce, parsedEachTime } of rows) {
    console.log(`${predicate}\n  parsed once ${parsedOnce}/s, parsed each time ${parsedEachTime}/s`);
  }
  const least = Math.min(...rows.map(({ parsedOnce }) => parsedOnce));
  const row = "evaluations a second of the slowest predicate, parsed once";
  return writeRows("predicates", [{ row, value: least, target: TARGET_PER_SECOND, least: true }], {
    predicates: rows,
  });
}

function measure(source: string): Row {
  const predicate = read(source);
  return {
    predicate: source,
    parsedOnce: perSecond(() => expectTrue(predicate.evaluate(DATA))),
    parsedEachTime: perSecond(() => expectTrue(evaluate(source, DATA))),
  };
}

function read(source: string): Predicate {
  const found = compile(source);
  if (!found.ok) throw new Error(found.errors[0].message);
  return found.predicate;
}

/** A predicate that fails would be measured for nothing. */
function expectTrue(outcome: ReturnType<typeof evaluate>): void {
  if (!outcome.ok || outcome.value !== true) throw new Error(`A predicate gave ${JSON.stringify(outcome)}.`);
}

function perSecond(act: () => void): number {
  const samples: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now();
    const end = started + (SECONDS * 1_000) / ROUNDS;
    let done = 0;
    while (performance.now() < end) {
      for (let n = 0; n < 100; n += 1) act();
      done += 100;
    }
    samples.push((done * 1_000) / (performance.now() - started));
  }
  return Math.round(median(samples));
}
