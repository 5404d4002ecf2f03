"use client";

import { skipToken, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useMemo } from "react";
import { valueQuery } from "@/lib/client/query";
import { budgetName, formatBudgetAmount } from "@/lib/core/describe/costs/budgets";
import { answerField } from "@/lib/core/describe/gates/answer-fields";
import { formatItemCounts } from "@/lib/core/describe/gates/words";
import { type FormNode, formEntries, readForm } from "@/lib/core/form";
import { canonicalJson, isJsonObject, type Json, type JsonObject } from "@/lib/core/json";
import { getOwn } from "@/lib/core/own";
import { DECISIONS } from "@/lib/core/plan/words";
import { listShown, withoutRejected } from "@/lib/core/run/gates/items";
import { isAboutCall } from "@/lib/core/run/gates/table";
import { formOf } from "@/lib/core/run/gates/terms";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
import type { StoredValue } from "@/lib/core/stored-value";
import { FormFields } from "../ui/form-fields";
import { ValueText } from "./context/value-text";
import { ValueField } from "./decide/answer-fields";
import { DecisionChoices } from "./decide/decision-form";
import { editableText } from "./decide/edited-value";
import { canBeFields } from "./decide/use-schema-fields";

type AnsweredFormProps = { state: RunState; gate: ApprovalState };
type Decided = NonNullable<ApprovalState["decided"]>;
type AnswerProps = AnsweredFormProps & { decided: Decided; shown: Json | undefined; value: Json | undefined };

/** What a person filled in at a gate that is closed, as they sent it, beside what had been proposed. Nothing of it can be changed. */
export function AnsweredForm({ state, gate }: AnsweredFormProps) {
  const { decided } = gate;
  const shown = useStoredValue(state.runId, gate.shown);
  const value = useStoredValue(state.runId, decided?.value ?? proposedResultOf(state, gate));
  if (!decided) return null;
  const parts = { state, gate, decided, shown, value };
  return (
    <fieldset disabled aria-label="The answer" className="grid min-w-0 gap-3" data-answered>
      {decided.items && <Items {...parts} />}
      {gate.kind === "review_decision" ? (
        <ReviewChoice {...parts} />
      ) : (
        !isWithoutRejected(parts) && <GivenValue {...parts} />
      )}
    </fieldset>
  );
}

/** Whether the value is what was shown without the items that were rejected: the verdicts say so. */
function isWithoutRejected({ gate, decided: { items }, shown, value }: AnswerProps): boolean {
  const list = listShown(gate, shown);
  if (!items || !list || shown === undefined || value === undefined) return false;
  return canonicalJson(value) === canonicalJson(withoutRejected(shown, list, items));
}

/** The final result that a review proposed, where a person agreed with ending on it. */
function proposedResultOf({ tasks }: RunState, { kind, taskId = "", decided }: ApprovalState) {
  const proposal = kind === "review_decision" ? getOwn(tasks, taskId)?.proposal : undefined;
  if (proposal?.decision !== "COMPLETE") return;
  return decided?.verb === "approve" || decided?.verb === "COMPLETE" ? proposal.finalResult : undefined;
}

/** A stored value in full; a large one is fetched, and its beginning stands in until it is there. */
function useStoredValue(runId: string, stored: StoredValue | undefined): Json | undefined {
  const digest = stored && "ref" in stored ? stored.ref : undefined;
  const query = valueQuery(runId, digest ?? "");
  const fetched = useQuery(digest === undefined ? { ...query, queryFn: skipToken } : query).data;
  return stored && ("inline" in stored ? stored.inline : (fetched ?? stored.preview));
}

/** Of a longer list what was rejected is read at once, and the rest when it is asked for. */
const UNFOLDED_ITEMS = 20;

function Items({ gate, decided: { items = [] }, shown }: AnswerProps) {
  const list = listShown(gate, shown);
  const all = items.map((one, place) => ({ ...one, place, item: list?.items[place] ?? one.excerpt }));
  const isFolded = all.length > UNFOLDED_ITEMS;
  const accepted = all.filter(({ verdict }) => verdict === "accept");
  return (
    <section aria-label="Verdicts" className="grid gap-1.5">
      <p className="text-muted text-xs">{formatItemCounts(items)}</p>
      <VerdictList items={isFolded ? all.filter(({ verdict }) => verdict === "reject") : all} />
      {isFolded && accepted.length > 0 && (
        <details>
          <summary className="py-1 text-muted text-xs">Accepted items ({accepted.length})</summary>
          <VerdictList items={accepted} />
        </details>
      )}
    </section>
  );
}

type ReadItem = NonNullable<Decided["items"]>[number] & { place: number; item: Json };

function VerdictList({ items }: { items: readonly ReadItem[] }) {
  return (
    <ol className="grid gap-1.5">
      {items.map((one) => (
        <li
          key={one.place}
          value={one.place + 1}
          className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-1"
          data-verdict={one.verdict}
        >
          <span>
            <span aria-hidden="true">{one.verdict === "accept" ? "✓" : "✕"}</span>
            <span className="sr-only">{one.verdict === "accept" ? "accepted" : "rejected"}</span>
          </span>
          <ValueText value={one.item} maxChars={1_000} />
          {one.verdict === "reject" && <q className="col-start-2 break-words text-muted">{one.reason}</q>}
        </li>
      ))}
    </ol>
  );
}

