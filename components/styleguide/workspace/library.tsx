"use client";

import { exampleDraftQuery, exampleQuery, examplesOfRunQuery, marksQuery } from "@/lib/client/query";
import { EXAMPLE_KINDS, EXAMPLE_SOURCES } from "@/lib/core/examples/words";
import { ANSWER_SUBJECT } from "@/lib/core/marks";
import { listReviewTemplates } from "@/lib/core/plan/templates";
import type { ToolFacts } from "@/lib/core/ports";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { exampleDetail, exampleView } from "@/lib/testing/views/example-view";
import { AgentsScreen } from "../../library/agents-screen";
import { ExampleDrawer } from "../../library/example-drawer";
import { ExampleFields, type ExampleTyped, typedOf } from "../../library/example-fields";
import { ExampleRow } from "../../library/example-row";
import { ExamplesScreen } from "../../library/examples-screen";
import { ImportExamples } from "../../library/import-examples";
import { KeepAgent } from "../../library/keep-agent";
import { PromoteButton } from "../../library/promote-button";
import { PromoteExample } from "../../library/promote-example";
import { ReviewsScreen } from "../../library/reviews-screen";
import { sendSwitch } from "../../library/send-example";
import { ShownExamples } from "../../library/shown-examples";
import { ToolsScreen } from "../../library/tools-screen";
import {
  ActStates,
  Answered,
  Fetched,
  InPlace,
  List,
  LONG_TEXT,
  nothing,
  Opened,
  Specimen,
  State,
} from "../specimen";

/** What a workspace can do: examples, agents, tools, reviews. */
export function Library() {
  return (
    <>
      <Specimen name="ExampleRow" states="each kind, each source, off, of a removed run, long text">
        {() => (
          <List>
            {EXAMPLES.map((example) => (
              <ExampleRow key={example.id} example={example} onOpen={nothing} />
            ))}
          </List>
        )}
      </Specimen>
      <Specimen name="ExampleFields" states="of an agent, of a plan, refused at each field">
        {() =>
          TYPED.map(([name, typed]) => (
            <State key={name} name={name}>
              <div className="grid gap-3">
                <ExampleFields
                  typed={typed}
                  onChange={nothing}
                  problems={name === "refused" ? PROBLEMS : []}
                />
              </div>
            </State>
          ))
        }
      </Specimen>
      <Specimen
        name="ExampleDrawer"
        states="on, off and kept out of prompts, of a plan and never shown, loading, not loaded"
      >
        {() => (
          <Fetched
            queries={EXAMPLE_DETAILS.map((data) => ({ queryKey: exampleQuery(data.id).queryKey, data }))}
            failed={[exampleQuery("failed").queryKey]}
          >
            <InPlace>
              {[...EXAMPLE_DETAILS.map(({ id }) => id), "loading", "failed"].map((id) => (
                <State key={id} name={id}>
                  <ExampleDrawer exampleId={id} onClose={nothing} />
                </State>
              ))}
              <ActStates by={sendSwitch}>
                {() => <ExampleDrawer exampleId="on" onClose={nothing} />}
              </ActStates>
            </InPlace>
          </Fetched>
        )}
      </Specimen>
      <Specimen name="PromoteButton" states="opens the draft of an example">
        {() => (
          <div>
            <PromoteButton from={{ runId: "ready" }}>Promote to example</PromoteButton>
          </div>
        )}
      </Specimen>
      <Specimen name="PromoteExample" states="a draft with a problem and a wrong answer, loading, not loaded">
        {() => (
          <Fetched
            queries={[
              { queryKey: exampleDraftQuery({ runId: "ready" }).queryKey, data: DRAFT },
              { queryKey: marksQuery("ready").queryKey, data: { items: [WRONG_MARK] } },
            ]}
            failed={[exampleDraftQuery({ runId: "failed" }).queryKey]}
          >
            <InPlace>
              {["ready", "loading", "failed"].map((runId) => (
                <State key={runId} name={runId}>
                  <PromoteExample from={{ runId }} onClose={nothing} />
                </State>
              ))}
              <ActStates>{() => <PromoteExample from={{ runId: "ready" }} onClose={nothing} />}</ActStates>
              {[false, true].map((merged) => (
                <State key={String(merged)} name={merged ? "was there already" : "added"}>
                  <Answered reply={{ value: { exampleId: "on", merged } }}>
                    <PromoteExample from={{ runId: "ready" }} onClose={nothing} />
                  </Answered>
                </State>
              ))}
            </InPlace>
          </Fetched>
        )}
      </Specimen>
      <Specimen name="ExamplesScreen" states="some, none yet, none that fit the filter">
        {() => (
          <Fetched queries={[]}>
            <State name="some">
              <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
                <ExamplesScreen
                  view={ALL_EXAMPLES}
                  page={{ items: EXAMPLES.slice(0, 1), nextCursor: "older" }}
                />
              </div>
            </State>
            <State name="none yet">
              <ExamplesScreen view={ALL_EXAMPLES} page={{ items: [], nextCursor: null }} />
            </State>
            <State name="none that fit">
              <ExamplesScreen
                view={{ ...ALL_EXAMPLES, status: "off" }}
                page={{ items: [], nextCursor: null }}
              />
            </State>
          </Fetched>
        )}
      </Specimen>
      <Specimen name="ShownExamples" states="shown, none, loading, not loaded">
        {() => (
          <Fetched
            queries={[{ queryKey: examplesOfRunQuery("shown").queryKey, data: EXAMPLES }]}
            failed={[examplesOfRunQuery("failed").queryKey]}
          >
            {["shown", "none", "loading", "failed"].map((runId) => (
              <State key={runId} name={runId}>
                <ShownExamples state={showing(runId)} none="No examples were shown." />
              </State>
            ))}
          </Fetched>
        )}
      </Specimen>
      <Specimen name="AgentsScreen" states="some, none from plans">
        {() => (
          <>
            <State name="some">
              <AgentsScreen agents={AGENTS} ofRuns={50} />
            </State>
            <State name="none from plans">
              <AgentsScreen agents={[]} ofRuns={0} />
            </State>
          </>
        )}
      </Specimen>
      <Specimen name="ImportExamples" states="as it opens, while it is sent, refused">
        {() => (
          <Opened>
            <ImportExamples />
            <ActStates>{() => <ImportExamples />}</ActStates>
          </Opened>
        )}
      </Specimen>
      <Specimen name="KeepAgent" states="opened, while it saves, refused, saved">
        {() => (
          <InPlace>
            <KeepAgent agent="researcher" runId="run_1" onClose={nothing} />
            <ActStates>{() => <KeepAgent agent="researcher" runId="run_1" onClose={nothing} />}</ActStates>
            <State name="saved">
              <Answered reply={{ value: { templateId: "tpl_1", version: 3 } }}>
                <KeepAgent agent="researcher" runId="run_1" onClose={nothing} />
              </Answered>
            </State>
          </InPlace>
        )}
      </Specimen>
      <Specimen name="ToolsScreen" states="each effect, each origin, long text, none">
        {() => (
          <Fetched queries={[]}>
            <State name="some">
              <ToolsScreen tools={TOOLS} />
            </State>
            <State name="none">
              <ToolsScreen tools={[]} />
            </State>
          </Fetched>
        )}
      </Specimen>
      <Specimen name="ReviewsScreen" states="those of every workspace">
        {() => <ReviewsScreen templates={listReviewTemplates()} />}
      </Specimen>
    </>
  );
}

