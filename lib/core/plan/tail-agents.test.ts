import { expect, it } from "vitest";
import { plan as planSchema } from "./schema";
import { mergeTail } from "./tail";

const KEPT = { id: "fetch", title: "Fetch", input: "Fetch it", agent: "worker" };
const worker = { prompt: "Works", tools: ["http_get"] };
const policy = { denied: ["http_get"] };

function issuesOf(tasks: object[], agents: object, before: object = worker) {
  const current = planSchema.parse({ title: "P", agents: { worker: before }, tasks: [KEPT] });
  const tail = planSchema.parse({ title: "P", agents, tasks });
  const ids = new Set(["fetch"]);
  const merged = mergeTail({
    current,
    tail,
    keep: ids,
    usable: ids,
    usedIds: ids,
    lineages: new Map(),
    version: 2,
  });
  return merged.issues.map(({ severity, path }) => [severity, path]);
}

const REFUSED = [["error", "agents.worker.policy"]];
const other = { id: "new", title: "New", agent: "default" };

it.each([
  ["that no new task uses", [other], { worker: { ...worker, policy } }, worker, REFUSED],
  ["with other work that none uses", [other], { worker: { prompt: "Else", policy } }, worker, REFUSED],
  ["that new tasks use", [{ ...other, agent: "worker" }], { worker: { ...worker, policy } }, worker, []],
  [
    "that new reviews use",
    [{ id: "new", title: "New", type: "planning_review", review: { reviewers: ["worker"] } }],
    { worker: { ...worker, policy } },
    worker,
    [],
  ],
  ["as it is", [other], { worker: { ...worker, policy } }, { ...worker, policy }, []],
  ["without a word of it", [other], { worker: { prompt: "Else" } }, { ...worker, policy }, []],
])(
  "a policy of an agent in use %s is refused where it would hold for nobody",
  (_what, tasks, agents, before, issues) => {
    expect(issuesOf(tasks, agents, before)).toEqual(issues);
  },
);
