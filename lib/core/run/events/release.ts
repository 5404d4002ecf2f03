import { z } from "zod";
import { SIDE_EFFECTS } from "../../ports";

/**
 * A tool as people let it be used: what its server showed of it, and what the workspace's policies said of it, by digest, and
 * what it counted as by whose word ever; absent in earlier logs.
 */
export const toolMark = z.object({
  name: z.string(),
  sideEffects: z.enum(SIDE_EFFECTS).optional(),
  definition: z.string().optional(),
  policies: z.string(),
});
export type ToolMark = z.infer<typeof toolMark>;

/**
 * The workspace's model for a role as people let it be used, where neither an agent nor the run names one: which follow it when it
 * cannot be reached, and its settings by digest, as far as it has any.
 */
export const modelMark = z.object({
  role: z.string(),
  model: z.string(),
  fallbacks: z.array(z.string()).optional(),
  settings: z.string().optional(),
});
export type ModelMark = z.infer<typeof modelMark>;

/** What servers showed of their tools, by the names of the tools, where agents read it. */
export type Told = Readonly<Record<string, string>>;

/** One task that acts, as the event of a gate keeps it. */
const releasedAct = z.object({
  taskId: z.string(),
  lineage: z.string(),
  title: z.string(),
  /** The first of its tools; `*` stands for any. */
  tools: z.array(z.string()),
  /** How many more there are; absent where none is, as in the two below, and in earlier logs. */
  moreTools: z.int().min(1).optional(),
  /** The beginning of its instructions: its input, or its program. */
  does: z.string(),
  /** Addresses that are written in it. */
  targets: z.array(z.string()),
  moreTargets: z.int().min(1).optional(),
  /** Where it goes is not, or not only, written in it; absent in earlier logs. */
  open: z.literal(true).optional(),
  /** Addresses in the work that flows into it and has not ended; absent where it names none, and in earlier logs. */
  via: z.array(z.string()).optional(),
  moreVia: z.int().min(1).optional(),
  /** Of a long text that is kept apart only the beginning was looked through for them. */
  cut: z.literal(true).optional(),
  /** How many tasks that have not ended flow into it; absent where none does, and in earlier logs. */
  fedBy: z.int().min(1).optional(),
  /** Differs where anything of the work differs. */
  work: z.string(),
});
export type ReleasedAct = z.infer<typeof releasedAct>;

/** By what a task acts, and where that is written. */
export const actPlaces = releasedAct.pick({
  tools: true,
  moreTools: true,
  targets: true,
  moreTargets: true,
  open: true,
  via: true,
  moreVia: true,
  cut: true,
  fedBy: true,
});
export type ActPlaces = z.infer<typeof actPlaces>;

/** The release of a gate as its event keeps it: the digest of all of it, and the first tasks that act. */
export const releaseFacts = z.object({
  digest: z.string(),
  acts: z.array(releasedAct),
  /** Tasks more that act. */
  omitted: z.int().min(1).optional(),
  /** The tools of all that act as they were; absent in earlier logs. */
  marks: z.array(toolMark).optional(),
  /** Tools more by which they act. */
  moreMarks: z.int().min(1).optional(),
  /** What the work came to that has ended and flows into the acts, by digest; absent where none has, and in earlier logs. */
  cameTo: z.string().optional(),
});
export type ReleaseFacts = z.infer<typeof releaseFacts>;

/**
 * What a tail takes over of the plan that it is merged into: agents by name, and tasks that it waits for or repeats; all of
 * them where they are not named. The digest is that of how they were.
 */
const tailFooting = z.object({
  agents: z.array(z.string()).optional(),
  tasks: z.array(z.string()).optional(),
  digest: z.string(),
});
export type TailFooting = z.infer<typeof tailFooting>;

/** What a proposed tail sets free, as the event of its proposal keeps it: the texts stand in the tail itself. */
export const tailRelease = z.object({
  digest: z.string(),
  acts: z.array(releasedAct.pick({ title: true, tools: true, moreTools: true, fedBy: true })),
  /** Tasks more that act. */
  omitted: z.int().min(1).optional(),
  /** Absent in earlier logs. */
  footing: tailFooting.optional(),
});
export type TailRelease = z.infer<typeof tailRelease>;
