"use client";

import { createContext, useContext, useMemo } from "react";
import type { Issue, Task } from "@/lib/core/plan/schema";
import type { StagingBase } from "@/lib/core/plan/staged/apply";
import { outlivesReload, useKept } from "../ui/behavior/use-kept";
import type { EditChecks } from "./check-edit";
import { counted } from "./editor-bar";
import type { WrittenText } from "./text-dialog";
import type { Staging } from "./use-staging";

/** What was typed in a field of a task and cannot be staged: a value that cannot be read, a predicate nobody has used yet. */
type UnreadText = { taskId: string; path: string; label: string; text: string; problem: string };

/** The field of a predicate, as `UnreadText` names it. */
export const PREDICATE_PATH = "verification";

/** The unread texts of one task, by the field; a form outside the plan editor keeps none. */
type UnreadFields = {
  textAt(path: string): string | undefined;
  keep(path: string, unread: Omit<UnreadText, "taskId" | "path"> | undefined): void;
};

const Fields = createContext<UnreadFields | undefined>(undefined);
export const UnreadFieldsProvider = Fields.Provider;
export const useUnreadFields = () => useContext(Fields);

const NONE: readonly UnreadText[] = [];

/** What was typed in the editor of a run's plan and is in no staged edit: kept in this tab as they are. */
export function useUnapplied(runId: string, { base, outcome }: Pick<Staging, "base" | "outcome">) {
  const keys = ["unread", "written", "reason"].map((part) => `plan-edits/${runId}/${part}`);
  const [unread, setUnread] = useKept(keys[0] as string, NONE);
  const [text, setText] = useKept<WrittenText | null>(keys[1] as string, null);
  const [reason, setReason] = useKept(keys[2] as string, "");
  const shown = useMemo(
    () => unread.filter((one) => isShown(one, outcome.plan.tasks, base)),
    [unread, outcome, base],
  );
  const words = [
    shown.length > 0 && counted(shown.length, "unfinished field"),
    text !== null && "the plan as text",
    reason !== "" && "a reason",
  ].filter((part) => part !== false);
  return {
    unread: shown,
    text,
    setText,
    reason,
    setReason,
    words,
    isKept: keys.every(outlivesReload),
    fieldsOf: (taskId: string): UnreadFields => ({
      textAt: (path) => unread.find((one) => one.taskId === taskId && one.path === path)?.text,
      keep: (path, next) => {
        const others = unread.filter((one) => one.taskId !== taskId || one.path !== path);
        if (next || others.length < unread.length)
          setUnread(next ? [...others, { taskId, path, ...next }] : others);
      },
    }),
    forget: () => {
      setUnread(NONE);
      setText(null);
      setReason("");
    },
  };
}

/** A field that the form of its task no longer has hinders nobody; it is there again with the field. */
function isShown({ taskId, path }: UnreadText, tasks: readonly Task[], { locks }: StagingBase): boolean {
  const task = tasks.find(({ id }) => id === taskId);
  if (!task || locks.has(taskId)) return false;
  const [part, name] = path.split("/");
  if (part === "gate") return task.type === "human_review";
  if (part === "review") return task.type === "planning_review";
  const isChecked = task.type !== "planning_review" && task.type !== "human_review";
  if (part === "agents")
    return task.agent === name && (task.type === "planning_review" || task.type === "task");
  if (part === "input") return typeof task.input !== "string";
  return (part !== "outputSchema" && part !== PREDICATE_PATH) || isChecked;
}

/** The checks with what was typed and not read among their errors: what is applied would not have it. */
export function withUnread(
  checks: EditChecks | undefined,
  unread: readonly UnreadText[],
): EditChecks | undefined {
  if (!checks || unread.length === 0) return checks;
  const errors = unread.map(
    ({ taskId, path, label, problem }): Issue => ({
      severity: "error",
      taskId,
      path,
      message: `${label}: ${problem}`,
      code: path === PREDICATE_PATH ? "invalid_verification" : "invalid_plan_format",
    }),
  );
  return { ...checks, errors: [...errors, ...checks.errors] };
}
