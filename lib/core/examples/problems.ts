import type { z } from "zod";
import { byteLength } from "../bytes";
import type { Example } from "./form";
import { MAX_EXAMPLE_BYTES } from "./limits";

/** Why something is no example that can be shown. */
type ExampleProblemCode =
  | "unreadable"
  | "empty_query"
  | "empty_mission"
  | "unreadable_step"
  | "too_many_steps"
  | "no_finish_step"
  | "unreadable_plan"
  | "too_large"
  | "too_many_examples";
/** `path` is the field, such as `steps[3]`; empty for the whole. */
export type ExampleProblem = { code: ExampleProblemCode; message: string; path: string };

export type ReadExample<One extends Example = Example> =
  | { ok: true; example: One }
  | { ok: false; problems: ExampleProblem[] };

/** Reads an example of this form by rules of its own, as it is: nothing of it is changed or left out. */
export function readWith<One extends Example>(
  schema: z.ZodType<One>,
  problemsOf: (example: One) => ExampleProblem[],
  value: unknown,
): ReadExample<One> {
  const parsed = schema.safeParse(value);
  if (!parsed.success)
    return {
      ok: false,
      problems: parsed.error.issues.map(({ message, path }) => formProblem(path, message)),
    };
  const size = sizeProblems(parsed.data);
  const problems = size.length > 0 ? size : problemsOf(parsed.data);
  // The value itself: its fields keep their order.
  return problems.length > 0 ? { ok: false, problems } : { ok: true, example: value as One };
}

function formProblem(path: readonly PropertyKey[], message: string): ExampleProblem {
  const field = path.reduce<string>(
    (before, key) =>
      typeof key === "number" ? `${before}[${key}]` : before ? `${before}.${String(key)}` : String(key),
    "",
  );
  return { code: "unreadable", path: field, message: `${field || "An example"}: ${message}` };
}

function sizeProblems(example: Example): ExampleProblem[] {
  const bytes = byteLength(JSON.stringify(example));
  if (bytes <= MAX_EXAMPLE_BYTES) return [];
  const message = `An example has at most ${MAX_EXAMPLE_BYTES} bytes; this one has ${bytes}.`;
  return [{ code: "too_large", path: "", message }];
}
