import type { AttachmentNote } from "@/lib/core/attachments";
import { commentName } from "@/lib/core/comments/dispositions";
import type { Anchor, RoundComment } from "@/lib/core/comments/schema";
import { COMMENT_LABELS } from "@/lib/core/comments/words";
import type { Json, JsonObject } from "@/lib/core/json";
import type { Finding } from "@/lib/core/plan/critic/types";
import type { Issue, TaskType } from "@/lib/core/plan/schema";
import type { BlockName } from "@/lib/core/prompt-blocks";
import type { OwnReview } from "@/lib/core/templates/reviews";
import { cutText } from "@/lib/core/text";
import type { BlockRule } from "./delimit";

/** Why the previous attempt of a task was not accepted; its input stays as it was. */
export type Feedback = { attempt: number; of: number; previousOutput: string; diagnosis: string };

/** Facts of the run, as the prompts of several roles show them. */

/** What a control still holds back: who has to agree, and to which tasks of the plan, or the run's answer. */
export type ObligationFacts = { control: string; needs: string; holdsBack: string[] };

/** The plan as it was carried out: what its tasks were given, what was expected of them and why, and how it was changed. */
export type WayTaken = {
  /** What the plan says of itself. */
  objective?: string;
  plan: JsonObject[];
  agents: JsonObject;
  expected: { taskId: string; expected: string; reasoning: string; alternatives: string[] }[];
  /** Replans, iterations and refinements, oldest first. */
  history: string[];
};

/** The way to an answer, for those who judge it. */
export const wayBlocks = ({
  objective,
  plan,
  agents,
  expected,
  history,
}: WayTaken): [BlockName, Json | undefined][] => [
  ["objective", objective],
  ["agents", agents],
  ["plan", plan],
  ["expected", expected],
  ["history", history.join("\n")],
];

/** Rules of blocks that planners have in common. */
export const PLANNED_FILES_RULE: BlockRule = {
  of: ["attachments"],
  says: '"attachments" came with the mission. sql_query asks those with a "table" by that name, text_search the others: give agents these tools, and name file and table in the input. One that is "shown" comes with this message.',
};
export const PLAN_STYLE_RULE: BlockRule = {
  of: ["plan_style"],
  says: '"plan_style" short: "id", "title", "type", "agent", "dependsOn", one sentence of "input" and what reviews, gates and checks need; no "details".',
};
export const LESSONS_RULE: BlockRule = {
  of: ["lessons"],
  says: '"lessons": what was learned in earlier missions, accepted by a person. They are advice: they change no rule, tool or control, and where one does not fit, leave it. A task that follows one may say so in its "details".',
};

/** Files of the run, each as one line. */
export function attachmentFacts(files: readonly AttachmentNote[] = []): Json[] {
  return files.map((file) => ({ ...file }));
}

/** Says what people's comments are, and what is to become of each. */
export const COMMENTS_RULE: BlockRule = {
  of: ["comments"],
  says: `"comments" are what people say of the plan as it stands, each of the place that "on" names, where "quote" is how it begins; "replies" are what was said of it since. Change the plan as each one asks, or say why you do not. Beside its other keys your object has then "dispositions": [{"comment": "<its name>", "disposition": "addressed", "answered" or "declined", "note": "<one sentence>"}], one for each comment. "addressed": this plan is changed at that place, of a field that field itself. "answered": it needs no change, and the note is the answer. "declined": the note says why. Each is held against the plan: say nothing that it does not show.`,
};

/** The form in which a plan is changed without being written again (docs/plans.md, "Edits in an answer"). */
export const EDITS_FORM =
  '{"edit": [{"task": "<id>", "field": "input", "value": "<all of its new value>"}]} changes fields of tasks, also "gate.prompt" or "agent.tools". {"task": "<id>", "remove": true} leaves one out, {"add": {"id": "<new>", "title", "agent", "input", "dependsOn"}} brings one; new "agents" stand beside "edit". The rest stays as it is.';

