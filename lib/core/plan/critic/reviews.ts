import { reviewOf } from "../defaults";
import type { Task } from "../schema";
import { isAgentTask, isReview, type PlanFacts } from "./facts";
import { createFinding } from "./finding";
import type { Finding } from "./types";
import { isVague, subjectOf } from "./vague";

/** Rules about planning reviews. */

const POINTS = { min: 2, max: 5 };

const NO_REPLAN = "no_replan";

type ShapeFinding = { about: string; what: string; remedy: string };

/** Reviews that cannot judge well, and one after every single task. */
export function reviewShape(facts: PlanFacts): Finding[] {
  const { tasks, dependents } = facts;
  const excessive = firstOfTooMany(facts);
  return tasks
    .filter((task) => task.type === "planning_review")
    .flatMap((task) => {
      const shapeFindings = shapeFindingsOf(task, !dependents.get(task.id)?.length, facts);
      if (task === excessive) shapeFindings.push(TOO_MANY);
      if (shapeFindings.length === 0) return [];
      const message = `The review "${task.id}" ${shapeFindings.map(({ what }) => what).join(", ")}.`;
      const recommendation = `In "${task.id}": ${shapeFindings.map(({ remedy }) => remedy).join("; ")}.`;
      const about = shapeFindings.map((shapeFinding) => shapeFinding.about).join("+");
      // Some work can only be let on or stopped: that nothing says when to replan is a note by itself.
      const isNote = shapeFindings.every((one) => one.about === NO_REPLAN);
      return createFinding(
        "review_shape",
        isNote ? "info" : "warning",
        { taskId: task.id },
        { message, recommendation },
        about,
      );
    });
}

/** Long stretches of work that nobody looks at: reported where the stretch becomes too long. */
export function reviewSpacing({ order, thresholds }: PlanFacts): Finding[] {
  const limit = thresholds.tasksBetweenReviews;
  const stretch = new Map<string, number>();
  const found: Finding[] = [];
  for (const task of order) {
    const before = task.dependsOn.reduce((most, id) => Math.max(most, stretch.get(id) ?? 0), 0);
    const own = isReview(task) ? 0 : before + (isAgentTask(task) ? 1 : 0);
    stretch.set(task.id, own);
    if (own !== limit + 1 || !isAgentTask(task)) continue;
    const message = `With "${task.id}" more than ${limit} agent tasks follow each other without a review.`;
    const recommendation = `Put a planning review before "${task.id}".`;
    found.push(createFinding("review_spacing", "info", { taskId: task.id }, { message, recommendation }));
  }
  return found;
}

const TOO_MANY: ShapeFinding = {
  about: "every_task",
  what: "is one of the reviews that come after every single task",
  remedy: "let one review look at several tasks",
};

/** Behind the last review there is nothing to continue with: COMPLETE says the same. */
function shapeFindingsOf(task: Task, isLast: boolean, facts: PlanFacts): ShapeFinding[] {
  const { decisionPoints, potentialOutcomes, previousTasks } = reviewOf(task);
  const decisions = new Set(potentialOutcomes.map(({ decision }) => decision));
  const count = decisionPoints.length;
  const subject = subjectOf(facts, task);
  const shapeFindings: (ShapeFinding | false)[] = [
    (count < POINTS.min || count > POINTS.max) && {
      about: "points",
      what: `has ${count} decision ${count === 1 ? "point" : "points"}`,
      remedy: `ask ${POINTS.min} to ${POINTS.max} concrete questions`,
    },
    !decisions.has("CONTINUE") &&
      !(isLast && decisions.has("COMPLETE")) && {
        about: "no_continue",
        what: "does not say when to CONTINUE",
        remedy: "say when to CONTINUE",
      },
    (task.review?.decisionPoints ?? []).some((point) => isVague(point, subject)) && {
      about: "vague",
      what: "asks what no result can answer",
      remedy: "ask about figures, limits or parts of the results",
    },
    !decisions.has("REPLAN") && {
      about: NO_REPLAN,
      what: "does not say when to REPLAN",
      remedy: "say when to REPLAN",
    },
    !decisions.has("ABORT") &&
      !decisions.has("COMPLETE") && {
        about: "no_stop",
        what: "has no way to stop",
        remedy: "say when to ABORT or to COMPLETE",
      },
    previousTasks.length === 0 && {
      about: "no_tasks",
      what: "reviews no task",
      remedy: "name the tasks that it reviews",
    },
  ];
  return shapeFindings.filter((shapeFinding) => shapeFinding !== false);
}

/** The first review of a plan with several agent tasks, each of which has a review for itself right behind it. */
function firstOfTooMany({ tasks, dependents }: PlanFacts): Task | undefined {
  const work = tasks.filter(isAgentTask);
  const own = work.flatMap(
    ({ id }) =>
      dependents
        .get(id)
        ?.find((next) => next.type === "planning_review" && new Set(next.dependsOn).size === 1) ?? [],
  );
  return work.length > 1 && own.length === work.length ? own[0] : undefined;
}
