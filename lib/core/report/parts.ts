import { formatCount, formatDuration, formatUsd } from "../describe/amounts";
import { bySize, COST_DIMENSIONS, costLineName, formatSpending, versionName } from "../describe/costs/lines";
import { describeEvent } from "../describe/events";
import { gateTitle } from "../describe/gates/headline";
import { earlierVotes } from "../describe/gates/proposals";
import { questionText } from "../describe/gates/questions";
import { actorName, KIND_LABELS, pastVerbLabel } from "../describe/gates/words";
import { taskActor } from "../describe/looks/task";
import { namesOf } from "../describe/names";
import type { Json } from "../json";
import { getOwn } from "../own";
import type { Decision } from "../plan/words";
import type { RunEvent } from "../run/events";
import type { ActorRef, Provenance } from "../run/events/envelope";
import type { GateVerb } from "../run/gates/table";
import { spendingOf } from "../run/ledger/spending";
import { answersByTask, openGates, ownAttempt, tasksToShow } from "../run/selectors";
import type { ApprovalState, RunState } from "../run/state";
import type { CostLine, RunCosts } from "../views";
import { statusText, tookText } from "./graph-picture";
import { shownValue } from "./limits";
import { type Markup, markup } from "./markup";

/** What was decided about a review or a gate, as it is stored. */
export type ReportDecision = {
  kind: "review" | "gate";
  taskId: string | null;
  approvalId: string | null;
  proposed: Decision | null;
  /** Why the reviewer proposed it. */
  proposedBecause: string | null;
  decision: GateVerb;
  reasoning: string | null;
  provenance: Provenance | null;
  decidedBy: ActorRef | null;
  decidedAt: number | null;
};

/** Notes what of a value could not be shown. */
export type Cuts = string[];

/** `2026-11-24 07:02:33`, in UTC, which a reader in another place needs no calendar for. */
export const momentText = (at: number): string => new Date(at).toISOString().slice(0, 19).replace("T", " ");

const moment = (at: number): Markup =>
  markup`<time datetime="${new Date(at).toISOString()}">${momentText(at)}</time>`;

/** A value in a box, cut where it is too large, which `cuts` then says of `name`. */
export function valueBox(name: string, value: Json, cuts: Cuts): Markup {
  const { text, cut } = shownValue(value);
  if (cut)
    cuts.push(
      `${name}: the first ${formatCount(cut.keptBytes)} of ${formatCount(cut.bytes)} bytes are shown.`,
    );
  const rest = cut && markup`<p class="note">Cut: ${formatCount(cut.bytes - cut.keptBytes)} more bytes.</p>`;
  return markup`<pre tabindex="0"${typeof value === "string" ? markup` class="prose"` : ""}>${text}</pre>${rest}`;
}

/** Words of a person or a model, cut like values. */
function said(name: string, text: string, cuts: Cuts): Markup {
  const { text: kept, cut } = shownValue(text);
  if (cut)
    cuts.push(
      `${name}: the first ${formatCount(cut.keptBytes)} of ${formatCount(cut.bytes)} bytes are shown.`,
    );
  return markup`<span class="said">${kept}${cut ? "…" : ""}</span>`;
}

/** Every decision in order, what was proposed before it, and the questions that are open. */
export function decisionItems(state: RunState, decisions: readonly ReportDecision[], cuts: Cuts): Markup[] {
  const decided = decisions.map((one) => {
    const gate = one.approvalId === null ? undefined : getOwn(state.approvals, one.approvalId);
    const task = one.taskId === null ? undefined : getOwn(state.tasks, one.taskId);
    const title = gate ? gateTitle(state, gate) : (task?.spec.title ?? one.taskId ?? "Run");
    const kind = gate ? KIND_LABELS[gate.kind] : "Planning review";
    const by = one.decidedBy ? ` by ${actorName(one.decidedBy)}` : "";
    const how = one.provenance === null || one.provenance === "person" ? "" : ` (${one.provenance})`;
    const asked = gate && markup`<p>${said(`Question of ${title}`, questionText(gate), cuts)}</p>`;
    const proposal =
      one.proposed &&
      markup`<p>Proposed: ${one.proposed}${one.proposedBecause ? markup`: ${said(`Proposal of ${title}`, one.proposedBecause, cuts)}` : ""}</p>`;
    const reason = one.reasoning ? markup`: ${said(`Reason of ${title}`, one.reasoning, cuts)}` : "";
    return markup`<article class="keep"><h3>${title}</h3><p class="note">${kind}${one.decidedAt === null ? "" : markup` · ${moment(one.decidedAt)} UTC`}</p>${asked}${proposal ?? ""}<p><strong>${pastVerbLabel(one.decision)}${by}${how}</strong>${reason}</p>${gate ? voteItems(gate, title, cuts) : ""}</article>`;
  });
  const open = openGates(state).map(
    (gate) =>
      markup`<article class="keep"><h3>${gateTitle(state, gate)}</h3><p class="note">${KIND_LABELS[gate.kind]} · open since ${moment(gate.openedAt)} UTC</p><p>${said("Open question", questionText(gate), cuts)}</p><p><strong class="c-person">◈ Waiting for a person</strong></p></article>`,
  );
  return [...decided, ...open];
}

