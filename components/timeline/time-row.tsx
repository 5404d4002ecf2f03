import { memo } from "react";
import { attemptTone, rowText } from "@/lib/core/describe/timeline";
import type { TaskState } from "@/lib/core/run/state";
import type { AttemptSpan, Timeline, TimelineRow } from "@/lib/core/timeline/rows";
import type { Cut } from "@/lib/core/timeline/scale";
import { LiveButton } from "../ui/live";
import { BAR_PX, BAR_TOP, Bar, CutStrips, type Hatch, type Places, WaitBar } from "./bars";

/** The height of a row in its classes: what can be pressed is no smaller. */
export const ROW_PX = 24;
/** Names on the left, times beside them; every part of the panel keeps to it. */
export const COLUMNS = "grid grid-cols-[7rem_minmax(0,1fr)] sm:grid-cols-[11rem_minmax(0,1fr)]";

/** What all rows share. `now` is how far the run is, whatever moment is looked at. */
export type ChartFrame = {
  places: Places;
  hatch: Hatch;
  now: number;
  versionsAt: readonly number[];
  /** Waits that are drawn shorter than they were. */
  cuts: readonly Cut[];
};

/** A task as it was at the moment that is looked at; without the task where no plan had it yet. */
export type TaskThen = {
  task: TaskState | undefined;
  attempts: readonly AttemptSpan[];
  /** The moment, as far as something of the task lasted: what was over by then is the same at each. */
  moment: number | undefined;
};

type TaskRowProps = {
  task: TaskState;
  row: TimelineRow;
  /** Undefined for now. */
  then?: TaskThen | undefined;
  frame: ChartFrame;
  isSelected: boolean;
  isCritical: boolean;
  position: number;
  count: number;
  onSelect(taskId: string): void;
};

/**
 * A task and its attempts, which are drawn to their ends and named as they were then. The whole row selects it. A step to
 * another moment draws those rows again that it changes.
 */
export const TaskRow = memo(function TaskRow(props: TaskRowProps) {
  const { task, row, then, frame, isSelected, isCritical, position, count, onSelect } = props;
  return (
    <li aria-posinset={position} aria-setsize={count} className="h-6">
      <LiveButton
        data-time-row={row.taskId}
        aria-current={isSelected || undefined}
        aria-label={spokenRow(task, row.attempts, { frame, then, isCritical })}
        onClick={() => onSelect(row.taskId)}
        className={`${COLUMNS} h-6 w-full items-center text-left text-xs -outline-offset-2 ${
          isSelected ? "bg-ground font-medium text-ink" : "text-muted hover:bg-ground hover:text-ink"
        }`}
      >
        <span className="truncate border-l-2 border-transparent pr-2 pl-3 in-aria-current:border-ink md:pl-5">
          {task.spec.title}
        </span>
        <RowChart frame={frame}>
          {row.attempts.map((span) => {
            const spanThen = then ? then.attempts.find(({ attempt }) => attempt === span.attempt) : span;
            return (
              <Attempt
                key={span.attempt}
                span={span}
                spanThen={spanThen}
                frame={frame}
                isCritical={isCritical}
                tone={spanThen ? attemptTone(then?.task ?? task, spanThen) : "plain"}
              />
            );
          })}
        </RowChart>
      </LiveButton>
    </li>
  );
});

type Spoken = { frame: ChartFrame; then: TaskThen | undefined; isCritical: boolean };

function spokenRow(task: TaskState, attempts: readonly AttemptSpan[], { frame, then, isCritical }: Spoken) {
  if (!then) return rowText(task, attempts, { now: frame.now, isCritical });
  return then.task
    ? rowText(then.task, then.attempts, { now: then.moment ?? frame.now, isCritical })
    : `${task.spec.title}: not in the plan yet`;
}

type AttemptProps = {
  span: AttemptSpan;
  /** The same as it was at the moment; undefined where it had not begun. */
  spanThen: AttemptSpan | undefined;
  frame: ChartFrame;
  tone: ReturnType<typeof attemptTone>;
  isCritical: boolean;
};

function Attempt({ span, spanThen, frame, tone, isCritical }: AttemptProps) {
  const { places, hatch, now } = frame;
  const to = Math.max(span.from, span.to ?? now);
  const isWhole = span.calls.length === 0;
  const [x, end] = [places.xOf(span.from), places.xOf(to)];
  return (
    <>
      <Bar places={places} tone={tone} to={to} from={span.from} strength={isWhole ? "whole" : "attempt"} />
      {span.calls.map((call) => (
        <Bar
          key={`${call.kind} ${call.from} ${call.to}`}
          places={places}
          tone={tone}
          from={call.from}
          to={call.to ?? to}
          strength={call.kind}
        />
      ))}
      {span.waits.map((wait) => (
        <WaitBar
          key={wait.from}
          places={places}
          hatch={hatch}
          wait={spanThen?.waits.find(({ from }) => from === wait.from) ?? wait}
          to={wait.to ?? to}
        />
      ))}
      {isCritical && (
        <line
          x1={x}
          x2={Math.max(x + 1.5, end)}
          y1={BAR_TOP + BAR_PX + 2.75}
          y2={BAR_TOP + BAR_PX + 2.75}
          strokeWidth="1.5"
          className="stroke-ink"
        />
      )}
    </>
  );
}

type RunRowProps = { timeline: Timeline; frame: ChartFrame };

/** What belongs to the run as a whole: planning, critics, the answer, and questions about them. */
export const RunRow = memo(function RunRow({ timeline: { calls, waits }, frame }: RunRowProps) {
  const { places, hatch, now } = frame;
  return (
    <div className={`${COLUMNS} h-6 items-center text-muted text-xs`}>
      <span className="truncate pr-2 pl-3.5 md:pl-5.5">Plan and approvals</span>
      <RowChart frame={frame}>
        {calls.map((call) => (
          <Bar
            key={`${call.from} ${call.to}`}
            places={places}
            from={call.from}
            to={call.to ?? now}
            tone="plain"
            strength="model"
          />
        ))}
        {waits.map((wait) => (
          <WaitBar key={wait.from} places={places} wait={wait} hatch={hatch} to={wait.to ?? now} />
        ))}
      </RowChart>
    </div>
  );
});

type RowChartProps = { frame: ChartFrame; children: React.ReactNode };

/** The bars of a row, and through them what is drawn shorter as a strip and the plan versions as lines. */
function RowChart({ frame: { places, versionsAt, cuts }, children }: RowChartProps) {
  return (
    <svg width={places.width} height={ROW_PX} aria-hidden="true" className="block">
      <CutStrips places={places} cuts={cuts} height={ROW_PX} />
      {versionsAt.map((at) => (
        <line
          key={at}
          x1={places.xOf(at)}
          x2={places.xOf(at)}
          y2={ROW_PX}
          strokeDasharray="3 3"
          className="stroke-edge"
        />
      ))}
      {children}
    </svg>
  );
}

/** Over all rows: the moment that is looked at as a line, and a veil over what had not happened yet. */
export function MomentVeil({ places, moment }: { places: Places; moment: number }) {
  const cursor = places.xOf(moment);
  return (
    <div data-veil className={`${COLUMNS} pointer-events-none absolute inset-0`}>
      <span />
      <svg width={places.width} aria-hidden="true" className="block h-full">
        <rect
          x={cursor}
          width={Math.max(0, places.width - cursor)}
          height="100%"
          fillOpacity="0.6"
          className="fill-panel"
        />
        <line x1={cursor} x2={cursor} y2="100%" strokeWidth="2" className="stroke-ink" />
      </svg>
    </div>
  );
}