/** The decision, and what came with it: the final result, or the version of the plan that it led to. */
function ReviewChoice({ state, gate: { taskId = "", openedSeq }, decided: { verb }, value }: AnswerProps) {
  const proposed = getOwn(state.tasks, taskId)?.proposal?.decision;
  const chosen = verb === "approve" ? proposed : DECISIONS.find((one) => one === verb);
  const replan = state.replanHistory.find((one) => one.taskId === taskId && one.startedSeq > openedSeq);
  const { fromVersion: from, toVersion: to } = replan ?? {};
  return (
    <>
      <DecisionChoices
        state={state}
        taskId={taskId}
        decisions={DECISIONS}
        proposed={proposed}
        chosen={chosen}
        onChoose={() => undefined}
        isDecided
      />
      {value !== undefined && <Labeled label="Final result" value={value} />}
      {chosen === "REPLAN" && to !== undefined && (
        <p>
          <Link href={`/runs/${state.runId}?from=${from}&to=${to}`} className="text-run underline">
            Plan v{to}
          </Link>{" "}
          <span className="text-muted">replaced the rest of v{from}</span>
        </p>
      )}
    </>
  );
}

const NO_PROBLEMS = {};

/** What the answer brought: in the fields of its form, else beside what was shown. */
function GivenValue({ state, gate, decided, shown, value }: AnswerProps) {
  const schema = formOf(state, gate);
  const nodes = useMemo(() => schema && readForm(schema), [schema]);
  if (decided.verb === "raise") return <RaisedLimit gate={gate} value={value} />;
  if (value === undefined) return null;
  if (nodes && decided.verb === "respond") {
    const entries = formEntries(nodes, value);
    return (
      <>
        <FormFields nodes={nodes} entries={entries} problems={NO_PROBLEMS} onChange={() => undefined} />
        {isJsonObject(shown) && <ProposedFields nodes={nodes} entries={entries} shown={shown} />}
      </>
    );
  }
  if (decided.verb === "edit" && shown !== undefined)
    return <EditedValue gate={gate} shown={shown} value={value} />;
  return <Labeled label={decided.verb === "other" ? "Model" : "Answer"} value={value} />;
}

/** The limit before and after; who names none takes the one that the gate suggests. */
function RaisedLimit({ gate: { subject = {} }, value }: { gate: ApprovalState; value: Json | undefined }) {
  const { counter, limit, suggested } = subject;
  const amount = (n: Json | undefined) =>
    typeof n === "number" ? formatBudgetAmount(String(counter), n) : "unknown";
  return (
    <p>
      <span className="text-muted text-xs">{budgetName(String(counter))}:</span> {amount(value ?? suggested)}{" "}
      <span className="text-muted">instead of {amount(limit)}</span>
    </p>
  );
}

type ProposedFieldsProps = {
  nodes: readonly FormNode[];
  entries: Readonly<Record<string, string>>;
  shown: Json;
};

/** The fields that a person filled in otherwise than was proposed. */
function ProposedFields({ nodes, entries, shown }: ProposedFieldsProps) {
  const proposed = formEntries(nodes, shown);
  const fields = nodes.flatMap((node) => (node.kind === "group" ? node.fields : [node]));
  const changed = fields.filter(
    ({ id }) => (getOwn(proposed, id) ?? "") !== "" && getOwn(proposed, id) !== getOwn(entries, id),
  );
  return <ProposedBefore parts={changed.map(({ id, label }) => [label, getOwn(proposed, id) ?? ""])} />;
}

/** A value in the form in which a person edited it, above what had been proposed; of maps the parts that differ. */
function EditedValue({ gate: { kind }, shown, value }: { gate: ApprovalState; shown: Json; value: Json }) {
  const nodes = isAboutCall(kind) && isJsonObject(value) ? readForm(schemaOf(value)) : [];
  if (canBeFields(nodes, value)) {
    const entries = formEntries(nodes, value);
    return (
      <>
        <FormFields nodes={nodes} entries={entries} problems={NO_PROBLEMS} onChange={() => undefined} />
        <ProposedParts shown={shown} value={value} />
      </>
    );
  }
  const { label } = answerField(kind, "edit");
  return (
    <>
      <ValueField label={label} shown={value} text={editableText(value)} onChange={() => undefined} />
      <ProposedParts shown={shown} value={value} />
    </>
  );
}

/** A form for just these arguments: which the tool took at the time is not kept. */
function schemaOf(value: JsonObject): JsonObject {
  const types = Object.entries(value).map(([key, part]) => [key, { type: typeof part }]);
  return { type: "object", properties: Object.fromEntries(types), required: Object.keys(value) };
}

/** What a person changed, as it was before: of maps the parts that differ. */
function ProposedParts({ shown, value }: { shown: Json; value: Json }) {
  if (!isJsonObject(shown) || !isJsonObject(value)) return <Labeled label="Proposed" value={shown} isOld />;
  const keys = [...new Set([...Object.keys(shown), ...Object.keys(value)])];
  const changed = keys.filter((key) => textIn(getOwn(shown, key)) !== textIn(getOwn(value, key)));
  return <ProposedBefore parts={changed.map((key) => [key, textIn(getOwn(shown, key))])} />;
}

/** Parts of a proposal that a person changed. */
function ProposedBefore({ parts }: { parts: readonly (readonly [label: string, text: string])[] }) {
  if (parts.length === 0) return null;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-xs" aria-label="Proposed before">
      {parts.map(([label, text]) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}, proposed</dt>
          <dd className="break-words">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

const textIn = (part: Json | undefined): string =>
  part === undefined ? "—" : typeof part === "string" ? part : canonicalJson(part);

function Labeled({ label, value, isOld = false }: { label: string; value: Json; isOld?: boolean }) {
  return (
    <div className="min-w-0">
      <p className="text-muted text-xs">{label}</p>
      <div className={`break-words ${isOld ? "opacity-80" : ""}`}>
        <ValueText value={value} />
      </div>
    </div>
  );
}
