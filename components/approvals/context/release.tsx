"use client";

import { useRef } from "react";
import { formatTools } from "@/lib/core/describe/gates/answers";
import { releaseChanges } from "@/lib/core/describe/gates/release";
import { KIND_LABELS } from "@/lib/core/describe/looks/task";
import { addressesOf, textOf } from "@/lib/core/plan/targets";
import { acting, type Released } from "@/lib/core/run/controls/release";
import { releaseOfGate } from "@/lib/core/run/gates/risk";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
import { PanelSection } from "../panel-section";

type ReleaseProps = { state: RunState; gate: ApprovalState };

/** All work that acts outside and that letting the gate pass sets free: by what, where, and its instructions. */
export function Release({ state, gate }: ReleaseProps) {
  // What was read while the gate waited stays as it was when the gate closes.
  const read = useRef<ReturnType<typeof shownOf>>(undefined);
  if (gate.status === "open" || !read.current) read.current = shownOf(state, gate);
  const { acts, changes } = read.current;
  if (acts.length === 0 && changes.length === 0) return null;
  return (
    <>
      {changes.length > 0 && (
        <PanelSection title="What you would release has changed">
          <ul className="grid gap-1 text-amber">
            {changes.map((line) => (
              <li key={line} className="wrap-anywhere">
                <span aria-hidden="true">▲ </span>
                {line}
              </li>
            ))}
          </ul>
        </PanelSection>
      )}
      {acts.length > 0 && (
        <PanelSection title="Releases work that acts outside" aside={acts.length}>
          <ul className="grid gap-2">
            {acts.map((released) => (
              <ReleasedWork key={released.task.id} released={released} />
            ))}
          </ul>
        </PanelSection>
      )}
    </>
  );
}

function shownOf(state: RunState, gate: ApprovalState) {
  const before = gate.supersedes === undefined ? undefined : state.approvals[gate.supersedes]?.release;
  const changes = before && gate.release ? releaseChanges(before, gate.release) : [];
  return { acts: acting(releaseOfGate(state, gate)), changes };
}

/** Short texts stand whole; the rest of a longer one opens below its beginning. */
const SHOWN_CHARS = 200;

function ReleasedWork({ released: { task, tools } }: { released: Released }) {
  const text = textOf(task);
  const targets = addressesOf(task);
  return (
    <li className="grid gap-0.5">
      <span className="wrap-anywhere">
        <span aria-hidden="true" className="text-amber">
          ▲{" "}
        </span>
        <bdi>{task.title}</bdi>
        <span className="text-muted text-xs">
          {" "}
          {KIND_LABELS[task.type]} · {formatTools(tools)}
        </span>
      </span>
      {targets.length > 0 && (
        <span className="wrap-anywhere pl-4 text-xs">
          to <bdi className="font-mono">{targets.join(", ")}</bdi>
        </span>
      )}
      {text.length > SHOWN_CHARS ? (
        <details className="pl-4 text-muted text-xs">
          <summary className="wrap-anywhere cursor-pointer">{text.slice(0, SHOWN_CHARS)}… Show all</summary>
          <bdi className="wrap-anywhere block whitespace-pre-wrap font-mono">{text}</bdi>
        </details>
      ) : (
        <bdi className="wrap-anywhere block whitespace-pre-wrap pl-4 font-mono text-muted text-xs">
          {text}
        </bdi>
      )}
    </li>
  );
}
