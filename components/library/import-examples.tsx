"use client";

import { useRouter } from "next/navigation";
import { issuesIn } from "@/lib/client/call";
import { byRoute } from "@/lib/client/mutation";
import { queryKeys } from "@/lib/client/query";
import { formatCounted } from "@/lib/core/describe/amounts";
import type { ExampleProblem } from "@/lib/core/examples/problems";
import { MAX_IMPORT_CHARS } from "@/lib/core/inputs/limits";
import { ImportDialog } from "../ui/overlay/import-dialog";
import { useToast } from "../ui/overlay/toast";

/** Brings examples from elsewhere. All of them are taken, or none. */
export function ImportExamples() {
  const toast = useToast();
  const router = useRouter();
  return (
    <ImportDialog
      title="Import examples"
      description="JSON: one example, a list, or a list few_shot_examples. All of them are taken, or none."
      label="Examples"
      fileLabel="File of examples"
      placeholder='[{"query": "…", "steps": […], "outcome": "answer_complete"}]'
      maxChars={MAX_IMPORT_CHARS}
      words={{ open: "Import", send: "Import", sending: "Importing…" }}
      send={byRoute("POST /api/v1/examples/import")}
      invalidates={[queryKeys.examples]}
      issuesOf={({ details }) => issueLines(issuesIn<ExampleProblem>(details))}
      onTaken={({ added, known }) => {
        const text = known > 0 && { text: knownText(known) };
        toast({ title: addedText(added), tone: "ok", icon: "✓", ...text });
        router.refresh();
      }}
    />
  );
}

const issueLines = (issues: readonly ExampleProblem[]): string[] =>
  issues.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`));

const addedText = (n: number): string =>
  n === 0 ? "No new examples" : formatCounted(n, "example added", "examples added");
const knownText = (n: number): string =>
  n === 1 ? "1 is in the library already." : `${n} are in the library already.`;
