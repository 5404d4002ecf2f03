import { listIn } from "../drafts";
import { pluralize, quote } from "../text";
import type { Reply, Turn } from "../turn";

/** It counts what succeeded, and says so: it cannot tell what would have been better. */
export function playRetrospective(turn: Turn): Reply {
  const results = listIn(turn, "results");
  const done = results.filter(({ status }) => status === "succeeded").length;
  const undone = results.length - done;
  const changes = turn.block("history").trim() === "" ? [] : turn.block("history").trim().split("\n");
  return {
    text: JSON.stringify({
      goalAchieved: undone === 0 ? "yes" : done === 0 ? "no" : "partial",
      efficiency: results.length === 0 ? 0 : done / (results.length + changes.length),
      unnecessaryTasks: [],
      workedWell: done > 0 ? [`${pluralize(done, "task")} gave a result.`] : [],
      improvements: [
        ...(undone > 0 ? [`${pluralize(undone, "task")} gave no result.`] : []),
        ...changes.slice(0, 2).map((line) => `The plan was changed on the way: ${line}`),
      ],
      lesson: "",
    }),
  };
}

/** It sees what gave no result and what nobody checked, and knows of no better way. */
export function playSelfCritic(turn: Turn): Reply {
  const results = listIn(turn, "results");
  const undone = results.filter(({ status }) => status !== "succeeded");
  const checked = new Set(listIn(turn, "evidence").map(({ taskId }) => taskId));
  const unchecked = results.filter(({ id, status }) => status === "succeeded" && !checked.has(id));
  const mistakes = [
    ...undone.slice(0, 2).map(({ title = "" }) => `${quote(String(title))} gave no result.`),
    ...(unchecked.length > 0 ? [`No check held ${pluralize(unchecked.length, "result")} to anything.`] : []),
  ];
  const selfRating = results.length === 0 ? 0 : 1 - undone.length / results.length;
  return {
    text: JSON.stringify({
      ...{ wasBestApproach: undone.length === 0, mistakes, simplerAlternatives: [] },
      ...{ expertAdvice: "", selfRating },
    }),
  };
}
