import { withQuery } from "@/lib/client/call";
import type { StatusDisplay } from "@/lib/core/describe/looks/run";
import type { ExampleUse } from "@/lib/core/examples/view";
import type { ExampleKind, ExampleOutcome, ExampleSource } from "@/lib/core/examples/words";

export const switchDisplay = (enabled: boolean): StatusDisplay =>
  enabled ? { icon: "✓", word: "on", tone: "ok" } : { icon: "⊘", word: "off", tone: "plain" };

export const KIND_LABELS: Record<ExampleKind, string> = { agent: "For agents", planner: "For planners" };

export const SOURCE_LABELS: Record<ExampleSource, string> = {
  run: "Promoted",
  import: "Imported",
  person: "Written",
};

export const OUTCOME_LABELS: Record<ExampleOutcome, string> = {
  answer_complete: "Answered",
  no_path: "Found no path",
  budget_exhausted: "Ran out of budget",
};

export const EXAMPLES_PATH = "/library/examples";
/** The parameter that names the example in the drawer. */
export const EXAMPLE_PARAM = "example";

/** The page of one example. */
export const exampleHref = (id: string): string => withQuery(EXAMPLES_PATH, { [EXAMPLE_PARAM]: id });

/** Which piece of work was shown an example: "Agent of deploy, attempt 2". */
export const workLabel = ({ taskId, attempt }: Pick<ExampleUse, "taskId" | "attempt">): string =>
  taskId === null ? "Planner" : `Agent of ${taskId}, attempt ${attempt}`;
