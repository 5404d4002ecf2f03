"use client";

import type { RunState, TaskState } from "@/lib/core/run/state";
import { Section } from "../inspector/part";
import { SEVERITY_DISPLAY } from "../status";
import { StatusLabel } from "../ui/status-word";
import { VerdictNote } from "./finding-verdict";
import { taskOfFinding } from "./flaws";
import { useCritique } from "./use-critique";

/** What the critic says of one task of the plan in force. */
export function TaskFindings({ state, task }: { state: RunState; task: TaskState }) {
  const critique = useCritique(state, state.planVersion);
  const findings = critique?.findings?.filter((finding) => taskOfFinding(finding) === task.id) ?? [];
  if (findings.length === 0) return null;
  return (
    <Section title="What the critic says" aside={`plan v${state.planVersion}`}>
      <ul className="grid gap-2">
        {findings.map(({ key, severity, message, verdict }) => (
          <li key={key} className="grid gap-0.5">
            <StatusLabel status={SEVERITY_DISPLAY[severity]} className="text-xs" />
            <span>{message}</span>
            {verdict && <VerdictNote verdict={verdict} />}
          </li>
        ))}
      </ul>
    </Section>
  );
}
