import { digestOf } from "../bytes";
import { canonicalJson, type Json, type JsonObject } from "../json";
import { cutText } from "../text";
import { branchesOf } from "./step-calls";
import type { Branch, Step } from "./types";

/** Outputs with more characters than this are kept apart, and the agent sees a preview (docs/agents.md, "Artifacts"). */
export const ARTIFACT_CHARS = 50_000;

/** The tool by which an agent looks into an artifact; it is offered once the attempt has one. */
export const READ_ARTIFACT = "read_artifact";

const BEGINNING_CHARS = 2_000;
const END_CHARS = 1_000;

/** A value as artifacts are read and counted: a text as it is, anything else as canonical JSON. */
export const artifactText = (value: Json): string =>
  typeof value === "string" ? value : canonicalJson(value);

/** What an agent sees of an output: the output itself, or the artifact that it is too large for. */
export function previewLargeOutput(output: Json): { output: Json; artifact?: string } {
  const text = artifactText(output);
  if (text.length <= ARTIFACT_CHARS) return { output };
  const artifact = digestOf(output);
  return {
    output: { artifact, chars: text.length, preview: previewText(text) } satisfies JsonObject,
    artifact,
  };
}

/** Digests of the artifacts that the steps have brought, each once. */
export function artifactsOf(steps: readonly Step[]): string[] {
  const all = steps.flatMap(branchesOf).flatMap((branch) => artifactIn(branch) ?? []);
  return [...new Set(all)];
}

/** The artifact that holds the whole output of a call, if there is one. */
const artifactIn = (branch: Branch): string | undefined => (branch.ok ? branch.artifact : undefined);

function previewText(text: string): string {
  const beginning = cutText(text, BEGINNING_CHARS);
  // The end begins with a whole character too.
  const end = text.slice(-END_CHARS).replace(/^[\uDC00-\uDFFF]/, "");
  const left = text.length - beginning.length - end.length;
  return `${beginning}\n… ${left} characters are left out here …\n${end}`;
}
