import type { TaskState } from "@/lib/core/run/state";
import { JsonText } from "./json-text";

/** The task as the engine holds it. */
export function Raw({ task }: { task: TaskState }) {
  return (
    <div className="p-4">
      <JsonText label="The task as JSON" value={task} />
    </div>
  );
}
