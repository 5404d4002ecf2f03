"use client";

import { explanationQuery, policyHistoryQuery } from "@/lib/client/query";
import type { PolicyExplanation } from "@/lib/core/policy";
import { POLICY_LEVELS, POLICY_ROLES } from "@/lib/core/policy/source";
import { ARGUMENT_OPERATORS, POLICY_EFFECTS } from "@/lib/core/policy/words";
import { deployTool, policyExplanation, policyView } from "@/lib/testing/views/policy-view";
import { CostRuleRow } from "../../policies/cost-rule-row";
import { ExplainDenial } from "../../policies/explain-denial";
import { PoliciesScreen } from "../../policies/policies-screen";
import { PolicyDecision } from "../../policies/policy-decision";
import { type CostRuleDraft, draftOf, NEW_POLICY, type RuleDraft } from "../../policies/policy-draft";
import { PolicyEditor } from "../../policies/policy-editor";
import { PolicyHistory } from "../../policies/policy-history";
import { PolicySimulator } from "../../policies/policy-simulator";
import { RuleRow } from "../../policies/rule-row";
import { ToolPicker } from "../../policies/tool-picker";
import type { ToolInfo } from "../../policies/types";
import { ActStates, Fetched, LONG_TEXT, nothing, Opened, refused, Specimen, State } from "../specimen";

/** Which tools may be called, and by what that is decided. */
export function Policies() {
  return (
    <>
      <Specimen name="PoliciesScreen" states="each scope and long text, none yet">
        {() => (
          <Fetched queries={[]}>
            <State name="some">
              <PoliciesScreen policies={POLICIES} tools={TOOLS} {...ACTIONS} />
            </State>
            <State name="none yet">
              <PoliciesScreen policies={[]} tools={[]} {...ACTIONS} />
            </State>
          </Fetched>
        )}
      </Specimen>
      <Specimen name="PolicyEditor" states="new, with what is odd in it, saved by another">
        {() => (
          <Fetched queries={[{ queryKey: policyHistoryQuery("p").queryKey, data: VERSIONS }]}>
            <State name="new">
              <PolicyEditor {...EDITOR} initial={NEW_POLICY} newest={undefined} />
            </State>
            <State name="odd">
              <PolicyEditor {...EDITOR} initial={ODD} newest={policyView()} />
            </State>
            <State name="saved by another">
              <PolicyEditor {...EDITOR} initial={ODD} newest={policyView({ version: 3, author: "Bob" })} />
            </State>
            <ActStates by={ACTIONS.save}>
              {() => <PolicyEditor {...EDITOR} initial={NEW_POLICY} newest={undefined} />}
            </ActStates>
            <Opened>
              <ActStates by={ACTIONS.remove}>
                {() => <PolicyEditor {...EDITOR} initial={ODD} newest={policyView()} />}
              </ActStates>
            </Opened>
          </Fetched>
        )}
      </Specimen>
      <Specimen name="RuleRow" states="each condition, each kind of argument, refused, a tool that is gone">
        {() => (
          <>
            {RULES.map((rule) => (
              <RuleRow key={rule.key} number={rule.key} rule={rule} {...ROW} issues={[]} />
            ))}
            <State name="refused">
              <RuleRow number={91} rule={{ ...RULE, value: "" }} {...ROW} issues={ISSUES} />
            </State>
            <State name="gone">
              <RuleRow number={92} rule={{ ...RULE, tool: "gone", value: LONG_TEXT }} {...ROW} issues={[]} />
            </State>
          </>
        )}
      </Specimen>
      <Specimen name="CostRuleRow" states="any tool, a tool, refused, a tool that is gone">
        {() => (
          <>
            <CostRuleRow number={1} rule={COST_RULE} {...ROW} issues={[]} />
            <CostRuleRow
              number={2}
              rule={{ ...COST_RULE, tool: "search", effect: "deny" }}
              {...ROW}
              issues={[]}
            />
            <State name="refused">
              <CostRuleRow number={3} rule={{ ...COST_RULE, maxCostUsd: "" }} {...ROW} issues={COST_ISSUES} />
            </State>
            <State name="gone">
              <CostRuleRow number={4} rule={{ ...COST_RULE, tool: LONG_TEXT }} {...ROW} issues={[]} />
            </State>
          </>
        )}
      </Specimen>
      <Specimen name="ToolPicker" states="none, chosen and unavailable, no tools">
        {() => (
          <>
            <ToolPicker {...PICKER} legend="None chosen" chosen={[]} tools={TOOLS} />
            <ToolPicker {...PICKER} legend="Chosen" chosen={["deploy", "gone", LONG_TEXT]} tools={TOOLS} />
            <ToolPicker {...PICKER} legend="No tools" chosen={[]} tools={[]} />
          </>
        )}
      </Specimen>
      <Specimen name="PolicySimulator" states="with a verdict, refused, no tools">
        {() => (
          <Fetched
            queries={[{ queryKey: explanationQuery(ASKED).queryKey, data: policyExplanation() }]}
            failed={[explanationQuery({ ...ASKED, role: "planner" }).queryKey]}
          >
            <State name="with a verdict">
              <PolicySimulator tools={[deployTool]} firstRole="agent" overrides={{}} />
            </State>
            <State name="refused">
              <PolicySimulator tools={[deployTool]} firstRole="planner" overrides={{}} />
            </State>
            <State name="no tools">
              <PolicySimulator tools={[]} firstRole="agent" overrides={{}} />
            </State>
          </Fetched>
        )}
      </Specimen>
      <Specimen
        name="PolicyDecision"
        states="each verdict, each level, without arguments, arguments that do not fit"
      >
        {() =>
          VERDICTS.map(([name, explanation]) => (
            <State key={name} name={name}>
              <PolicyDecision explanation={explanation} withArguments={name !== "without arguments"} />
            </State>
          ))
        }
      </Specimen>
      <Specimen name="PolicyHistory" states="changed, removed, loading, not loaded">
        {() => (
          <Fetched
            queries={[{ queryKey: policyHistoryQuery("p").queryKey, data: VERSIONS }]}
            failed={[policyHistoryQuery("failed").queryKey]}
          >
            {["p", "loading", "failed"].map((policyId) => (
              <PolicyHistory key={policyId} policyId={policyId} current={3} onTake={nothing} />
            ))}
          </Fetched>
        )}
      </Specimen>
      <Specimen name="ExplainDenial" states="before it is asked, while it is, answered, not answered">
        {() => (
          <Fetched
            queries={[{ queryKey: deniedQuery("answered").queryKey, data: policyExplanation() }]}
            waiting={[deniedQuery("asked").queryKey]}
            failed={[deniedQuery("failed").queryKey]}
          >
            {["before", "asked", "answered", "failed"].map((runId) => (
              <State key={runId} name={runId}>
                <ExplainDenial {...DENIED} runId={runId} />
              </State>
            ))}
          </Fetched>
        )}
      </Specimen>
    </>
  );
}

