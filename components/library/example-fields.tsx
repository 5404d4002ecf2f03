import type { Example } from "@/lib/core/examples/form";
import type { ExampleProblem } from "@/lib/core/examples/problems";
import { EXAMPLE_OUTCOMES, type ExampleKind, type ExampleOutcome } from "@/lib/core/examples/words";
import { isJsonObject, type Json, type JsonObject, parseJson } from "@/lib/core/json";
import { CodeArea, Field, Select, TextArea } from "../ui/field";
import { OUTCOME_LABELS } from "./labels";

/** An example as it is typed: its steps as JSON, or its plan as JSON or text. */
export type ExampleTyped = {
  kind: ExampleKind;
  question: string;
  work: string;
  outcome: ExampleOutcome;
  note: string;
};

/** An example as a person edits it. */
export function typedOf(example: Example): ExampleTyped {
  const note = example.note ?? "";
  if ("mission" in example) {
    const { mission, plan } = example;
    const work = typeof plan === "string" ? plan : JSON.stringify(plan, null, 2);
    return { kind: "planner", question: mission, work, outcome: "answer_complete", note };
  }
  const { query, steps, outcome } = example;
  return { kind: "agent", question: query, work: JSON.stringify(steps, null, 2), outcome, note };
}

/** What is typed as the service wants it; steps that are no list stay for it to refuse. */
export function readTyped({ kind, question, work, outcome, note }: ExampleTyped): {
  example: Json;
  problems: ExampleProblem[];
} {
  const said: JsonObject = note.trim() === "" ? {} : { note: note.trim() };
  const value = parseJson(work);
  if (kind === "planner")
    return {
      example: { mission: question, plan: isJsonObject(value) ? value : work, ...said },
      problems: [],
    };
  const message = "The steps are not a JSON list.";
  const problems: ExampleProblem[] = Array.isArray(value)
    ? []
    : [{ code: "unreadable", path: "steps", message }];
  return { example: { query: question, steps: value ?? [], outcome, ...said }, problems };
}

type ExampleFieldsProps = {
  typed: ExampleTyped;
  onChange(typed: ExampleTyped): void;
  /** What is wrong, each at its field. */
  problems: readonly ExampleProblem[];
};

/** The fields of one example, with what is wrong beside each. */
export function ExampleFields({ typed, onChange, problems }: ExampleFieldsProps) {
  const isAgent = typed.kind === "agent";
  const errorAt = (...fields: string[]): string | undefined => {
    const found = problems.filter(({ path }) => fields.some((field) => path.split(/[.[]/)[0] === field));
    return found.length === 0 ? undefined : found.map(({ message }) => message).join(" ");
  };
  const change = (part: Partial<ExampleTyped>) => onChange({ ...typed, ...part });
  return (
    <>
      <Field
        label={isAgent ? "Query" : "Mission"}
        help="The example is found by its words."
        error={errorAt("query", "mission", "")}
      >
        {(wiring) => (
          <TextArea
            {...wiring}
            rows={2}
            value={typed.question}
            onChange={({ target }) => change({ question: target.value })}
          />
        )}
      </Field>
      <Field
        label={isAgent ? "Steps" : "Plan"}
        help={
          isAgent
            ? "A JSON list of actions and observations, at most 20. The last one finishes."
            : "JSON or step text, as in a new mission."
        }
        error={errorAt("steps", "plan")}
      >
        {(wiring) => (
          <CodeArea
            {...wiring}
            rows={14}
            value={typed.work}
            onChange={({ target }) => change({ work: target.value })}
          />
        )}
      </Field>
      {isAgent && (
        <Field label="Outcome" error={errorAt("outcome")}>
          {(wiring) => (
            <Select
              {...wiring}
              value={typed.outcome}
              onChange={({ target }) => change({ outcome: target.value as ExampleOutcome })}
            >
              {EXAMPLE_OUTCOMES.map((outcome) => (
                <option key={outcome} value={outcome}>
                  {OUTCOME_LABELS[outcome]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <Field label="Note" help="What to learn from it. Prompts carry it." error={errorAt("note")}>
        {(wiring) => (
          <TextArea
            {...wiring}
            rows={2}
            value={typed.note}
            onChange={({ target }) => change({ note: target.value })}
          />
        )}
      </Field>
    </>
  );
}
