import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { ExampleView } from "@/lib/core/examples/view";
import { listReviewTemplates, reviewTemplate } from "@/lib/core/plan/templates";
import type { ToolFacts } from "@/lib/core/ports";
import { renderText } from "@/lib/testing/render";
import { exampleView } from "@/lib/testing/views/example-view";
import { ExampleFields, readTyped, typedOf } from "./example-fields";
import { ExampleRow } from "./example-row";
import { exampleHref, workLabel } from "./labels";
import { ReviewsScreen } from "./reviews-screen";
import { ToolsScreen } from "./tools-screen";

const example = exampleView();
const rowOf = (change: Partial<ExampleView> = {}) =>
  renderToStaticMarkup(<ExampleRow example={{ ...example, ...change }} onOpen={() => {}} />);
const textOf = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");

describe("an example in the list", () => {
  it("says what was asked, what to learn, where it comes from, and how often it was shown", () => {
    const html = rowOf();
    expect(html).toContain('href="/runs/run%201?task=find"');
    expect(html).toContain("data-opens");
    for (const words of ["Find papers", "Filter by date", "on", "For agents", "Promoted", "demo", "search"])
      expect(textOf(html)).toContain(words);
    expect(textOf(html)).toMatch(/“Read up” · version 2 by Anna, .* · in 1 prompt\b/);
    expect(textOf(html)).toContain("about 120 tokens");
  });

  it("says that it is off, and of a removed run no more than that", () => {
    const text = textOf(
      rowOf({ enabled: false, origin: { ...example.origin, mission: null } as never, uses: 0 }),
    );
    expect(text).toContain("off");
    expect(text).toContain("From a removed run");
    expect(text).not.toContain("prompt");
  });
});

const AGENT = {
  query: "Find papers",
  steps: [{ thought: "", next_node: null, args: { answer: "A" } }],
  outcome: "answer_complete" as const,
  note: "Filter",
};
const PLANNER = { mission: "Write a memo", plan: { tasks: [{ id: "a" }] } };

describe("the form", () => {
  it.each([[AGENT], [PLANNER], [{ ...PLANNER, plan: "Step 1: Write it", note: "n" }]])(
    "gives back %j",
    (one) => {
      expect(readTyped(typedOf(one))).toEqual({ example: one, problems: [] });
    },
  );

  it("says of steps that are no list that they are none, before it is sent", () => {
    const problems = [{ code: "unreadable", path: "steps", message: "The steps are not a JSON list." }];
    expect(readTyped({ ...typedOf(AGENT), work: "[{" }).problems).toEqual(problems);
    expect(readTyped({ ...typedOf(AGENT), work: "{}" }).problems).toEqual(problems);
  });

  it("shows what is wrong at its field", () => {
    const problems = [
      { code: "empty_query" as const, path: "query", message: "The query is empty." },
      { code: "no_finish_step" as const, path: "steps[2]", message: "It does not finish." },
    ];
    const html = renderToStaticMarkup(
      <ExampleFields typed={typedOf(AGENT)} onChange={() => {}} problems={problems} />,
    );
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(2);
    expect(textOf(html)).toMatch(/The query is empty\. Steps .* It does not finish\. Outcome/);
  });
});

describe("addresses and labels", () => {
  it("lead to the example, and name the work", () => {
    expect(exampleHref("exm_1")).toBe("/library/examples?example=exm_1");
    expect(workLabel({ taskId: "a", attempt: 2 })).toBe("Agent of a, attempt 2");
    expect(workLabel({ taskId: null, attempt: null })).toBe("Planner");
  });
});

describe("the reviews that a plan can name", () => {
  it("are shown by words that a plan is read by", () => {
    const text = textOf(renderToStaticMarkup(<ReviewsScreen templates={listReviewTemplates()} />));
    const named = [...text.matchAll(/Review template: ([\w-]+)/g)].map(([, name = ""]) =>
      reviewTemplate(name),
    );
    expect(named).toEqual([...listReviewTemplates()]);
  });
});

it("tools are searched by what the address says", () => {
  const tool = (name: string) =>
    ({ name, description: "", sideEffects: "none", tags: [], inputSchema: {} }) as unknown as ToolFacts;
  const tools = [tool("calculator"), tool("search")];
  const text = (search: string) => renderText(<ToolsScreen tools={tools} />, { search });
  expect(text("q=calc")).toContain("calculator");
  expect(text("q=calc")).not.toContain("search Arguments");
  expect(text("q=calc")).not.toContain("Arguments of search");
  expect(text("")).toMatch(/calculator.*search/);
});

it("tools say what a call costs; one that states nothing is not taken for free", () => {
  const wordsAt = (costHint?: number) => {
    const facts = { name: "t", description: "", sideEffects: "none", tags: [], inputSchema: {} };
    return renderText(<ToolsScreen tools={[{ ...facts, costHint } as unknown as ToolFacts]} />, {
      search: "",
    });
  };
  expect(wordsAt()).toContain("cost not stated");
  expect(wordsAt(0)).toContain("free");
  expect(wordsAt(0.002)).toContain("about $0.0020 a call");
});
