import { describe, expect, it } from "vitest";
import type { PolicyView } from "@/lib/core/policy";
import { renderHtml } from "@/lib/testing/render";
import { deployTool, policyExplanation, policyView } from "@/lib/testing/views/policy-view";
import { CallView } from "../inspector/call-view";
import { PolicySettings } from "../missions/settings/policy-settings";
import { PoliciesScreen } from "./policies-screen";
import { PolicyDecision } from "./policy-decision";
import { draftOf } from "./policy-draft";
import { PolicyEditor } from "./policy-editor";

const TOOL = deployTool;
const POLICY = policyView();
const never = () => new Promise<never>(() => {});
const actions = { save: never, remove: never };
const textOf = (element: React.ReactElement) =>
  renderHtml(element)
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&quot;", '"')
    .replace(/\s+/g, " ");

describe("the page of policies", () => {
  it("says what holds while there is none", () => {
    const text = textOf(<PoliciesScreen policies={[]} tools={[TOOL]} {...actions} />);
    expect(text).toContain("No policies yet");
    expect(text).toContain("New policy");
    expect(text).toContain("Policy simulator");
  });

  it("lists each with whom it binds, what it does and who said so", () => {
    const text = textOf(<PoliciesScreen policies={[POLICY]} tools={[TOOL]} {...actions} />);
    expect(text).toContain("Ask first Agents");
    expect(text).toContain("Denies gone.");
    expect(text).toContain('Asks a person before deploy where version = "2".');
    expect(text).toContain("Version 2 by Ada");
  });

  it("can be read where there is no tool at all", () => {
    const text = textOf(<PoliciesScreen policies={[]} tools={[]} {...actions} />);
    expect(text).toContain("No tools available.");
  });
});

describe("the editor of a policy", () => {
  const editor = (newest: PolicyView, edited = newest) =>
    textOf(
      <PolicyEditor
        {...actions}
        initial={draftOf(edited, [TOOL])}
        newest={newest}
        tools={[TOOL]}
        onSaved={() => {}}
        onRemoved={() => {}}
        onClose={() => {}}
      />,
    );

  it("has every part of it, and what is odd in it", () => {
    const text = editor(POLICY);
    for (const part of [
      "Denied tools (1)",
      "All tools",
      "Only selected tools",
      "Required tags",
      "Rule 1",
      "History",
    ])
      expect(text).toContain(part);
    expect(text).toContain('There is no tool "gone" now.');
    expect(text).toContain("Remove…");
    expect(text).not.toContain("meanwhile");
  });

  it("has bounds of costs among its rules, and names tools that state no cost", () => {
    const rules = [...POLICY.policy.rules, { tool: null, maxCostUsd: 0.05, effect: "deny" as const }];
    const text = editor({ ...POLICY, policy: { ...POLICY.policy, rules } });
    expect(text).toContain("Any tool");
    expect(text).toContain("Call costs over (USD)");
    expect(text).toContain("The rule holds every call of tools that state no cost: deploy.");
    expect(text).toContain("Rule 2");
    expect(text).toContain("Add cost rule");
  });

  it("keeps what was typed when somebody else has saved in the meantime, and asks whose to keep", () => {
    const text = editor({ ...POLICY, version: 3, author: "Bob" }, POLICY);
    expect(text).toContain("Bob saved version 3 in the meantime.");
    expect(text).toContain("Use their version");
    expect(text).toContain("Keep mine as the next version");
  });
});

describe("a verdict", () => {
  const explanation = policyExplanation();

  it("says what would happen, by which policy and rule, and what a reviewer would read", () => {
    const text = textOf(<PolicyDecision explanation={explanation} withArguments />);
    expect(text).toContain("Requires approval");
    expect(text).toContain('ask: workspace policy "W" , rule 2 Rule.');
    expect(text).toContain("Shown to the reviewer: Deploy 2");
  });

  it("without arguments is about the tool alone, and never hides that arguments do not fit", () => {
    const allowed = { ...explanation, decision: "allow" as const, policies: [] };
    expect(textOf(<PolicyDecision explanation={allowed} withArguments={false} />)).toContain("Allowed");
    const unfit = { ...allowed, argumentProblem: "version is missing" };
    expect(textOf(<PolicyDecision explanation={unfit} withArguments />)).toContain("version is missing");
  });
});

describe("a call that did not run", () => {
  const call = { callId: "c1", tool: "deploy", args: { version: "2" } };
  const failed = { callId: "c1", tool: "deploy", ok: false as const, error: "It was not run." };
  const facts = { callId: "c1", sideEffects: "write", finished: true, latencyMs: 1 };
  const view = (more: object) =>
    textOf(
      <CallView
        runId="r"
        call={call}
        result={failed}
        facts={undefined}
        stepError={undefined}
        edited={undefined}
        leftOut={undefined}
        waitsForPerson={false}
        chunks={[]}
        live={[]}
        caller={{ role: "agent", agent: "ops" }}
        {...more}
      />,
    );

  it("can be asked about: what policies say of it", () => {
    expect(view({})).toContain("Explain with policies");
  });

  it("is told from one that ran and failed", () => {
    expect(view({ facts })).not.toContain("Explain with policies");
  });
});

describe("the policy of a mission", () => {
  const settings = (chosen: object) =>
    textOf(<PolicySettings chosen={chosen} onChoose={() => {}} tools={[TOOL]} />);

  it("is none until it is wanted", () => {
    expect(settings({})).toContain("Tool policy for this run");
    expect(settings({})).not.toContain("Denied tools");
  });

  it("is written with the same fields", () => {
    expect(settings({ toolPolicy: POLICY.policy })).toContain("Denied tools (1)");
  });
});
