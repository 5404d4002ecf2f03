import { byPost, type MutationProblem, readProblem } from "@/lib/client/mutation";
import type { SaveTemplateInput } from "@/lib/core/inputs/templates";
import { isJsonObject, type Json } from "@/lib/core/json";
import type { ProblemFacts } from "../ui/problem";

type Saved = { templateId: string; version: number };
type Reply<Value> =
  | { value: Value; problem?: never }
  | { problem: MutationProblem & { issues: string[] }; value?: never };

const replyOf =
  <Value>() =>
  ({ ok, body }: { ok: boolean; body: Json }): Reply<Value> =>
    ok ? { value: body as Value } : { problem: { ...readProblem(body), ...problemIn(body) } };

/** What is wrong with each parameter or part of the plan, in words. */
export function problemIn(body: Json): Pick<ProblemFacts, "issues"> {
  const details = isJsonObject(body) ? body.details : undefined;
  const issues = isJsonObject(details) && Array.isArray(details.issues) ? details.issues : [];
  const messages = issues.flatMap((one) =>
    isJsonObject(one) && typeof one.message === "string" ? [one.message] : [],
  );
  return { issues: [...new Set(messages)] };
}

const pathOf = (templateId: string): string => `/api/v1/templates/${encodeURIComponent(templateId)}`;

/** A new template, or the next version of one. */
export const sendSave = byPost(({ templateId, expectedVersion, name, ...body }: SaveTemplateInput) => {
  const json = body as Record<string, Json>;
  return templateId === undefined
    ? { path: "/api/v1/templates", body: { ...json, name } }
    : { path: pathOf(templateId), body: { ...json, expectedVersion } };
}, replyOf<Saved>());

export const sendArchive = byPost(
  ({ templateId, archived }: { templateId: string; archived: boolean }) => ({
    path: `${pathOf(templateId)}/archive`,
    body: { archived },
  }),
  replyOf<object>(),
);
