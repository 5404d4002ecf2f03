import type { AttachmentNote } from "@/lib/core/attachments";
import type { Json } from "@/lib/core/json";
import { type BlockName, readBlocks } from "@/lib/core/prompt-blocks";
import { type BlockRule, type TaskBrief, taskBlocks } from "./delimit";
import { attachmentFacts, type Feedback, feedbackBlocks } from "./facts";
import type { SummarizedStep } from "./trajectory-summarizer";

/**
 * All that the one who does a task is given beside the task itself. Judges of the work are given the same, by
 * `givenBlocks` (docs/agents.md, "What judges are given").
 */
export type Given = {
  /** Files that came with the mission. */
  attachments?: AttachmentNote[];
  /** The "Upstream results" text; empty for a task without dependencies. */
  upstream: string;
  /** One line for each writing tool call that has already happened in the run. */
  effectsDone: string[];
  /** Words of people about the work before it, a line each. */
  peopleSaid?: string[];
  /** What the work came to before, of which people asked for changes. */
  sentBack?: Json;
  /** Why the previous attempt was not accepted. */
  feedback?: Feedback;
};

/** The work of one task, for those who judge it. */
export type JudgedWork = {
  /** `input` has its placeholders filled in; of a direct task it is the program. */
  task: TaskBrief;
  /** The plan's description of the one who does it. */
  brief: string;
  given: GivenBlocks;
  /** Their steps before the result, oldest first. */
  trajectory: TrajectoryLine[];
};

/** One turn of an agent, or how many of the first are left out. */
export type TrajectoryLine = SummarizedStep | { omitted: number };

export const judgedBlocks = ({
  task,
  brief,
  given,
  trajectory,
}: JudgedWork): [BlockName, Json | undefined][] => [
  ...taskBlocks(task),
  ["agent_brief", brief],
  ...given,
  ["trajectory", trajectory as Json[]],
];

const GIVEN_NAMES = [
  "attachments",
  "upstream",
  "effects_done",
  "people_said",
  "sent_back",
  "feedback",
  "previous_output",
  "diagnosis",
] as const satisfies BlockName[];

type GivenBlocks = [(typeof GIVEN_NAMES)[number], Json | undefined][];

/** The blocks of all that was given; a part that is added stands in every prompt that has them. */
export function givenBlocks(given: Given): GivenBlocks {
  const { attachments, upstream, effectsDone, peopleSaid, sentBack, feedback } = given;
  return [
    ["attachments", attachmentFacts(attachments)],
    ["upstream", upstream],
    ["effects_done", effectsDone.join("\n")],
    ["people_said", peopleSaid?.join("\n")],
    ["sent_back", sentBack],
    ...feedbackBlocks(feedback),
  ];
}

/** Evidence that a plan rests on beside the mission: its critic is given what its writer was. */
export type PlanEvidence = {
  /** The day on which the run was created, as `2026-09-23`. */
  date?: string;
  constraints?: string;
  attachments?: AttachmentNote[];
  /** One line for each writing tool call that has already happened in the run. */
  effectsDone?: string[];
  /** What people said in this run, a line each. */
  peopleSaid?: string[];
};

export const planEvidenceBlocks = (evidence: PlanEvidence): [BlockName, Json | undefined][] => [
  ["date", evidence.date],
  ["constraints", evidence.constraints],
  ["attachments", attachmentFacts(evidence.attachments)],
  ["effects_done", evidence.effectsDone?.join("\n")],
  ["people_said", evidence.peopleSaid?.join("\n")],
];

/** Reads from a first message what its reader was given. */
export function givenIn(query: string): GivenBlocks {
  return readBlocks(query).flatMap(({ name, body }): GivenBlocks => {
    const known = GIVEN_NAMES.find((one) => one === name);
    return known ? [[known, body]] : [];
  });
}

/** What the blocks of judged work are to those who judge it. */
export const GIVEN_RULES: readonly BlockRule[] = [
  { of: ["agent_brief"], says: '"agent_brief": how the plan describes its maker.' },
  {
    of: ["attachments"],
    says: '"attachments": files that came with the mission; "begins" is their first lines.',
  },
  { of: ["upstream"], says: '"upstream": the results before it, but for what stands in the input.' },
  { of: ["effects_done"], says: '"effects_done": what had been changed outside.' },
  {
    of: ["people_said"],
    says: '"people_said": by people in charge. It holds: never call it invented or have it taken out.',
  },
  {
    of: ["sent_back"],
    says: '"sent_back": what the work came to before. Beside what people asked for, it was to stay as it was.',
  },
  { of: ["feedback"], says: '"feedback", "previous_output" and "diagnosis": of an attempt before it.' },
  { of: ["trajectory"], says: '"trajectory": what was called and seen on the way.' },
];
