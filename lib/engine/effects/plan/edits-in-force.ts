import type { ReplannerInput } from "@/lib/agents/replanner";
import type { Json, JsonObject } from "@/lib/core/json";
import { reachOf } from "@/lib/core/plan/reach";
import type { Plan, Task } from "@/lib/core/plan/schema";
import { editedTail } from "@/lib/core/plan/staged/edited-tail";
import type { EditBase } from "@/lib/core/plan/staged/from-answer";
import type { EffectContext } from "../effect";
import { inputText } from "../work";
import type { TailBase } from "./tail";
import type { takingEdits } from "./taking-edits";

type Edits = { of: EditBase; answerOf?: Parameters<typeof takingEdits>[2] };

/** What the replanner edits, and the tail that its edits come to: a tail that is suggested, else the plan in force. */
export function editsInForce(
  { state, tools }: Pick<EffectContext, "state" | "tools">,
  { current, ended, withResult }: TailBase,
  { suggestion, ...shown }: Pick<ReplannerInput, "completed" | "remaining" | "errors" | "suggestion">,
): Edits {
  if (suggestion) return { of: { plan: suggestion } };
  const answered = new Set(state().replan?.covers ?? []);
  const isOver = (id: string) => ended.has(id) && !withResult.has(id) && !answered.has(id);
  const entries = [...shown.completed, ...shown.remaining, ...(shown.errors ?? [])];
  const byId = new Map(entries.map((entry) => [String(entry.id), entry]));
  const closed = current.tasks.flatMap((task): [string, string][] => {
    if (isOver(task.id)) return [[task.id, "has ended: edit what takes its place, or write the tail"]];
    return isShownWhole(task, byId.get(task.id))
      ? []
      : [[task.id, "is shown by its beginning: write the tail"]];
  });
  return {
    of: { plan: current, closed: new Map(closed) },
    answerOf: (after: Plan) =>
      editedTail({
        ...{ before: current, after, ended, answered, succeeded: withResult },
        reach: reachOf(current, tools.list()),
      }),
  };
}

/** Says of a task whether the prompt has all of what an edit would put another value in the place of. */
function isShownWhole({ input, details, outputSchema = "" }: Task, entry: JsonObject | undefined): boolean {
  if (!entry) return false;
  const { input: shownInput = "", outputSchema: shownSchema = "" } = entry;
  const written = (schema: Json) => (typeof schema === "string" ? schema : JSON.stringify(schema));
  return (
    inputText(input) === inputText(shownInput) &&
    written(outputSchema) === written(shownSchema) &&
    (details.length === 0 || entry.details !== undefined)
  );
}
