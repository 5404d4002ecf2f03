import { openGates } from "@/lib/client/run-facts";
import type { RunState } from "@/lib/core/run/state";

type OtherGatesProps = { state: RunState; taskId: string; onOpen(taskId: string | undefined): void };

/** Says that something else waits for a person while one looks at this task. */
export function OtherGates({ state, taskId, onOpen }: OtherGatesProps) {
  const others = openGates(state).filter((gate) => gate.taskId !== taskId);
  const [first] = others;
  if (!first) return null;
  return (
    <button
      type="button"
      onClick={() => onOpen(first.taskId)}
      className="w-full border-line border-b bg-person-soft px-4 py-2 text-left font-medium text-person text-xs -outline-offset-2"
    >
      <span aria-hidden="true">◈ </span>
      {others.length === 1
        ? "A question waits for you elsewhere"
        : `${others.length} questions wait for you elsewhere`}
    </button>
  );
}
