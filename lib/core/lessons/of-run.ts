import { formatReason } from "../describe/reason";
import { quoted } from "../legible/marked";
import { getOwn } from "../own";
import type { Decision } from "../plan/schema";
import type { RunState } from "../run/state";
import type { ReplanEntry } from "../run/state/replan";
import { STATUS_OF_FINISH } from "../run/status";
import { cutText } from "../text";
import { MAX_PROPOSED_LESSONS } from "./limits";
import { lessonKey, lessonText, shortLessonText } from "./text";
import type { LessonSource } from "./words";

/** A lesson that a run proposes when it ends, and what in it the lesson follows from. */
type ProposedLesson = {
  text: string;
  source: LessonSource;
  /** The run in which that happened: for what a fork copied, its parent. */
  runId: string;
  /** `review:<task>:<attempt>`, `replan:<number>`, `retrospect:lesson` or `self_critique:<iteration>`. */
  subject: string;
  /** Who decided. */
  by?: string;
};

/** Characters of what went wrong, and of what was done about it. */
const CAUSE_CHARS = 300;
const REMEDY_CHARS = 180;
const SITUATION_CHARS = 120;
const MAX_REMEDY_TASKS = 2;

/**
 * What an ended run has learned, at most three texts with all that each follows from: people's overrides first, word for word
 * behind their review, then what models advise those who plan such a mission, and the replans of a run that was completed. What
 * they find wrong with this run alone helps no other. Nothing where its setting `lessons.propose` is off. Texts hold no secrets.
 */
export function lessonsOfRun(state: Readonly<RunState>): ProposedLesson[] {
  if (!state.settings.lessons.propose || !state.finished) return [];
  const advised = [...retrospectLesson(state), ...adviceOfCritics(state)];
  const all = [...overrideLessons(state), ...advised, ...replanLessons(state)];
  const proposed = all.filter(({ text }) => text !== "");
  const keys = [...new Set(proposed.map(({ text }) => lessonKey(text)))].slice(0, MAX_PROPOSED_LESSONS);
  return proposed.filter(({ text }) => keys.includes(lessonKey(text)));
}

function overrideLessons(state: Readonly<RunState>): ProposedLesson[] {
  return (state.overrides ?? []).map(({ taskId, attempt, decision, reasoning, by, at }) => ({
    text: atReview(state, taskId, decision, lessonText(formatReason(reasoning))),
    source: "override",
    runId: runOf(state, at),
    subject: `review:${taskId}:${attempt}`,
    ...(by.kind === "person" && { by: by.name }),
  }));
}

/** A person's words behind what they decided where: alone they would be advice for any review. */
function atReview({ tasks }: Readonly<RunState>, taskId: string, decision: Decision, words: string): string {
  if (words === "") return "";
  const title = getOwn(tasks, taskId)?.spec.title ?? taskId;
  return shortLessonText(`At ${quoted(cutText(title, SITUATION_CHARS))} (${decision}): ${words}`);
}

/** The lesson of a model that looked back on the run. Rules teach nothing new. */
function retrospectLesson({ runId, retrospect }: Readonly<RunState>): ProposedLesson[] {
  if (!retrospect || "skipped" in retrospect || retrospect.byRule) return [];
  const text = shortLessonText(retrospect.lesson);
  return [{ text, source: "retrospect", runId, subject: "retrospect:lesson" }];
}

/** The advice of a model that saw how a plan was carried out, before its answer was written. */
function adviceOfCritics({ runId, selfCritiques = [] }: Readonly<RunState>): ProposedLesson[] {
  return selfCritiques.flatMap((said) => {
    if ("failed" in said) return [];
    const text = shortLessonText(said.expertAdvice);
    return [{ text, source: "self_critique" as const, runId, subject: `self_critique:${said.iteration}` }];
  });
}

function replanLessons(state: Readonly<RunState>): ProposedLesson[] {
  if (!state.finished || STATUS_OF_FINISH[state.finished.reason] !== "completed") return [];
  return state.replanHistory.flatMap((entry) => {
    const { kind, outcome, number, toVersion, startedAt } = entry;
    if (kind !== "replan" || outcome !== "adopted") return [];
    const cause = causeOf(state, entry);
    const remedy = shortLessonText(remedyOf(state, toVersion), REMEDY_CHARS);
    if (remedy === "") return [];
    const text = `${cause} Remedy: ${remedy}`;
    return [{ text, source: "replan" as const, runId: runOf(state, startedAt), subject: `replan:${number}` }];
  });
}

/** Tells why a plan was replaced; what a person asked for stands behind where they did, without which it would be about any mission. */
function causeOf({ tasks }: Readonly<RunState>, { reason, trigger, taskId }: ReplanEntry): string {
  const words = shortLessonText(formatReason(reason), CAUSE_CHARS);
  if (trigger !== "person" || words === "") return words;
  const { title } = getOwn(tasks, taskId ?? "")?.spec ?? {};
  const place = title === undefined ? "" : ` at ${quoted(cutText(title, SITUATION_CHARS))}`;
  return `A person asked${place}: ${words}`;
}

/** The first new tasks of a version: what a replan begins with removes the cause. */
function remedyOf({ tasks }: Readonly<RunState>, version: number | undefined): string {
  return Object.values(tasks)
    .filter(({ sinceVersion, id, spec }) => sinceVersion === version && spec.lineage === id)
    .filter(({ spec }) => spec.type === "task" || spec.type === "direct")
    .sort((a, b) => a.order - b.order)
    .slice(0, MAX_REMEDY_TASKS)
    .map(({ spec }) => spec.title)
    .join("; ");
}

/** What a fork copied happened in its parent: proposed again, it counts once. */
const runOf = ({ runId, parent }: Readonly<RunState>, at: number): string =>
  parent && at < parent.at ? parent.runId : runId;