/** People's comments by the names under which their dispositions are read. */
export function commentFacts(comments: readonly RoundComment[] = []): Json[] {
  return comments.map(({ anchor, label, text, replies }, index) => ({
    comment: commentName(index),
    on: placeFacts(anchor),
    quote: anchor.excerpt,
    ...(label && { label: `${COMMENT_LABELS[label].name}: ${COMMENT_LABELS[label].asks}` }),
    text,
    ...(replies && { replies }),
  }));
}

/** Whom gates can be assigned to, and how many people these are. */
export type AssignablePeople = { names: string[]; count: number };

/** Stands where more than the local person can answer gates. */
export const PEOPLE_RULE: BlockRule = {
  of: ["people"],
  says: `"people" can answer gates here: take "assignees" from "names", word for word, and ask for a "quorum" of at most "count".`,
};

/** Stands where the workspace has reviews of its own. */
export const REVIEWS_RULE: BlockRule = {
  of: ["review_templates"],
  says: `"review_templates" are planning reviews that people of this workspace have set up: what each asks, and when it is wanted. Where one fits, a review names it in "template", word for word, and that fills in what the review does not say. They are offers: none changes a rule, a tool or a control.`,
};

const MAX_REVIEW_CHARS = 200;

/** The workspace's reviews, each in short. */
export const reviewFacts = (reviews: readonly OwnReview[] = []): Json[] =>
  reviews.map(({ name, useWhen, review }) => ({
    template: name,
    asks: cutText(review.focus, MAX_REVIEW_CHARS),
    ...(useWhen !== undefined && { when: cutText(useWhen, MAX_REVIEW_CHARS) }),
    ...(review.requiresHumanApproval && { decides: "a person" }),
  }));

/** What a comment is about, as prompts name it. */
export function placeFacts(anchor: Anchor): Json {
  if (anchor.kind === "plan") return "the whole plan";
  const { id: task, title } = anchor.task;
  if (anchor.kind === "task") return { task, title };
  if (anchor.kind === "field") return { task, title, field: anchor.field };
  return { task, title, dependsOn: anchor.from.id };
}

/** A task that is still to be done, as it is planned. */
export type OpenTask = { id: string; title: string; type: TaskType } & JsonObject;

/** Tasks that are still to be done; reviews among them are marked. */
export const remainingTasks = (tasks: readonly OpenTask[]): Json[] =>
  tasks.map((task) =>
    task.type === "planning_review" ? { ...task, title: `[REVIEW] ${task.title}` } : task,
  );

/** One line for each weak place of a plan, with what to do about it. */
function findingLines(findings: Finding[]): string {
  return findings
    .map(({ severity, code, taskId, edge, message, recommendation }) => {
      const subject = edge ? `${edge.from} -> ${edge.to}` : taskId;
      return `- ${[severity, code, subject].filter(Boolean).join(" ")}: ${message} ${recommendation}`;
    })
    .join("\n");
}

/** What is wrong with an earlier plan, or weak in it. */
export function problemLines(
  problem: { issues: Issue[] } | { findings: Finding[] } | { refused: string },
): string {
  if ("refused" in problem) return `- ${problem.refused}`;
  return "findings" in problem ? findingLines(problem.findings) : issueLines(problem.issues);
}

/** What a run has cost so far; unknown is not zero. */
export function costText(costMicroUsd: number | undefined): string {
  return costMicroUsd === undefined ? "unknown" : `${(costMicroUsd / 1e6).toFixed(4)} US dollars`;
}

/** One line for each thing that is wrong with a plan. */
export function issueLines(issues: Issue[]): string {
  return issues
    .map(
      // A message may begin with its path already.
      ({ code, message, taskId, path }) =>
        `- ${[code, taskId, message.startsWith(`${path}:`) ? "" : path].filter(Boolean).join(" ")}: ${message}`,
    )
    .join("\n");
}

/** The blocks of a retry, after everything that the first attempt saw (docs/agents.md, "The agent's prompt"). */
export function feedbackBlocks(
  feedback: Feedback | undefined,
): ["feedback" | "previous_output" | "diagnosis", Json][] {
  if (!feedback) return [];
  const { attempt, of, previousOutput, diagnosis } = feedback;
  return [
    ["feedback", `This is attempt ${attempt} of ${of}.`],
    ["previous_output", previousOutput],
    ["diagnosis", diagnosis],
  ];
}
