"use client";

import { type RefObject, useMemo } from "react";
import type { FieldKind, FormField, FormNode } from "@/lib/core/form";
import { DECISIONS } from "@/lib/core/plan/words";
import { listShown } from "@/lib/core/run/gates/items";
import { APPROVAL_KINDS, type ApprovalKind } from "@/lib/core/run/gates/table";
import { statedReason } from "@/lib/core/run/reasons";
import { storeValue } from "@/lib/core/stored-value";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { voteOf } from "@/lib/testing/runs/votes";
import { approvalContextQuery } from "../../approvals/context/use-approval-context";
import { ArgumentsField, ModelSelect } from "../../approvals/decide/answer-fields";
import { CallArguments } from "../../approvals/decide/call-arguments";
import { CallVerdicts } from "../../approvals/decide/call-verdicts";
import { ConfirmStep } from "../../approvals/decide/confirm-step";
import { DecisionForm } from "../../approvals/decide/decision-form";
import { FormFields } from "../../approvals/decide/form-fields";
import { GateAnswer } from "../../approvals/decide/gate-answer";
import { ItemVerdicts, WholeListsNote } from "../../approvals/decide/item-verdicts";
import { QuestionsAsked } from "../../approvals/decide/questions-asked";
import { RefusalNote } from "../../approvals/decide/refusal-note";
import type { Refusal } from "../../approvals/decide/send-decision";
import type { DecisionMutation } from "../../approvals/decide/use-decision";
import type { Draft } from "../../approvals/drafts/kept-drafts";
import { GatePanel } from "../../approvals/gate-panel";
import { GATE_STORIES } from "../gate-stories";
import {
  ActStates,
  Fetched,
  Kept,
  LONG_TEXT,
  nothing,
  Panel,
  type Scheme,
  Specimen,
  State,
} from "../specimen";
import { storyNamed } from "../stories";

/** How a person answers what a run asks. */
export function Answers() {
  return (
    <>
      <Specimen name="GateAnswer" states="each kind of gate with each of its verbs begun; under way, refused">
        {(scheme) => <GateAnswers scheme={scheme} />}
      </Specimen>
      <Specimen
        name="DecisionForm"
        states="each decision, its second step, a reason that is missing, under way, refused"
      >
        {(scheme) => <DecisionForms scheme={scheme} />}
      </Specimen>
      <Specimen name="ItemVerdicts" states="none yet, some with a reason missing, a long list, none left">
        {() =>
          VERDICTS.map(([name, items, draft]) => (
            <State key={name} name={name}>
              <Panel>
                <ItemVerdicts title="claims" items={items} draftState={draftOf(draft)} pane={NO_PANE} />
              </Panel>
            </State>
          ))
        }
      </Specimen>
      <Specimen name="WholeListsNote" states="a list that is too long, several lists">
        {() => (
          <Panel>
            <WholeListsNote lists={1} items={260} />
            <WholeListsNote lists={2} items={7} />
          </Panel>
        )}
      </Specimen>
      <Specimen
        name="CallVerdicts"
        states="two calls that wait together, arguments that are proposed, refused"
      >
        {(scheme) => <Calls scheme={scheme} />}
      </Specimen>
      <Specimen name="CallArguments" states="at hand, on their way, they could not be loaded">
        {(scheme) => <CallsArguments scheme={scheme} />}
      </Specimen>
      <Specimen name="QuestionsAsked" states="a question and a reply, none">
        {() => (
          <>
            <QuestionsAsked gate={{ asked: ASKED }} />
            <QuestionsAsked gate={{}} />
          </>
        )}
      </Specimen>
      <Specimen name="GatePanel" states="one of two calls, which is edited">
        {(scheme) => <EditedCall scheme={scheme} />}
      </Specimen>
      <Specimen
        name="ConfirmStep"
        states="an answer, one that stops what was asked, under way, incomplete, long"
      >
        {() => (
          <>
            <ConfirmStep {...CONFIRM} />
            <ConfirmStep {...CONFIRM} refuses confirmLabel="Yes, reject" />
            <ConfirmStep {...CONFIRM} pending />
            <ConfirmStep {...CONFIRM} disabled />
            <ConfirmStep {...CONFIRM} risk={LONG_TEXT} />
          </>
        )}
      </Specimen>
      <Specimen
        name="RefusalNote"
        states="refused, an invalid plan, decided by another first, asked otherwise now"
      >
        {() => REFUSALS.map((refusal) => <RefusalNote key={refusal.message} refusal={refusal} />)}
      </Specimen>
      <Specimen name="FormFields" states="each kind of field, required ones, problems, a group">
        {() => (
          <>
            <FormFields nodes={NODES} entries={ENTRIES} problems={PROBLEMS} onChange={nothing} />
            <FormFields nodes={EMPTY_NODES} entries={{}} problems={{}} onChange={nothing} />
          </>
        )}
      </Specimen>
      <Specimen name="ArgumentsField" states="as fields, as JSON">
        {() => (
          <>
            <ArgumentsField {...ARGUMENTS} asJson={false} />
            <ArgumentsField {...ARGUMENTS} asJson />
          </>
        )}
      </Specimen>
      <Specimen name="ModelSelect" states="models, loading, none">
        {() => (
          <>
            <ModelSelect
              label="Model"
              chosen="openai:small"
              models={[
                { id: "openai:small", simulated: false },
                { id: "simulated:scenarios", simulated: true },
              ]}
              onChange={nothing}
            />
            <ModelSelect label="Model" chosen="" models={undefined} onChange={nothing} />
            <ModelSelect label="Model" chosen="" models={[]} onChange={nothing} />
          </>
        )}
      </Specimen>
    </>
  );
}

