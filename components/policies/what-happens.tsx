"use client";

import { useEffect, useMemo, useState } from "react";
import { formEntries, readEntries, readForm } from "@/lib/core/form";
import type { Json } from "@/lib/core/json";
import { POLICY_ROLES, type PolicyExplanation, type PolicyRole } from "@/lib/core/policy";
import { FormFields } from "../approvals/form-fields";
import { Button } from "../ui/button";
import { Field, Select, TextArea } from "../ui/field";
import { Problem, type ProblemFacts } from "../ui/problem";
import type { Explain, Question, ToolInfo } from "./types";
import { Verdict } from "./verdict";
import { scopeWord } from "./words";

type WhatHappensProps = {
  tools: readonly ToolInfo[];
  explain: Explain;
  /** The role that is asked about first. */
  firstRole: PolicyRole;
  /** What is tried besides what is in force. */
  tried: Pick<Question, "draft" | "runPolicy">;
};

/** How long a person pauses before what they typed is asked about, in milliseconds. */
const PAUSE_MS = 250;

/** Asks what would happen to a call, by everything in force and what is being written. Nothing runs. */
export function WhatHappens({ tools, explain, firstRole, tried }: WhatHappensProps) {
  const [name, setName] = useState(tools[0]?.name ?? "");
  const [role, setRole] = useState(firstRole);
  const [asJson, setAsJson] = useState(false);
  const [json, setJson] = useState("{}");
  const [entries, setEntries] = useState<Record<string, string>>({});
  const tool = tools.find((one) => one.name === name);
  const nodes = useMemo(() => (tool ? readForm(tool.inputSchema) : []), [tool]);
  const filled = { ...formEntries(nodes, undefined), ...entries };
  const args = asJson ? readJson(json) : given(readEntries(nodes, filled));
  const { explanation, problem } = useExplanation(explain, {
    ...{ tool: name, role },
    ...(args !== undefined && { args }),
    ...tried,
  });
  const choose = (next: string) => {
    setName(next);
    setEntries({});
  };
  const toggle = () => {
    if (!asJson) setJson(JSON.stringify(args ?? {}, null, 2));
    setAsJson(!asJson);
  };
  if (tools.length === 0) return <p className="text-muted">There is no tool to ask about.</p>;
  return (
    <div className="grid gap-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="If this tool">
          {(wiring) => (
            <Select {...wiring} value={name} onChange={({ target }) => choose(target.value)}>
              {tools.map((one) => (
                <option key={one.name}>{one.name}</option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Is used by">
          {(wiring) => (
            <Select {...wiring} value={role} onChange={({ target }) => setRole(target.value as PolicyRole)}>
              {POLICY_ROLES.map((one) => (
                <option key={one} value={one}>
                  {scopeWord({ kind: "role", role: one })}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <div className="flex items-baseline justify-between gap-2">
        <h3 className="font-medium">With these arguments</h3>
        <Button size="small" aria-pressed={asJson} onClick={toggle}>
          {asJson ? "Fields" : "JSON"}
        </Button>
      </div>
      {asJson ? (
        <Field label="Arguments" error={args === undefined ? "This is not readable JSON yet." : undefined}>
          {(wiring) => (
            <TextArea
              {...wiring}
              rows={5}
              spellCheck={false}
              className="font-mono text-xs"
              value={json}
              onChange={({ target }) => setJson(target.value)}
            />
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
        {explanation && <Verdict explanation={explanation} withArguments={args !== undefined} />}
      </div>
    </div>
  );
}

/** Asks anew when the question has changed and a person has paused; an answer to an older question is let go. */
function useExplanation(explain: Explain, question: Question) {
  const [told, setTold] = useState<{ explanation?: PolicyExplanation; problem?: ProblemFacts }>({});
  const asked = JSON.stringify(question);
  useEffect(() => {
    let isOld = false;
    const ask = async () => {
      const outcome = await explain(JSON.parse(asked) as Question);
      if (isOld) return;
      setTold("value" in outcome ? { explanation: outcome.value } : { problem: outcome.problem });
    };
    const timer = setTimeout(() => void ask().catch(() => !isOld && setTold({ problem: AWAY })), PAUSE_MS);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [explain, asked]);
  return told;
}

const AWAY: ProblemFacts = { message: "The server cannot be asked now.", issues: [] };

/** Incomplete fields ask about the tool alone. */
const given = (read: ReturnType<typeof readEntries>): Json | undefined =>
  "value" in read ? read.value : undefined;

function readJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return;
  }
}
