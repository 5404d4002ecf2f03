import { isJsonObject } from "@/lib/core/json";
import { listIn } from "../drafts";
import { pluralize, quote, shorten } from "../text";
import type { Reply, Turn } from "../turn";

/** It expects of a task what the task's own words name, and cannot tell how sure that is. */
export function playReasoner(turn: Turn): Reply {
  const task = turn.json("task");
  const { title = "the task", details = [] } = isJsonObject(task) ? task : {};
  const said = [turn.block("input"), ...(Array.isArray(details) ? details : [])].map(String);
  const limits = said.filter((text) => /\d/.test(text) && /\b(?:below|above|of|least|most)\b/i.test(text));
  const tools = turn.json("tools");
  const by = Array.isArray(tools) && tools.length > 0 ? ` with ${tools.slice(0, 3).join(", ")}` : "";
  return {
    text: JSON.stringify({
      reasoning: `${quote(shorten(String(title), 80))} is done${by}, as its input says.`,
      expectedOutcome:
        limits.length === 0
          ? `A result that says what ${quote(shorten(String(title), 80))} asks for`
          : limits
              .slice(0, 3)
              .map((text) => shorten(text, 80))
              .join("; "),
      alternatives: [],
      confidence: null,
    }),
  };
}

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
      wasBestApproach: undone.length === 0,
      mistakes,
      simplerAlternatives: [],
      expertAdvice: "",
      selfRating,
    }),
  };
}