const NO_PANE: RefObject<HTMLElement | null> = { current: null };
const IDLE: DecisionMutation = { pendingVerb: undefined, refusal: undefined, send: async () => false };

const draftOf = (draft: Partial<Draft>) => ({
  draft: { comment: "", ...draft },
  change: nothing,
  clear: nothing,
});

const REFUSED: Refusal = { code: "conflict", message: "The run has ended.", issues: [] };
const REFUSALS: readonly Refusal[] = [
  REFUSED,
  {
    ...{ code: "invalid_plan", message: "The plan is invalid." },
    issues: [{ taskId: "b", message: "It waits for a task that is not there." }, { message: LONG_TEXT }],
  },
  {
    ...{ code: "decided", message: "Somebody else was first.", issues: [] },
    decided: { by: "Ben", verb: "approve", at: Date.UTC(2026, 0, 1), comment: LONG_TEXT },
  },
  {
    ...{ code: "superseded", message: "The question has changed.", issues: [] },
    changed: { before: "Release v1?", now: "Release v2?", plan: "+ Check again" },
  },
];

/** All of it was in view. */
const READ = { isDrawn: true, isRead: true, next: undefined };

/** Kinds of which each verb has its own field to be filled. */
const TYPED: ReadonlySet<ApprovalKind> = new Set(["human_review", "tool_approval", "budget"]);

function GateAnswers({ scheme }: { scheme: Scheme }) {
  const stories = useMemo(
    () =>
      APPROVAL_KINDS.filter((kind) => kind !== "review_decision").map((kind) =>
        storyNamed(GATE_STORIES[kind](), `answer-${kind}-${scheme}`),
      ),
    [scheme],
  );
  return (
    <Fetched queries={[]}>
      {stories.flatMap(({ state, gate, context }, at) => {
        const shown = gate.shown && ("inline" in gate.shown ? gate.shown.inline : context.shown);
        const common = {
          ...{ state, gate, pane: NO_PANE, models: context.models },
          ...{ shown: shown ?? undefined, list: listShown(gate, shown ?? undefined) },
          schema: context.call?.inputSchema,
        };
        const begun = gate.verbs.flatMap((verb) => [
          [`${gate.kind}, ${verb}`, { verb, armed: true }, IDLE] as const,
          ...(TYPED.has(gate.kind) ? [[`${gate.kind}, ${verb}, begun`, { verb }, IDLE] as const] : []),
        ]);
        const [first = "approve"] = gate.verbs;
        const last = gate.verbs.at(-1) ?? first;
        const sent =
          at > 0
            ? []
            : ([
                ["under way", {}, { ...IDLE, pendingVerb: first }],
                ["refused", {}, { ...IDLE, refusal: REFUSED }],
                ["its words under way", { verb: last }, { ...IDLE, pendingVerb: last }],
                ["marked", { comment: LONG_TEXT, mark: { verdict: "reject", reason: LONG_TEXT } }, IDLE],
                ["not yet", { itemProblem: { problem: "Judge all items first." } }, IDLE],
              ] as const);
        return [...begun, ...sent].map(([name, draft, mutation]) => (
          <State key={name} name={name}>
            <div className="rounded-lg border border-line bg-panel pb-3">
              <GateAnswer {...{ ...common, mutation }} reading={READ} draftState={draftOf(draft)} />
            </div>
          </State>
        ));
      })}
    </Fetched>
  );
}

