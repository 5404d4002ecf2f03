"use client";

import type { NodeProps } from "@xyflow/react";
import { Lock } from "lucide-react";
import { memo } from "react";
import { markedLine } from "@/lib/core/legible/marked";
import { isTerminalTask } from "@/lib/core/run/status";
import { SEVERITY_DISPLAY, TONE_TEXT } from "../status";
import { StatusLabel } from "../ui/status-label";
import { CommentPin } from "./comment-pin";
import type { TaskFacts } from "./facts";
import { farLookOf } from "./far/far-looks";
import type { TaskFlowNode } from "./flow/use-flow-nodes";
import { costText, MARK_DISPLAY, severityDisplay, shortNotes, statusWords, taskNotes } from "./labels";
import { NodeClock } from "./node-clock";
import { hasShape, NodeShape, TONE_BAR, TONE_BORDER } from "./node-shape";
import { ToolbarSlot } from "./toolbar-slot";

type TaskNodeProps = Pick<NodeProps<TaskFlowNode>, "data" | "selected">;

/**
 * A task on the canvas, as high as what it stands in. Buttons fit in the place of its last line; a question that they ask
 * makes it higher. Far away only its shape, icon and color are left.
 */
export const TaskNode = memo(function TaskNode({ data: { facts }, selected }: TaskNodeProps) {
  return (
    <div
      data-task={facts.id}
      data-status={facts.status}
      data-mark={facts.mark}
      className={`graph-node relative grid min-h-full grid-cols-[minmax(0,1fr)] rounded-lg border bg-panel shadow-card ${borderOf(facts)} ${
        selected ? "ring-2 ring-run ring-offset-2 ring-offset-ground" : ""
      } ${facts.ghost ? "graph-ghost" : ""}`}
    >
      <span aria-hidden="true" className={`absolute inset-y-0 left-0 w-1 rounded-l-lg ${barOf(facts)}`} />
      {facts.mark && <MarkBadge {...MARK_DISPLAY[facts.mark]} />}
      {facts.comments > 0 && (
        <>
          <CommentPin facts={facts} className="graph-near -top-4 absolute right-2" />
          <span
            aria-hidden="true"
            className="graph-far graph-look-comment -top-5.5 absolute right-0 size-11 rounded-full"
          />
        </>
      )}
      <FullNode facts={facts} />
      <CompactNode facts={facts} />
    </div>
  );
});

/** What a comparison or an edit does to the task, on its upper edge. */
const MarkBadge = ({ icon, word }: { icon: string; word: string }) => (
  <span
    aria-hidden="true"
    className="graph-near absolute bottom-[calc(100%-3px)] graph-words left-2.5 rounded bg-ink px-1.5 font-semibold text-panel capitalize"
  >
    {icon} {word}
  </span>
);

function FullNode({ facts }: { facts: TaskFacts }) {
  const { id, kind, title, icon, evidence, tone, ghost, locked, status, heldUntil, claimedBy } = facts;
  const [word, more] = statusWords(facts);
  const shaped = hasShape(kind);
  const short = shortNotes(facts);
  const lastLine = <LastLine facts={facts} />;
  return (
    <div
      className={`graph-near grid grid-cols-[minmax(0,1fr)] content-center pr-3 ${shaped ? "pl-6" : "pl-3.5"}`}
    >
      {shaped && <NodeShape kind={kind} tone={tone} className="-left-4 absolute top-[21px] size-8" />}
      <span className="flex items-center gap-1.5">
        <span
          className={`graph-title truncate font-semibold ${ghost ? "text-muted line-through" : ""}`}
          title={markedLine(title)}
        >
          {markedLine(title)}
        </span>
        {locked && <Lock aria-hidden="true" className="ml-auto size-3 shrink-0 text-muted" />}
      </span>
      <span className="graph-words flex items-baseline justify-between gap-2">
        <span
          className={`flex items-baseline gap-1.5 whitespace-nowrap ${TONE_TEXT[ghost ? "plain" : tone]} ${
            claimedBy === undefined ? "min-w-0" : "shrink-0"
          }`}
        >
          <span aria-hidden="true">{icon}</span>
          <span className="truncate" title={[word, more].filter(Boolean).join(" ")}>
            {more === "" || evidence === "failed" ? word : <span className="sr-only">{word}</span>} {more}
          </span>
        </span>
        <span className={`text-muted ${claimedBy === undefined ? "shrink-0" : "min-w-0 truncate"}`}>
          <NodeClock facts={facts} />
          {short !== "" && <span className="graph-second"> {short}</span>}
        </span>
      </span>
      {status === "waiting" || heldUntil !== undefined ? (
        <ToolbarSlot id={id} className="" fallback={lastLine} />
      ) : (
        lastLine
      )}
    </div>
  );
}

function LastLine({ facts }: { facts: TaskFacts }) {
  // What was found in a plan is of use until the work is done.
  const severity = isTerminalTask(facts.status) ? undefined : severityDisplay(facts);
  return (
    <span className="graph-words graph-third flex items-baseline justify-between gap-2 text-muted">
      <span className="truncate">{facts.actor || " "}</span>
      <span className="flex shrink-0 gap-2">
        {severity && <StatusLabel status={severity} />}
        {[...taskNotes(facts), costText(facts)].filter(Boolean).join(" · ")}
      </span>
    </span>
  );
}

function CompactNode({ facts }: { facts: TaskFacts }) {
  const { kind, ghost, severity } = facts;
  const { icon, tone } = severity && facts.status === "pending" ? SEVERITY_DISPLAY[severity] : facts;
  const color = ghost ? "plain" : tone;
  return (
    <div
      aria-hidden="true"
      className={`graph-far graph-look-${farLookOf(facts)} place-items-center rounded-md ${TONE_TEXT[color]}`}
    >
      <NodeShape kind={kind} tone={color} className="size-[4.5rem]">
        <span className="text-4xl leading-none">{icon}</span>
      </NodeShape>
    </div>
  );
}

function barOf({ ghost, status, tone }: TaskFacts): string {
  return ghost || status === "pending" ? "bg-line" : TONE_BAR[tone];
}

function borderOf({ mark, ghost, tone }: TaskFacts): string {
  if (mark === "added") return "border-2 border-ok border-dashed";
  if (mark === "changed") return "border-2 border-amber";
  return ghost ? "border-dashed border-line" : TONE_BORDER[tone];
}