const EXAMPLES = [
  ...EXAMPLE_KINDS.map((kind) => exampleView({ id: kind, kind })),
  ...EXAMPLE_SOURCES.map((source) => exampleView({ id: source, source, demo: false, origin: null, uses: 0 })),
  exampleView({ id: "off", enabled: false }),
  exampleView({ id: "removed", origin: { runId: "run_1", mission: null, taskId: null, attempt: null } }),
  exampleView({ id: "long", question: LONG_TEXT, note: LONG_TEXT, tools: ["search", "deploy", LONG_TEXT] }),
];
const ALL_EXAMPLES = { kind: undefined, status: undefined, cursor: undefined };
const PLANNED = { mission: LONG_TEXT, plan: "Step 1: Write it\nStep 2: Read it" };
const EXAMPLE_DETAILS = [
  exampleDetail({ id: "on" }),
  exampleDetail({
    ...{ id: "off", enabled: false },
    hindrances: [
      { code: "off" },
      { code: "missing_tools", tools: ["search", LONG_TEXT] },
      { code: "too_long", tokens: 2_400, room: 1_500 },
    ],
  }),
  exampleDetail({
    id: "plan",
    kind: "planner",
    question: LONG_TEXT,
    example: PLANNED,
    origin: null,
    usedBy: [],
  }),
];
const AGENT_TYPED = typedOf(exampleDetail().example);
const TYPED: readonly [name: string, typed: ExampleTyped][] = [
  ["of an agent", AGENT_TYPED],
  ["of a plan", typedOf(PLANNED)],
  ["refused", { ...AGENT_TYPED, question: "", work: "[{", note: LONG_TEXT }],
];
const PROBLEMS = ["query", "steps", "outcome", "note"].map((path) => ({
  ...{ code: "unreadable" as const, path, message: `The ${path} cannot be read.` },
}));
const DRAFT = { example: exampleDetail().example, problems: PROBLEMS.slice(0, 1), demo: true };
const WRONG_MARK = {
  ...{ subject: ANSWER_SUBJECT, verdict: "wrong", at: 0 },
  by: { kind: "person", id: "anna", name: "Anna" },
};

/** A run whose only agent was shown examples; none where it is named so. */
function showing(runId: string) {
  const { state } = new RunWorld({ plan: planOf({ id: "a", title: "Find papers" }) });
  const shown = { [`${runId}/a/1`]: EXAMPLES.slice(0, 3).map(({ id, version }) => ({ id, version })) };
  return { ...state, runId, ...(runId !== "none" && { examplesShown: shown }) };
}

const AGENT = {
  ...{ name: "researcher", declared: true, prompt: "Find what was published.", tools: ["search", "read"] },
  ...{ tasks: 12, succeeded: 10, failed: 2, runs: 5, declaredIn: "run_1", lastAt: 0 },
  lastRuns: [
    { runId: "run_1", mission: "Read up" },
    { runId: "run_2", mission: LONG_TEXT },
  ],
};
const AGENTS = [
  { ...AGENT, name: "default", declared: false, prompt: null, tools: [], declaredIn: null },
  AGENT,
  { ...AGENT, name: "a-name-that-has-no-end-".repeat(6), prompt: LONG_TEXT, tools: [], failed: 0, runs: 2 },
];

const TOOL: ToolFacts = {
  ...{ name: "calculator", description: "Works out a sum.", tags: [], sideEffects: "none" },
  ...{
    idempotent: true,
    repeatable: true,
    timeoutMs: 1_000,
    inputSchema: { type: "object", properties: { sum: { type: "string" } } },
  },
};
const TOOLS: readonly ToolFacts[] = [
  TOOL,
  { ...TOOL, name: "search", sideEffects: "read", tags: ["simulated", "web"], costHint: 0.002 },
  { ...TOOL, name: "write_file", sideEffects: "write", idempotent: false, outputSchema: { type: "object" } },
  { ...TOOL, name: "github__open_issue", sideEffects: "external", definition: "d", description: LONG_TEXT },
];
