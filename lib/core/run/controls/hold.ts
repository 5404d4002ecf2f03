import type { RunState } from "../state";
import { taskOf } from "../state/ready";
import { type Act, type Obligation, obligationId, unmetObligations } from "./obligations";
import { weaknessesOf } from "./terms";
import type { Weakness } from "./weaknesses";

/** Obligations that one gate can meet: `terms` are the first one's, and as strong as those of all others. */
export type Hold = { obligations: string[]; controls: string[] };

/**
 * What holds back what is about to happen in this run, as far as one gate can release it; undefined when nothing does.
 * `met` are obligations under whose terms people have let it happen already.
 */
export function holdOn(state: RunState, act: Act, met: readonly string[] = []): Hold | undefined {
  if (state.obligations.length === 0) return;
  const { obligations, releases } = state;
  const tasks = state.order.map((id) => taskOf(state, id).spec);
  const unmet = unmetObligations({ tasks, obligations, releases, since: sinceVersions(state) }, act).filter(
    (one) => !met.includes(obligationId(one)),
  );
  const [group] = unmet
    .map((one) => [one, ...unmet.filter((other) => other !== one && isCovered(one, other))])
    .sort((a, b) => b.length - a.length);
  if (!group) return;
  const controls = [...new Set(group.map(({ control }) => state.tasks[control]?.spec.title ?? control))];
  return { obligations: group.map(obligationId), controls };
}

const sinceVersions = ({ tasks, order }: RunState): Record<string, number> =>
  Object.fromEntries(order.flatMap((id) => (tasks[id] ? [[id, tasks[id].sinceVersion]] : [])));

/** A question about a call shows the call, waits without a deadline and has no form: only its people can be others. */
const isCovered = (one: Obligation, other: Obligation): boolean =>
  !weaknessesOf(one.terms, other.terms).some((weakness) => OF_PEOPLE.has(weakness));

const OF_PEOPLE: ReadonlySet<Weakness> = new Set(["assignees", "quorum", "four_eyes"]);
