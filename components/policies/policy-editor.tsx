"use client";

import { type FormEvent, useMemo, useState } from "react";
import { call } from "@/lib/client/call";
import { byRoute, type Send } from "@/lib/client/mutation";
import { queryKeys } from "@/lib/client/query";
import { MAX_POLICY_NAME_CHARS } from "@/lib/core/inputs/limits";
import type { SavePolicyInput } from "@/lib/core/inputs/policies";
import type { PolicyScope, PolicyView } from "@/lib/core/policy";
import { POLICY_ROLES } from "@/lib/core/policy/source";
import { usePageAct } from "../ui/behavior/use-page-act";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { Field, Select, TextInput } from "../ui/field";
import { Dialog, DialogClose } from "../ui/overlay/dialog";
import { Problem } from "../ui/problem";
import { ROLE_LABELS } from "./labels";
import { draftOf, type PolicyDraft, readFields } from "./policy-draft";
import { PolicyFields } from "./policy-fields";
import { PolicyHistory } from "./policy-history";
import { PolicySimulator } from "./policy-simulator";
import type { ToolInfo } from "./types";

type RemoveButtonProps = { name: string; pending: boolean; remove(): Promise<void> };

type PolicyEditorProps = {
  initial: PolicyDraft;
  /** The newest version that is known: another than the edited one means that somebody else was there. */
  newest: PolicyView | undefined;
  tools: readonly ToolInfo[];
  onSaved(name: string): void;
  onRemoved(name: string): void;
  onClose(): void;
};

/** A new policy, or the next version of one. */
const sendSave: Send<SavePolicyInput, unknown> = ({ policyId, version, ...input }, key) =>
  policyId === undefined
    ? call("POST /api/v1/policies", input, { key })
    : call("POST /api/v1/policies/{id}", { ...input, id: policyId, version }, { key });

/** A policy being written, and beside it what it would make of a call. What was typed stays when it is refused. */
export function PolicyEditor(props: PolicyEditorProps) {
  const { initial, newest, tools } = props;
  const [draft, setDraft] = useState(initial);
  /** Rises when another version is taken over: fields that keep what is typed start over. */
  const [revision, setRevision] = useState(0);
  const [submitted, setSubmitted] = useState(false);
  const invalidates = [queryKeys.policies];
  const saving = usePageAct({ send: sendSave, invalidates });
  const removal = usePageAct({ send: byRoute("POST /api/v1/policies/{id}/remove"), invalidates });
  const problem = saving.problem ?? removal.problem;
  const pending = saving.pending !== undefined;
  const { policyId, version, name, scope, fields } = draft;
  const { policy, issues } = useMemo(() => readFields(fields, tools), [fields, tools]);
  const hasErrors = issues.some(({ severity }) => severity === "error");
  const isNameMissing = name.trim() === "";
  const isOutdated = newest !== undefined && newest.version > version;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (pending || hasErrors || isNameMissing) return;
    removal.clear();
    if (await saving.act({ policyId, version, name, scope, policy })) props.onSaved(name.trim());
  };
  const removePolicy = (id: string) => async () => {
    saving.clear();
    if (await removal.act({ id, version })) props.onRemoved(initial.name);
  };
  const loadVersion = (view: PolicyView) => {
    setDraft({ ...draftOf(view, tools), version: newest?.version ?? view.version });
    setRevision(revision + 1);
    saving.clear();
    removal.clear();
  };
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
      <Card
        title={policyId === undefined ? "New policy" : `Policy “${initial.name}”`}
        aside={policyId === undefined ? undefined : `version ${version}`}
      >
        <form onSubmit={submit} className="grid gap-5">
          <Field
            label="Name"
            help="Shown when a call is denied."
            error={submitted && isNameMissing ? "Enter a name." : undefined}
          >
            {(wiring) => (
              <TextInput
                {...wiring}
                value={name}
                maxLength={MAX_POLICY_NAME_CHARS}
                placeholder="Deployments need approval"
                onChange={({ target }) => setDraft({ ...draft, name: target.value })}
              />
            )}
          </Field>
          <Field label="Applies to" help="Run and agent policies also apply; the strictest wins.">
            {(wiring) => (
              <Select
                {...wiring}
                value={scope.kind === "role" ? scope.role : "workspace"}
                onChange={({ target }) => setDraft({ ...draft, scope: scopeOf(target.value) })}
              >
                <option value="workspace">Whole workspace</option>
                {POLICY_ROLES.map((role) => (
                  <option key={role} value={role}>
                    {ROLE_LABELS[role]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <PolicyFields
            key={revision}
            fields={fields}
            tools={tools}
            issues={issues.filter(
              ({ severity, incomplete }) => submitted || severity === "warning" || !incomplete,
            )}
            onChange={(next) => setDraft({ ...draft, fields: next })}
          />
          <Problem problem={problem} />
          {isOutdated && (
            <div className="grid gap-2 rounded-lg border border-amber px-3 py-2" role="status">
              <p>
                <span aria-hidden="true">▲ </span>
                {newest.author} saved version {newest.version} in the meantime. Your changes are still here.
              </p>
              <div className="flex flex-wrap gap-2">
                <Button onClick={() => loadVersion(newest)}>Use their version</Button>
                <Button onClick={() => setDraft({ ...draft, version: newest.version })}>
                  Keep mine as the next version
                </Button>
              </div>
            </div>
          )}
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="main" disabled={pending}>
              {pending ? "Saving…" : "Save policy"}
            </Button>
            <Button disabled={pending} onClick={props.onClose}>
              Cancel
            </Button>
            {policyId !== undefined && (
              <RemoveButton
                name={initial.name}
                pending={removal.pending !== undefined}
                remove={removePolicy(policyId)}
              />
            )}
          </div>
        </form>
      </Card>
      <div className="grid gap-4">
        <Card title="Policy simulator" aside="Nothing is executed">
          <PolicySimulator
            tools={tools}
            firstRole={scope.kind === "role" ? scope.role : "agent"}
            overrides={{
              draft: {
                ...(policyId !== undefined && { policyId }),
                name: name.trim() || "Draft",
                scope,
                policy,
              },
            }}
          />
        </Card>
        {policyId !== undefined && (
          <Card title="History">
            <PolicyHistory key={newest?.version} policyId={policyId} current={version} onTake={loadVersion} />
          </Card>
        )}
      </div>
    </div>
  );
}

function scopeOf(value: string): PolicyScope {
  const role = POLICY_ROLES.find((one) => one === value);
  return role === undefined ? { kind: "workspace" } : { kind: "role", role };
}

/** Takes a policy out of force, after a second question: what it forbade may then be done. */
function RemoveButton({ name, pending, remove }: RemoveButtonProps) {
  const [open, setOpen] = useState(false);
  const confirm = () => void remove().finally(() => setOpen(false));
  return (
    <Dialog
      title={`Remove “${name}”?`}
      description="Whatever it denies becomes allowed, including for running missions. The history is kept."
      open={open}
      onOpenChange={setOpen}
      trigger={<Button variant="danger">Remove…</Button>}
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button variant="danger" disabled={pending} onClick={confirm}>
            {pending ? "Removing…" : "Remove"}
          </Button>
        </>
      }
    />
  );
}
