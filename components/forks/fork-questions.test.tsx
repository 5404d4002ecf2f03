import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { ForkPreview } from "@/lib/core/run/fork-views";
import { ForkFacts } from "./fork-dialog";
import { ForkQuestions } from "./fork-questions";

it("offers the decisions that one may give with a fork, and says why there are none", () => {
  const plain = { open: true, approvalId: null, because: null, was: null };
  const questions = [
    {
      ...plain,
      taskId: "g",
      title: "May it?",
      verbs: ["reject" as const, "approve" as const],
      was: "reject" as const,
    },
    { ...plain, taskId: "l", title: "Later?", open: false, verbs: ["approve" as const] },
    { ...plain, taskId: "h", title: "And it?", verbs: [], because: "Bound to people." },
  ];
  const html = renderToStaticMarkup(
    <ForkQuestions questions={questions} decisions={{}} onDecide={() => {}} />,
  );
  expect(html).toContain("In this run: Rejected.");
  expect(html).toContain("Ask again");
  expect(html).toContain("Bound to people.");
  // What is open there is let pass where it is shown.
  expect(html.match(/value="approve"/g)).toHaveLength(1);
  expect(html.match(/value="reject"/g)).toHaveLength(1);
});

it("shows what has been done outside before there is a fork", () => {
  const effect = {
    taskId: "a",
    title: "Deploy it",
    tool: "deploy",
    args: "{}",
    output: "ok",
    at: 1,
    later: true,
  };
  const preview: ForkPreview = {
    runId: "r",
    fromSeq: 9,
    at: 0,
    planVersion: 2,
    kept: [],
    keptCount: 3,
    again: [],
    againCount: 1,
    pendingCount: 0,
    effects: [effect, { ...effect, at: null }],
    effectCount: 2,
    questions: [],
  };
  const html = renderToStaticMarkup(<ForkFacts preview={preview} />);
  for (const words of ["2 calls", "Deploy it", "after this point", "outcome unknown", "asks a person first"])
    expect(html).toContain(words);
});
