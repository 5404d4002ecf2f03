import { byteLength, digestOf } from "../bytes";
import { canonicalJson, type Json } from "../json";
import { type Blob, INLINE_LIMIT_BYTES, storeValue } from "../stored-value";
import { declaredAgent } from "./agents";
import { workDigest } from "./compare/fingerprint";
import { meantIds, usedIds } from "./interpolate";
import { type Lineages, lineageOf } from "./lineage";
import type { Agent, Plan, Task } from "./schema";
import {
  type LongText,
  type PlanPatch,
  type StoredAgent,
  type StoredPlan,
  type StoredTask,
  textRef,
} from "./stored";

/** Plans as versions keep them (docs/plans.md, "Versions"). */

type TextRef = Exclude<LongText, string>;
/**
 * The stored form of a plan: long texts moved to blobs, and for each task the facts that scheduling needs.
 * `lineages` maps every task id the run has had to its lineage.
 */
export function storePlan(plan: Plan, lineages?: Lineages): { plan: StoredPlan; blobs: Blob[] } {
  const blobs = new Map<string, Blob>();
  const toRef = (value: Json): TextRef => {
    const { digest, bytes, preview } = storeValue(value).stored;
    blobs.set(digest, { digest, bytes, body: value });
    return { $ref: digest, bytes, preview };
  };
  const inlineOrRef = (text: string): LongText => (isLong(text) ? toRef(text) : text);
  const ids = new Set(plan.tasks.flatMap((task) => [task.id, ...task.dependsOn]));
  const tasks = plan.tasks.map((task): StoredTask => {
    const { verification, ...rest } = task;
    const policy = declaredAgent(plan, task.agent)?.policy;
    // Braces in a program are its own.
    const [uses, meant] =
      task.type === "direct" ? [[], []] : [usedIds(task.input, ids), meantIds(task.input, ids)];
    return {
      ...rest,
      // An input that looks like a reference is always stored by one, so that reading back cannot mistake it.
      input: isLong(task.input) || isTextRef(task.input) ? toRef(task.input) : task.input,
      details: task.details.map(inlineOrRef),
      ...(verification === undefined ? {} : { verification: inlineOrRef(verification) }),
      uses,
      workDigest: workDigest(task, plan, meant),
      lineage: lineageOf(task, lineages),
      ...(policy && { policyDigest: digestOf(policy as Json) }),
    };
  });
  const agents = Object.entries(plan.agents).map(([name, agent]) => [
    name,
    {
      ...agent,
      prompt: inlineOrRef(agent.prompt),
      ...(agent.examples && { examples: isLong(agent.examples) ? toRef(agent.examples) : agent.examples }),
    },
  ]);
  return { plan: { ...plan, agents: Object.fromEntries(agents), tasks }, blobs: [...blobs.values()] };
}

/** The body of a blob by its digest. */
export type Bodies = (digest: string) => Json;

/** A stored task with its texts back in place. `bodies` must know every digest that `refsOf` lists for it. */
export function restoreTask(stored: StoredTask, bodies: Bodies): Task {
  const {
    uses: _uses,
    workDigest: _work,
    lineage: _lineage,
    policyDigest: _policy,
    verification,
    ...rest
  } = stored;
  return {
    ...rest,
    input: isTextRef(stored.input) ? bodies(stored.input.$ref) : stored.input,
    details: stored.details.map((line) => restoreText(line, bodies)),
    ...(verification === undefined ? {} : { verification: restoreText(verification, bodies) }),
  };
}

/** A stored agent with its prompt back in place. */
export function restoreAgent(stored: StoredAgent, bodies: Bodies): Agent {
  const { examples, prompt, ...rest } = stored;
  const given = isTextRef(examples) ? (bodies(examples.$ref) as Agent["examples"]) : examples;
  return { ...rest, prompt: restoreText(prompt, bodies), ...(given && { examples: given }) };
}

/** The plan that `storePlan` was given. */
export function restorePlan(stored: StoredPlan, bodies: Bodies): Plan {
  const agents = Object.entries(stored.agents).map(([name, agent]) => [name, restoreAgent(agent, bodies)]);
  return {
    ...stored,
    agents: Object.fromEntries(agents),
    tasks: stored.tasks.map((task) => restoreTask(task, bodies)),
  };
}

/** Digests of the blobs that a stored task or agent refers to. */
export function refsOf(stored: StoredTask | StoredAgent): string[] {
  return longTextsOf(stored).flatMap((text) => (isTextRef(text) ? text.$ref : []));
}

/** What may have been moved to blobs. */
const longTextsOf = (stored: StoredTask | StoredAgent): Json[] =>
  "prompt" in stored
    ? [stored.prompt, stored.examples ?? ""]
    : [stored.input, ...stored.details, stored.verification ?? ""];

/** The bytes of what a stored task or agent says, long texts in full. */
export function storedBytes(stored: StoredTask | StoredAgent): number {
  const bodies = longTextsOf(stored).map((text) => (isTextRef(text) ? text.bytes : 0));
  return bodies.reduce((sum, bytes) => sum + bytes, byteLength(JSON.stringify(stored)));
}

/** Canonical JSON hash of a plan. */
export function planDigest(plan: Plan): string {
  return digestOf(plan as Json);
}

/**
 * What `next` changes against its parent: tasks that are new or differ, ids that are gone, the order of all ids.
 * `agents` is always the complete map of the new version.
 */
export function patchBetween(parent: StoredPlan | undefined, next: StoredPlan): PlanPatch {
  const before = new Map(parent?.tasks.map((task) => [task.id, canonicalJson(task as Json)]));
  const order = next.tasks.map((task) => task.id);
  const kept = new Set(order);
  return {
    title: next.title,
    ...(next.objective === undefined ? {} : { objective: next.objective }),
    agents: next.agents,
    tasks: next.tasks.filter((task) => before.get(task.id) !== canonicalJson(task as Json)),
    removed: [...before.keys()].filter((id) => !kept.has(id)),
    order,
  };
}

function isLong(value: Json): boolean {
  return byteLength(canonicalJson(value)) > INLINE_LIMIT_BYTES;
}

/** A text over the inline limit, kept by reference. */
export function isTextRef(value: Json | undefined): value is TextRef {
  return textRef.safeParse(value).success;
}

function restoreText(text: LongText, bodies: Bodies): string {
  return typeof text === "string" ? text : String(bodies(text.$ref));
}
