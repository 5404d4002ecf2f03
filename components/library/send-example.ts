import { byPost, type MutationProblem, readProblem } from "@/lib/client/mutation";
import type { ExampleProblem } from "@/lib/core/examples/problems";
import type {
  CreateExampleInput,
  EditExampleInput,
  ImportExamplesInput,
  SwitchExampleInput,
} from "@/lib/core/inputs/examples";
import { isJsonObject, type Json } from "@/lib/core/json";

export type ExampleRefusal = MutationProblem & { issues: readonly ExampleProblem[] };
type Reply<Value> = { value: Value; problem?: never } | { problem: ExampleRefusal; value?: never };

const replyOf =
  <Value>() =>
  ({ ok, body }: { ok: boolean; body: Json }): Reply<Value> =>
    ok ? { value: body as Value } : { problem: { ...readProblem(body), issues: issuesIn(body) } };

/** What is wrong with which field. */
function issuesIn(body: Json): ExampleProblem[] {
  const details = isJsonObject(body) ? body.details : undefined;
  const issues = isJsonObject(details) ? details.issues : undefined;
  return Array.isArray(issues) ? (issues as ExampleProblem[]) : [];
}

const pathOf = (exampleId: string): string => `/api/v1/examples/${encodeURIComponent(exampleId)}`;

export const sendNew = byPost(
  (input: CreateExampleInput) => ({ path: "/api/v1/examples", body: input as Record<string, Json> }),
  replyOf<{ exampleId: string; merged: boolean }>(),
);

export const sendEdit = byPost(
  ({ exampleId, ...body }: EditExampleInput) => ({ path: pathOf(exampleId), body }),
  replyOf<object>(),
);

export const sendSwitch = byPost(
  ({ exampleId, ...body }: SwitchExampleInput) => ({ path: `${pathOf(exampleId)}/switch`, body }),
  replyOf<object>(),
);

export const sendImport = byPost(
  (body: ImportExamplesInput) => ({ path: "/api/v1/examples/import", body }),
  replyOf<{ added: number; known: number }>(),
);