const BY_HAND = "by hand, nothing chosen";

function DecisionForms({ scheme }: { scheme: Scheme }) {
  const { state, gate, context } = useMemo(
    () => storyNamed(GATE_STORIES.review_decision(), `decision-${scheme}`),
    [scheme],
  );
  const forms: (readonly [name: string, draft: Partial<Draft>, mutation: DecisionMutation])[] = [
    ...DECISIONS.map((decision) => [decision, { decision }, IDLE] as const),
    ...DECISIONS.map(
      (decision) => [`${decision}, second step`, { decision, armed: true, comment: "So." }, IDLE] as const,
    ),
    ["a reason that is missing", { decision: "ABORT", tried: true }, IDLE],
    [BY_HAND, {}, IDLE],
    ["under way", {}, { ...IDLE, pendingVerb: "approve" }],
    ["refused", {}, { ...IDLE, refusal: REFUSED }],
  ];
  return (
    <Fetched queries={[]}>
      {forms.map(([name, draft, mutation]) => (
        <State key={name} name={name}>
          <div className="grid rounded-lg border border-line bg-panel">
            <DecisionForm
              {...{ state, mutation, approvalContext: context, pane: NO_PANE, verbs: gate.verbs }}
              taskId={gate.taskId}
              draftState={draftOf(draft)}
              reading={READ}
              isByHand={name === BY_HAND}
            />
          </div>
        </State>
      ))}
    </Fetched>
  );
}

const CLAIMS = [{ claim: "Sales rose" }, { claim: LONG_TEXT }, { claim: "Churn is at 3 %" }];
const VERDICTS: readonly (readonly [
  name: string,
  items: Parameters<typeof ItemVerdicts>[0]["items"],
  draft: Partial<Draft>,
])[] = [
  ["none yet", CLAIMS, {}],
  [
    "some",
    CLAIMS,
    {
      items: { 0: { verdict: "accept" }, 1: { verdict: "reject", reason: "" } },
      itemProblem: { problem: "Say why item 2 is rejected.", at: 1 },
    },
  ],
  [
    "a long list",
    Array.from({ length: 45 }, (_, n) => `Claim ${n + 1}`),
    { items: { 0: { verdict: "accept" }, 3: { verdict: "reject", reason: "It is old." } } },
  ],
  ["none left", [], {}],
];

function CallsArguments({ scheme }: { scheme: Scheme }) {
  const { state, gate } = useMemo(() => GATE_STORIES.tool_approval(), []);
  const gateOf = (name: string) => {
    const shown = storeValue({ text: name === "whole" ? "All is well." : LONG_TEXT.repeat(40) }).stored;
    return { ...gate, approvalId: `apr_${name}-${scheme}`, shown };
  };
  const keyOf = (name: string) => {
    const { approvalId, planVersion: version } = gateOf(name);
    return approvalContextQuery({ runId: state.runId, approvalId, version }).queryKey;
  };
  return (
    <Fetched queries={[]} waiting={[keyOf("waiting")]} failed={[keyOf("failed")]}>
      <Panel>
        {["whole", "waiting", "failed"].map((name) => (
          <CallArguments key={name} state={state} gate={gateOf(name)} />
        ))}
      </Panel>
    </Fetched>
  );
}

const PROPOSED = voteOf("Ben", { verb: "edit", value: storeValue({ version: "2" }).stored });

