"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { explanationQuery } from "@/lib/client/query";
import { formEntries, readEntries, readForm } from "@/lib/core/form";
import type { ExplainPolicyInput } from "@/lib/core/inputs/policies";
import { type Json, readTypedJson } from "@/lib/core/json";
import type { PolicyRole } from "@/lib/core/policy";
import { POLICY_ROLES } from "@/lib/core/policy/source";
import { Button } from "../ui/button";
import { CodeArea, Field, Select } from "../ui/field";
import { FormFields } from "../ui/form-fields";
import { Problem } from "../ui/problem";
import { scopeLabel } from "./labels";
import { PolicyDecision } from "./policy-decision";
import type { ToolInfo } from "./types";

type PolicySimulatorProps = {
  tools: readonly ToolInfo[];
  /** The role that is asked about first. */
  firstRole: PolicyRole;
  /** What is tried in addition to what is in force. */
  overrides: Pick<ExplainPolicyInput, "draft" | "runPolicy">;
};

/** How long a person pauses before what they typed is asked about, in milliseconds. */
const DEBOUNCE_MS = 250;

/** Asks what would happen to a call, by everything in force and what is being written. Nothing runs. */
export function PolicySimulator({ tools, firstRole, overrides }: PolicySimulatorProps) {
  const [name, setName] = useState(tools[0]?.name ?? "");
  const [role, setRole] = useState(firstRole);
  const [asJson, setAsJson] = useState(false);
  const [json, setJson] = useState("{}");
  const [entries, setEntries] = useState<Record<string, string>>({});
  const tool = tools.find((one) => one.name === name);
  const nodes = useMemo(() => (tool ? readForm(tool.inputSchema) : []), [tool]);
  const filled = { ...formEntries(nodes, undefined), ...entries };
  const args = asJson ? readJson(json) : completeArguments(readEntries(nodes, filled));
  const { explanation, problem } = useExplanation({
    tool: name,
    role,
    ...(args !== undefined && { args }),
    ...overrides,
  });
  const choose = (next: string) => {
    setName(next);
    setEntries({});
  };
  const toggle = () => {
    if (!asJson) setJson(JSON.stringify(args ?? {}, null, 2));
    setAsJson(!asJson);
  };
  if (tools.length === 0) return <p className="text-muted">No tools available.</p>;
  return (
    <div className="grid gap-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Tool">
          {(wiring) => (
            <Select {...wiring} value={name} onChange={({ target }) => choose(target.value)}>
              {tools.map((one) => (
                <option key={one.name}>{one.name}</option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Called by">
          {(wiring) => (
            <Select {...wiring} value={role} onChange={({ target }) => setRole(target.value as PolicyRole)}>
              {POLICY_ROLES.map((one) => (
                <option key={one} value={one}>
                  {scopeLabel({ kind: "role", role: one })}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <div className="flex items-baseline justify-between gap-2">
        <h3 className="font-medium">Arguments</h3>
        <Button size="small" onClick={toggle}>
          {asJson ? "Edit as fields" : "Edit as JSON"}
        </Button>
      </div>
      {asJson ? (
        <Field label="Arguments" error={args === undefined ? "Not valid JSON." : undefined}>
          {(wiring) => (
            <CodeArea {...wiring} rows={5} value={json} onChange={({ target }) => setJson(target.value)} />
          )}
        </Field>
      ) : (
        <FormFields
          nodes={nodes}
          entries={filled}
          problems={{}}
          onChange={(id, text) => setEntries({ ...entries, [id]: text })}
        />
      )}
      <Problem problem={problem} />
      <div aria-live="polite">
        {explanation && <PolicyDecision explanation={explanation} withArguments={args !== undefined} />}
      </div>
    </div>
  );
}

/** Asks again when the question has changed and a person has paused; the last answer stays until then. */
function useExplanation(question: ExplainPolicyInput) {
  const typed = JSON.stringify(question);
  const [asked, setAsked] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const query = explanationQuery(JSON.parse(asked) as ExplainPolicyInput);
  const { data, error } = useQuery({ ...query, placeholderData: keepPreviousData });
  if (error) return { problem: { message: error.message, issues: [] } };
  return { explanation: data };
}

/** Incomplete fields ask about the tool alone. */
const completeArguments = (read: ReturnType<typeof readEntries<Json>>): Json | undefined =>
  "value" in read ? read.value : undefined;

function readJson(text: string): Json | undefined {
  const read = readTypedJson(text);
  return "value" in read ? read.value : undefined;
}
