import type { z } from "zod";
import { suggest } from "../suggest";
import { ourNameFor } from "./setting-names";

type RawIssue = Parameters<z.core.$ZodErrorMap>[0];

/** What an input should have said, where the schema's own message would leave its sender to guess; undefined where not. */
export function inputError(issue: RawIssue): string | undefined {
  if (issue.code === "unrecognized_keys") return unknownKeys(issue.keys, knownKeys(issue));
  if (issue.code === "invalid_union") return noForm(issue.errors);
  return undefined;
}

function unknownKeys(keys: readonly string[], known: readonly string[]): string {
  const named = keys.map((key) => JSON.stringify(key)).join(", ");
  const meant = keys.flatMap((key) => meantBy(key, known) ?? []);
  const hint = meant.length === 0 ? "" : `. Did you mean ${meant.map((one) => `"${one}"`).join(", ")}?`;
  return `Unrecognized key${keys.length === 1 ? "" : "s"}: ${named}${hint}`;
}

function meantBy(key: string, known: readonly string[]): string | undefined {
  const ours = ourNameFor(key);
  const isKnown = ours !== undefined && known.includes(ours.split(".")[0] ?? "");
  return isKnown ? ours : suggest(key, known);
}

function knownKeys({ inst }: RawIssue): string[] {
  const { shape } = (inst?._zod.def ?? {}) as { shape?: object };
  return Object.keys(shape ?? {});
}

/** Each form that would have been right, by the first thing that keeps the input from it. */
function noForm(errors: readonly (readonly z.core.$ZodIssue[])[]): string | undefined {
  const forms = errors.flatMap(([first]) => {
    if (!first) return [];
    const where = first.path.length === 0 ? "" : `${first.path.join(".")}: `;
    return `${where}${first.message.replace(/^Invalid input: /, "")}`;
  });
  return forms.length === 0 ? undefined : `Invalid input: ${[...new Set(forms)].join("; or ")}`;
}
