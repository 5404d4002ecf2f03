import { expect, it } from "vitest";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { type InterventionType, interventionsFor } from "./interventions";
import type { TaskState } from "./state";

it.each<["planning_review" | "human_review", TaskState["status"], InterventionType[]]>([
  ["planning_review", "running", ["skip_task"]],
  ["planning_review", "failed", ["retry_task", "skip_task"]],
  ["planning_review", "skipped", ["retry_task"]],
  ["human_review", "waiting", ["skip_task"]],
  ["human_review", "failed", ["retry_task", "skip_task", "supply_result"]],
])("a %s that is %s offers %o", (type, status, offered) => {
  const { state } = new RunWorld({ plan: planOf({ id: "t", type }) });
  const { t } = state.tasks;
  expect(t && interventionsFor(state, { ...t, status })).toEqual(offered);
});