const TOOLS: readonly ToolInfo[] = [
  {
    ...deployTool,
    inputSchema: {
      type: "object",
      properties: {
        version: { type: "string" },
        replicas: { type: "integer" },
        force: { type: "boolean" },
        stage: { enum: ["staging", "production"] },
      },
    },
  },
  { ...deployTool, name: "search", sideEffects: "read", costHint: 0.002, tags: ["web"] },
  { ...deployTool, name: "a_tool_with_a_name_that_is_very_long_indeed", sideEffects: "none", tags: [] },
];
const ACTIONS = { save: async () => refused(), remove: async () => refused() };
const POLICIES = [
  policyView({ id: "workspace", scope: { kind: "workspace" }, name: "For everyone" }),
  ...POLICY_ROLES.map((role) => policyView({ id: role, scope: { kind: "role", role } })),
  policyView({ id: "long", name: LONG_TEXT, author: LONG_TEXT }),
];
const VERSIONS = [
  policyView({ version: 3 }),
  policyView({ version: 2, active: false }),
  policyView({ version: 1, name: LONG_TEXT }),
];
const EDITOR = { ...ACTIONS, tools: TOOLS, onSaved: nothing, onRemoved: nothing, onClose: nothing };
const ODD = draftOf(policyView(), TOOLS);

const RULE: RuleDraft = {
  ...{ key: 0, tool: "deploy", path: "version", operator: "=", value: "2", effect: "ask" },
};
const RULES: readonly RuleDraft[] = [
  ...ARGUMENT_OPERATORS.map((operator) => ({ ...RULE, operator })),
  ...["replicas", "force", "stage", "unknown"].map((path) => ({ ...RULE, path })),
  { ...RULE, path: "stage", value: "" },
  ...POLICY_EFFECTS.map((effect) => ({ ...RULE, effect })),
].map((rule, at) => ({ ...rule, key: at + 1 }));
const ROW = { tools: TOOLS, onChange: nothing, onRemove: nothing };
const ISSUES = [
  { severity: "warning" as const, path: "rules.0.path", message: "The tool has no such argument." },
  { severity: "error" as const, path: "rules.0.value", message: "Enter a value." },
];
const COST_RULE: CostRuleDraft = { key: 0, tool: null, maxCostUsd: "0.05", effect: "ask" };
const COST_ISSUES = [
  {
    severity: "error" as const,
    path: "rules.0.maxCostUsd",
    message: "Enter an amount in US dollars, such as 0.05.",
  },
];
const PICKER = { help: "Always denied, regardless of other rules.", onChange: nothing };
const DENIED = { runId: "run_1", tool: "deploy", args: {}, role: "agent" as const, agent: "ops" };
const deniedQuery = (runId: string) => explanationQuery({ ...DENIED, runId });
const ASKED = { tool: "deploy", role: "agent" as const };

const VERDICTS: readonly [name: string, explanation: PolicyExplanation][] = [
  ...POLICY_EFFECTS.map((decision): [string, PolicyExplanation] => [
    decision,
    policyExplanation({ decision }),
  ]),
  [
    "each level",
    policyExplanation({
      policies: POLICY_LEVELS.map((level) => ({
        ...{ decision: "deny", reason: LONG_TEXT, source: { level, name: level, role: "agent", id: level } },
      })),
    }),
  ],
  ["without arguments", policyExplanation({ policies: [] })],
  ["arguments that do not fit", policyExplanation({ argumentProblem: "version is missing", policies: [] })],
];
