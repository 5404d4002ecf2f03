import type { Plan } from "../plan/schema";
import type { ActorRef } from "../run/events/envelope";
import type { OwnAgent } from "./agents";
import type { TemplateKind } from "./limits";
import type { TemplateParam } from "./params";
import type { OwnReview } from "./reviews";

/** What runs of one version came to. The success rate is `completed` of `ended`; both count what `simulated` counts. */
export type TemplateOutcome = {
  version: number;
  runs: number;
  ended: number;
  completed: number;
  /** Ended runs of the simulated model alone. */
  simulated: number;
};

/** A template as lists show it: its newest version, and what runs of each version came to, the newest first. */
export type TemplateView = {
  templateId: string;
  kind: TemplateKind;
  name: string;
  version: number;
  /** The title of its plan. */
  title: string;
  tasks: number;
  params: TemplateParam[];
  archived: boolean;
  /** Who made this version, and when. */
  by: ActorRef;
  at: number;
  outcomes: TemplateOutcome[];
  /** Of a review: what it asks. */
  review?: OwnReview;
  /** Of a review: how often what was proposed was applied where exactly this version was asked, the newest version first. */
  decided?: ReviewDecided[];
  /** Of an agent: what it is. */
  agent?: OwnAgent;
  /** Of an agent: what tasks of the last runs came to whose agent was exactly this version, the newest version first. */
  work?: AgentWork[];
};

/** Tasks that agents with the definition of one version began in the last runs, and what they came to. */
export type AgentWork = {
  version: number;
  tasks: number;
  succeeded: number;
  failed: number;
  /** Tasks in runs of the simulated model. */
  simulated: number;
};

/**
 * Decisions of reviews in the last runs that asked what one version asks, and those that took what was proposed, no matter
 * who took it; both count what `simulated` counts.
 */
export type ReviewDecided = {
  version: number;
  decisions: number;
  stood: number;
  /** Decisions in runs of the simulated model. */
  simulated: number;
};

type TemplateVersion = { version: number; params: TemplateParam[]; by: ActorRef; at: number };

/** One version in full, with all there are. */
export type TemplateDetail = TemplateView & {
  newest: number;
  body: Plan;
  versions: TemplateVersion[];
};
