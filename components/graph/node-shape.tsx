import type { ReactNode } from "react";
import type { Tone } from "@/lib/core/describe/looks/run";
import { OUTLINES } from "@/lib/core/layout/drawing";
import { TONE_TEXT } from "../status";
import type { TaskFacts } from "./facts";

/** Colour of a node's left edge. Plain ones only say that the task is there. */
export const TONE_BAR: Record<Tone, string> = {
  plain: "bg-edge",
  run: "bg-run",
  ok: "bg-ok",
  amber: "bg-amber",
  retry: "bg-retry",
  bad: "bg-bad",
  person: "bg-person",
};

/** Colour of a node's border. */
export const TONE_BORDER: Record<Tone, string> = {
  plain: "border-line",
  run: "border-run",
  ok: "border-ok/60",
  amber: "border-amber/60",
  retry: "border-retry",
  bad: "border-bad/60",
  person: "border-person",
};

export const hasShape = (kind: TaskFacts["kind"]): boolean => kind !== "fold" && OUTLINES[kind] !== undefined;

type NodeShapeProps = { kind: TaskFacts["kind"]; tone: Tone; className: string; children?: ReactNode };

/** The outline that tells a kind of task: diamond, hexagon, shield; tasks and programs are the rectangle itself. */
export function NodeShape({ kind, tone, className, children }: NodeShapeProps) {
  const outline = kind === "fold" ? undefined : OUTLINES[kind];
  return (
    <span aria-hidden="true" className={`grid place-items-center ${TONE_TEXT[tone]} ${className}`}>
      {outline && (
        <svg viewBox="0 0 32 32" className="col-start-1 row-start-1 size-full" aria-hidden="true">
          <path
            d={outline}
            className="fill-panel stroke-current"
            strokeWidth="1.5"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
      )}
      <span className="col-start-1 row-start-1">{children}</span>
    </span>
  );
}
