"use client";

import { useMemo } from "react";
import type { Plan } from "@/lib/core/plan/schema";
import { FindingList } from "../plans/critique/finding-list";
import { findingCounts } from "../plans/critique/issues-by-task";
import { Score } from "../plans/critique/score";
import { SEVERITY_DISPLAY, TONE_TEXT } from "../status";
import { LiveButton } from "../ui/live";
import { Section } from "../ui/section";
import type { EditChecks } from "./check-edit";
import { counted } from "./editor-bar";
import { FoldedRows } from "./folded-rows";

type CheckListProps = {
  /** Undefined until the first are there. */
  checks: EditChecks | undefined;
  plan: Plan;
  onSelect(taskId: string): void;
};

/** What is wrong with the plan as it is edited, and what the critic says of it. */
export function CheckList({ checks, plan, onSelect }: CheckListProps) {
  const titles = useMemo(() => new Map(plan.tasks.map(({ id, title }) => [id, title])), [plan]);
  if (!checks) {
    return (
      <Section title="Checks" level={2}>
        <p className="text-muted">Checking…</p>
      </Section>
    );
  }
  const { errors, warnings, critique } = checks;
  const found = [...errors, ...warnings];
  return (
    <>
      <Section title={errors.length > 0 ? counted(errors.length, "error") : "Checks"} level={2}>
        {found.length === 0 && (
          <p>
            <span aria-hidden="true">✓ </span>No errors.
          </p>
        )}
        <FoldedRows
          label="Problems"
          className="grid gap-1"
          rows={found.map(({ severity, code, taskId, path, message }) => (
            <li
              key={`${code} ${taskId} ${path} ${message}`}
              className={`flex gap-1.5 ${TONE_TEXT[SEVERITY_DISPLAY[severity].tone]}`}
            >
              <span aria-hidden="true">{SEVERITY_DISPLAY[severity].icon} </span>
              <span className="sr-only">{SEVERITY_DISPLAY[severity].word}: </span>
              {taskId !== undefined && titles.has(taskId) ? (
                <LiveButton className="text-left underline" onClick={() => onSelect(taskId)}>
                  {message}
                </LiveButton>
              ) : (
                message
              )}
            </li>
          ))}
        />
      </Section>
      <Section
        title="Critique"
        level={2}
        aside={
          <>
            <Score score={critique.score} /> · {findingCounts(critique.findings) || "no findings"}
          </>
        }
      >
        <FindingList
          label="Critic findings"
          findings={critique.findings}
          titles={titles}
          onSelect={onSelect}
        />
      </Section>
    </>
  );
}
