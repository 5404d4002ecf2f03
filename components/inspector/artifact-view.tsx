import { isJsonObject, type Json } from "@/lib/core/json";
import { textOf } from "./value-view";

type ArtifactViewProps = {
  runId: string;
  artifact: string;
  /** What the agent was shown: {artifact, chars, preview}. */
  seen: Json;
};

/** An output that was too large for the agent: what it saw of it, and the way to all of it. */
export function ArtifactView({ runId, artifact, seen }: ArtifactViewProps) {
  const { chars, preview = "" } = isJsonObject(seen) ? seen : {};
  const size = typeof chars === "number" ? ` (${chars.toLocaleString("en")} characters)` : "";
  const address = `/api/v1/runs/${encodeURIComponent(runId)}/values/${encodeURIComponent(artifact)}`;
  return (
    <div className="grid gap-1.5">
      <p className="text-muted text-xs">
        Too large to be shown whole: the agent saw this preview, and could read the rest.
      </p>
      <section
        aria-label="Preview of a large output"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
        tabIndex={0}
        className="max-h-56 overflow-y-auto wrap-anywhere whitespace-pre-wrap rounded-lg border border-line bg-ground px-2.5 py-2 font-mono text-xs"
      >
        {textOf(preview)}
      </section>
      <a
        href={address}
        target="_blank"
        rel="noreferrer"
        className="justify-self-start text-xs underline underline-offset-2"
      >
        Open the whole output{size}
      </a>
    </div>
  );
}