/** Who had voted at a gate before the answer that closed it. */
const voteItems = (gate: ApprovalState, title: string, cuts: Cuts): Markup[] =>
  earlierVotes(gate).map(
    ({ by, at, comment, verb }) =>
      markup`<p>${pastVerbLabel(verb)} by ${by.name}, ${moment(at)} UTC${comment ? markup`: ${said(`Approval of ${title}`, comment, cuts)}` : ""}</p>`,
  );

/** The tasks of the graph in words: the same for those who do not see it. */
export function taskRows(state: RunState): Markup[] {
  const answers = answersByTask(state);
  return tasksToShow(state).map((task) => {
    const { icon, word, tone } = statusText(task, answers.get(task.id));
    const cost = task.spent ? formatUsd(spendingOf(task.spent).usd) : "";
    return markup`<tr><th scope="row">${task.spec.title}</th><td>${taskActor(task.spec)}</td><td class="c-${tone}">${icon} ${word}</td><td class="number">${ownAttempt(task) || ""}</td><td class="number">${tookText(state, task)}</td><td class="number">${cost}</td></tr>`;
  });
}

/** What each task came to. */
export function resultItems(state: RunState, results: Readonly<Record<string, Json>>, cuts: Cuts): Markup[] {
  return tasksToShow(state).flatMap(({ id, spec }) => {
    const result = getOwn(results, id);
    if (result === undefined) return [];
    return markup`<article><h3>${spec.title}</h3>${valueBox(`Result of ${spec.title}`, result, cuts)}</article>`;
  });
}

/** What people would tell each other of the run, a line for each event, oldest first. */
export function logItems(state: RunState, events: readonly RunEvent[], cuts: Cuts): Markup[] {
  const names = namesOf(state);
  return events.flatMap((event) => {
    const described = describeEvent(event, names);
    if (!described) return [];
    const { word, text, tone } = described;
    return markup`<li>${moment(event.at)}<b class="c-${tone}">${word}</b>${said(`Event ${event.seq}`, text, cuts)}</li>`;
  });
}

/** The bill: in all, and in every way in which the console tells it apart. */
export function costParts(state: RunState, costs: RunCosts): Markup {
  const { total, discardedCost, unpricedModels } = costs;
  const sides = [
    ...COST_DIMENSIONS.map(({ side, title }) => ({
      title,
      lines: costs[side].toSorted(bySize).map((line) => ({ name: costLineName(side, line, state), line })),
    })),
    { title: "By plan version", lines: costs.versions.map((line) => ({ name: versionName(line), line })) },
  ];
  const unpriced =
    unpricedModels.length > 0
      ? markup`<p class="note">No price is known for ${unpricedModels.join(", ")}.</p>`
      : "";
  const discarded =
    discardedCost.modelCalls > 0 ? markup`<p>Discarded by replans: ${formatSpending(discardedCost)}</p>` : "";
  return markup`<p>${formatSpending(total)}</p>${unpriced}${discarded}${sides.map(({ title, lines }) => costTable(title, lines))}`;
}

function costTable(title: string, lines: readonly { name: string; line: CostLine }[]): Markup {
  if (lines.length === 0) return markup``;
  const rows = lines.map(
    ({ name, line }) =>
      markup`<tr><th scope="row">${name}</th><td class="number">${formatUsd(line.usd)}</td><td class="number">${line.tokens === null ? "unknown" : formatCount(line.tokens)}</td><td class="number">${line.modelCalls}</td><td class="number less">${formatDuration(line.latencyMs)}</td></tr>`,
  );
  return markup`<div class="scroll"><table><caption class="note">${title}</caption><thead><tr><th scope="col">Name</th><th scope="col" class="number">Cost</th><th scope="col" class="number">Tokens</th><th scope="col" class="number">Calls</th><th scope="col" class="number less">Response time</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}
