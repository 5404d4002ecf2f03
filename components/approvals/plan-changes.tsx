"use client";

import type { DiffLine } from "@/lib/core/plan/describe-diff";
import type { ToolSideEffects } from "@/lib/core/run/gate-risk";
import { changingTools } from "@/lib/core/run/gate-risk";
import type { RunState } from "@/lib/core/run/state";
import { TONE_TEXT, type Tone } from "../status";

const SIGN_TONES: Record<DiffLine["sign"], Tone> = { "+": "ok", "~": "amber", "⇄": "amber", "−": "bad" };
const SIGN_LABELS: Record<DiffLine["sign"], string> = {
  "+": "added: ",
  "~": "changed: ",
  "⇄": "moved: ",
  "−": "removed: ",
};

/** The difference of two plans, a line for each kind of change. */
export function PlanChanges({ lines }: { lines: DiffLine[] }) {
  if (lines.length === 0) return <p className="text-muted">Nothing changed.</p>;
  return (
    <ul className="grid gap-0.5">
      {lines.map(({ sign, text }) => (
        <li key={`${sign}${text}`} className={TONE_TEXT[SIGN_TONES[sign]]}>
          <span aria-hidden="true">{sign} </span>
          <span className="sr-only">{SIGN_LABELS[sign]}</span>
          {text}
        </li>
      ))}
    </ul>
  );
}

const SHOWN_TASKS = 14;

/** A drafted plan as a list: what is done, by whom, and what can change something outside. */
export function PlanTasks({ state, effects }: { state: RunState; effects: ToolSideEffects }) {
  const tasks = state.order.flatMap((id) => state.tasks[id] ?? []);
  const more = tasks.length - SHOWN_TASKS;
  return (
    <ol className="grid gap-1">
      {tasks.slice(0, SHOWN_TASKS).map((task, index) => {
        const changing = effects ? changingTools(state, task, effects) : [];
        return (
          <li key={task.id} className="grid grid-cols-[1.5rem_minmax(0,1fr)_auto] gap-x-1">
            <span className="text-muted">{index + 1}</span>
            <span>{task.spec.title}</span>
            <span className="text-muted text-xs">
              {task.spec.type === "task" ? "" : task.spec.type.replaceAll("_", " ")}
              {changing.length > 0 && <span className="text-amber">▲ changes things outside</span>}
            </span>
          </li>
        );
      })}
      {more > 0 && <li className="pl-7 text-muted">and {more} more</li>}
    </ol>
  );
}