function Calls({ scheme }: { scheme: Scheme }) {
  const { state, gates } = useMemo(() => {
    const world = new RunWorld({ plan: planOf({ id: "t" }) });
    world.start();
    const call = (version: string) => ({
      ...{ kind: "tool_approval" as const, tool: "deploy", prompt: "May it be deployed?" },
      ...{ shown: storeValue({ version }).stored, reasons: [statedReason("It changes production.")] },
    });
    world.ask("t", call("1.4"), call(LONG_TEXT));
    return { state: world.state, gates: Object.values(world.state.approvals) };
  }, []);
  const shown = (name: string) => {
    const [gate, ...others] = gates.map((one, n) => ({ ...one, approvalId: `apr_${name}-${scheme}-${n}` }));
    if (!gate) return null;
    const by = { kind: "person" as const, id: "ada", name: "Ada" };
    const decided = { by, at: 0, verb: "reject" as const, comment: LONG_TEXT, provenance: "person" as const };
    const subject = { ...gate.subject, earlier: "Deployed." };
    const closed = { ...gate, subject, status: "decided" as const, decided };
    const seen = name === "part" ? { ...gate, subject, votes: [PROPOSED] } : gate;
    const first = name === "answered" ? closed : seen;
    const shownGates = name === "all" ? [closed] : [first, ...others];
    return <CallVerdicts state={state} gate={first} gates={shownGates} onEdit={nothing} />;
  };
  const rejected = { mark: { verdict: "reject", reason: LONG_TEXT } };
  const approved = { mark: { verdict: "accept", reason: "Tell the auditor." } };
  return (
    <Fetched queries={[]}>
      <Panel>{shown("calls")}</Panel>
      <State name="answered in part">
        <Panel>{shown("answered")}</Panel>
        <Panel>{shown("all")}</Panel>
      </State>
      <State name="marked in part">
        <Kept values={{ [`decision/apr_part-${scheme}-1`]: rejected }}>
          <Panel>{shown("part")}</Panel>
        </Kept>
      </State>
      <ActStates>
        {(name) => (
          <Kept
            values={{
              [`decision/apr_${name}-${scheme}-0`]: approved,
              [`decision/apr_${name}-${scheme}-1`]: rejected,
            }}
          >
            <Panel>{shown(name)}</Panel>
          </Kept>
        )}
      </ActStates>
    </Fetched>
  );
}

const CONFIRM = {
  ...{ risk: "This starts the plan, which deploys.", confirmLabel: "Yes, approve", pending: false },
  ...{ onConfirm: nothing, onBack: nothing },
};

const KINDS: Record<FieldKind, Partial<FormField>> = {
  text: {},
  number: { min: 0 },
  integer: { max: 10 },
  boolean: {},
  choice: { choices: ["europe-west", "europe-south"] },
  date: {},
  json: {},
};
const fieldOf = (kind: FieldKind, part: Partial<FormField> = {}): FormField => ({
  ...{ id: kind, kind, path: [kind], label: kind, required: false },
  ...KINDS[kind],
  ...part,
});
const FIELDS = Object.keys(KINDS) as FieldKind[];
const NODES: FormNode[] = [
  ...FIELDS.map((kind) => fieldOf(kind)),
  fieldOf("text", { id: "required", label: LONG_TEXT, required: true, help: LONG_TEXT }),
  {
    ...{ kind: "group", id: "group", path: ["group"], label: "Where", required: true },
    ...{ help: "Both are needed.", fields: [fieldOf("text", { id: "group.region", label: "region" })] },
  },
];
const EMPTY_NODES = FIELDS.map((kind) => fieldOf(kind, { id: `empty.${kind}`, required: true }));
const ENTRIES = { text: "Sell it.", number: "12.5", choice: '"europe-west"', json: '{"a": 1}' };
const PROBLEMS = { required: "Enter a text.", integer: "Enter a whole number." };
const ARGUMENTS = {
  nodes: NODES.slice(0, 2),
  entries: ENTRIES,
  problems: {},
  onChange: nothing,
  onToggle: nothing,
};

const ASKED = [
  { by: { kind: "person" as const, id: "ada", name: "Ada" }, at: 0, words: "Who wrote the second part?" },
  { by: { kind: "person" as const, id: "ben", name: "Ben" }, at: 1, words: LONG_TEXT },
];

function EditedCall({ scheme }: { scheme: Scheme }) {
  const { state, gate } = useMemo(() => {
    const world = new RunWorld({ plan: planOf({ id: "t" }) });
    world.start();
    world.ask("t", { kind: "tool_approval" }, { kind: "tool_approval" });
    const [first] = Object.values(world.state.approvals);
    return { state: { ...world.state, runId: `run_edited-${scheme}` }, gate: first };
  }, [scheme]);
  if (!gate) return null;
  return (
    <Fetched queries={[]}>
      <Panel>
        <GatePanel state={state} gate={gate} begin={{ verb: "edit" }} />
      </Panel>
    </Fetched>
  );
}
