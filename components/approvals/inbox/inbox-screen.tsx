"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { listedQuestion } from "@/lib/core/describe/gates/listed-question";
import { actorName, KIND_LABELS, pastVerbLabel, VERB_KEYS } from "@/lib/core/describe/gates/words";
import { runIdOfApproval } from "@/lib/core/ids";
import { APPROVAL_KINDS, type GateVerb, verbOfKey, verbRow } from "@/lib/core/run/gates/table";
import type { ApprovalView } from "@/lib/core/views";
import { isTyping } from "../../ui/behavior/is-typing";
import { actOf, FORM_KEYS, INBOX_KEYS, keysOf, REVIEW_KEYS, rowAfter } from "../../ui/behavior/shortcuts";
import { useKeyDown } from "../../ui/behavior/use-key-down";
import { useUrlParam } from "../../ui/behavior/use-url-param";
import { Field, Select, TextInput } from "../../ui/field";
import { Kbd } from "../../ui/kbd";
import { preloadDialog } from "../../ui/overlay/dialog";
import { useToast } from "../../ui/overlay/toast";
import { PageHeader } from "../../ui/page-header";
import { type Tab, Tabs } from "../../ui/tabs";
import { answeredHere, type Draft, useDraftedPlaces } from "../drafts/kept-drafts";
import { HeldDecisions } from "../held-decisions";
import type { NextGate } from "../next-gate";
import { filtered, isAssignedTo, kindOf, type Viewer } from "./filters";
import { GateList } from "./gate-list";
import { selectedGates, toggled, unselectableReason } from "./selection";
import { type PagedGates, useClosedGates, useInboxGates } from "./use-inbox-gates";

// It follows the run of its gate: code that the list does without.
const loadDrawer = () => import("./gate-drawer").then((room) => room.GateDrawer);
const GateDrawer = dynamic(loadDrawer, { ssr: false });
const loadBulkBar = () => import("./bulk-bar").then((room) => room.BulkBar);
const BulkBar = dynamic(loadBulkBar, { ssr: false });
/** Who is at a row is about to open it, or to choose it. */
const preloadActs = () => {
  preloadDialog();
  loadDrawer().catch(() => undefined);
  loadBulkBar().catch(() => undefined);
};

type Triage = {
  gates: readonly ApprovalView[];
  /** The gate in the drawer, if one is open. */
  openId: string | undefined;
  /** Opens a gate; `verb` is begun there, and sent from there. */
  onOpen(id: string, verb?: GateVerb): void;
  /** Chooses a gate to be decided with others, or leaves it. */
  onSelect(id: string): void;
};

/** Every question to a person: for oneself, for anybody, and what was answered. A row opens its gate beside the list. */
export function InboxScreen({ viewer }: { viewer: Viewer }) {
  const [tab] = useUrlParam("tab");
  const [kindName, setKind] = useUrlParam("kind");
  const [text, setText] = useUrlParam("q");
  const [openId, setOpenId] = useUrlParam("gate");
  const [begin, setBegin] = useState<Partial<Draft>>();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const toast = useToast();
  const filter = { kind: kindOf(kindName), text };
  const current = tab === "open" || tab === "decided" ? tab : "mine";
  const opened = useInboxGates({ ...filter, mine: current === "mine" }, ({ id, runId, decided, ...gate }) => {
    if (decided?.by.kind !== "person" || answeredHere.has(id)) return;
    const title = `${pastVerbLabel(decided.verb)} by ${actorName(decided.by)}`;
    toast({ title, text: listedQuestion(gate), icon: "◈", href: `/runs/${runId}` });
  });
  const open = opened.items;
  const closed = useClosedGates(filter, tab === "decided");
  const awaitsList = current === "decided" ? !closed : !opened.isThere;
  const lists = {
    mine: open.filter((gate) => isAssignedTo(gate, viewer)),
    open,
    decided: closed?.items ?? [],
  };
  const shown = filtered(lists[current], filter);

  const isFiltered = filter.kind !== undefined || (text ?? "").trim() !== "";
  // Where nothing was listed, the first gates that come stand in the room of what said so.
  const [wasEmpty, setEmpty] = useState(false);
  if (!awaitsList && shown.length === 0 && !wasEmpty) setEmpty(true);
  const keptRoom = isFiltered ? "min-h-42" : "min-h-29";
  const show = (id: string | undefined, verb?: GateVerb) => {
    setBegin(verb === undefined ? undefined : { verb, armed: verbRow(verb).needs === undefined });
    setOpenId(id, id === undefined ? "replace" : "push");
  };
  const places = useDraftedPlaces(shown.map(({ id, runId, taskId }) => ({ approvalId: id, runId, taskId })));
  const drafted = new Set(shown.filter((_, place) => places.has(place)).map(({ id }) => id));
  const chosen = selectedGates(shown, selected, drafted);
  // What became of those that were decided together stays until it is closed.
  const [hasChosen, setHasChosen] = useState(false);
  if (chosen.length > 0 && !hasChosen) setHasChosen(true);
  const select = (id: string) => {
    const gate = shown.find((one) => one.id === id);
    const chosenIds = new Set(chosen.map((one) => one.id));
    if (gate && (chosenIds.has(id) || unselectableReason(gate, chosen, drafted) === undefined))
      setSelected(toggled(chosenIds, id));
  };
  useTriageKeys({ gates: shown, openId, onOpen: show, onSelect: select });

  /** Of more gates than are at hand: at least so many, whatever the list is filtered by. */
  const openCount = (key: "mine" | "open"): number | string => {
    if (opened.isAll) return lists[key].filter((gate) => gate.status === "open").length;
    return `${opened.atHand.filter((gate) => key === "open" || isAssignedTo(gate, viewer)).length}+`;
  };
  const listOf = (key: keyof typeof lists, label: string, empty: { title: string; text: string }): Tab => ({
    key,
    label,
    count: key === "decided" ? undefined : openCount(key),
    panel:
      key === current && awaitsList ? (
        <p role="status" className="px-4 py-8 text-center text-muted">
          Loading…
        </p>
      ) : (
        <GateList
          label={label}
          gates={filtered(lists[key], filter)}
          total={
            isFiltered && lists[key].length === 0 && !(key !== "decided" && opened.isAll)
              ? "unknown"
              : lists[key].length
          }
          {...moreOf(key === "decided" ? closed : opened)}
          chosenId={openId}
          empty={empty}
          onOpen={(gate) => show(gate.id)}
          onApproach={preloadActs}
          selected={selected}
          onSelect={select}
          drafted={drafted}
          onClearFilters={() => {
            setKind(undefined);
            setText(undefined);
          }}
        />
      ),
  });
  return (
    <>
      <PageHeader title="Inbox">Questions that need a person, oldest first.</PageHeader>
      <InboxFilters />
      {hasChosen && <BulkBar gates={chosen} onDone={() => setSelected(new Set())} />}
      <Tabs
        label="Gates"
        className="grid gap-3"
        panelClassName={`overflow-hidden rounded-xl border border-line bg-panel shadow-card ${awaitsList ? "min-h-80" : wasEmpty ? keptRoom : ""}`}
        tabs={[
          listOf("mine", "For me", NOTHING_FOR_ME),
          listOf("open", "All open", NOTHING_OPEN),
          listOf("decided", "Decided", NOTHING_DECIDED),
        ]}
      />
      {/* What stands below a list comes once it is known how long that is. */}
      {!awaitsList && <HeldDecisions keys="held" />}
      <p
        className={`flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-xs max-md:hidden ${awaitsList ? "hidden" : ""}`}
      >
        <span>
          <Kbd keys={keysOf(INBOX_KEYS, "next")} /> next, previous
        </span>
        <span>
          <Kbd keys={keysOf(INBOX_KEYS, "open")} /> open
        </span>
        <span>
          <Kbd keys={keysOf(INBOX_KEYS, "nextGate")} /> next open gate
        </span>
        <span>
          <Kbd keys={keysOf(INBOX_KEYS, "select")} /> select
        </span>
        {VERB_KEYS.map(({ key, does }) => (
          <span key={key}>
            <Kbd keys={key} /> {does.toLowerCase()}
          </span>
        ))}
        <span>
          <Kbd keys={keysOf(FORM_KEYS, "close")} /> close
        </span>
      </p>
      {openId !== undefined && (
        <GateDrawer
          gate={{ id: openId, runId: runIdOfApproval(openId) }}
          mission={shown.find(({ id }) => id === openId)?.mission}
          begin={begin}
          onClose={() => show(undefined)}
          onOpenGate={(id) => show(id)}
          next={nextOpenGate(shown, openId)}
        />
      )}
    </>
  );
}

/** The open gate of the list that follows this one, the first again after the last, and how many others there are. */
export function nextOpenGate(gates: readonly ApprovalView[], openId: string): NextGate | undefined {
  const at = gates.findIndex(({ id }) => id === openId);
  const others = [...gates.slice(at + 1), ...gates.slice(0, Math.max(0, at))];
  const open = others.filter(({ status }) => status === "open");
  return open[0] && { id: open[0].id, question: listedQuestion(open[0]), left: open.length };
}

const moreOf = (gates: PagedGates | undefined) =>
  gates && (gates.loadMore || gates.isLoading) ? { more: gates.loadMore ?? ("loading" as const) } : {};

const NOTHING_FOR_ME = {
  title: "Nothing needs your attention",
  text: "Runs continue on their own. Gates, reached limits and plans that need your approval appear here.",
};
const NOTHING_OPEN = {
  title: "No open gates",
  text: "No run is waiting for anyone.",
};
const NOTHING_DECIDED = {
  title: "No decisions yet",
  text: "Decided gates stay here, with who decided what, when and why.",
};

/** Which gates the lists show: of one kind, or with a word in question or mission. Kept in the address. */
function InboxFilters() {
  const [kind, setKind] = useUrlParam("kind");
  const [text, setText] = useUrlParam("q");
  return (
    <div className="grid grid-cols-2 gap-3 sm:flex">
      <Field label="Kind" className="sm:w-44">
        {(wiring) => (
          <Select {...wiring} value={kindOf(kind) ?? ""} onChange={(event) => setKind(event.target.value)}>
            <option value="">All kinds</option>
            {APPROVAL_KINDS.map((one) => (
              <option key={one} value={one}>
                {KIND_LABELS[one]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Search" className="sm:w-64">
        {(wiring) => (
          <TextInput
            {...wiring}
            type="search"
            placeholder="Question or mission"
            value={text ?? ""}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
    </div>
  );
}

type TriageAct = { kind: "focus" | "select"; id: string } | { kind: "open"; id: string; verb?: GateVerb };

type Rows = Pick<Triage, "gates" | "openId"> & {
  focusedId: string | undefined;
  /** The rows of held decisions, which stand below the gates. */
  held?: readonly string[];
};

/** What a key does in the list, or in the drawer where a gate is open; undefined for a key that does nothing there. */
export function triageAct(key: string, { gates, openId, focusedId, held = [] }: Rows): TriageAct | undefined {
  const ids = gates.map(({ id }) => id);
  const rows = openId === undefined ? [...ids, ...held] : ids;
  const act = actOf(INBOX_KEYS, { key });
  const id = rows[rowAfter(act, rows.indexOf(openId ?? focusedId ?? ""), rows.length) ?? -1];
  if (id !== undefined) return { kind: openId === undefined ? "focus" : "open", id };
  if (act === "nextGate") {
    const next = nextOpenGate(gates, openId ?? focusedId ?? "");
    return next && { kind: "open", id: next.id };
  }
  if (focusedId === undefined || openId !== undefined) return;
  const focused = gates.find((gate) => gate.id === focusedId);
  const verb = focused && verbOfKey(key, focused);
  if (verb !== undefined) return { kind: "open", id: focusedId, verb };
  const decidesOtherwise = actOf(REVIEW_KEYS, { key }) === "override";
  if (focused?.kind === "review_decision" && decidesOtherwise) return { kind: "open", id: focusedId };
  return act === "select" ? { kind: "select", id: focusedId } : undefined;
}

const gateRow = (id: string) => document.querySelector<HTMLElement>(`[data-row="${id}"]`);

const heldRows = () =>
  [...document.querySelectorAll<HTMLElement>("[data-held-row]")].map((row) => ({
    row,
    id: String(row.dataset.heldRow),
  }));

/**
 * `j` and `k` go through the rows, in the drawer through the gates, `n` to the next open one; the key of a verb on a row opens it with that verb
 * begun, and `x` chooses it together with others. Off while somebody types, and in any other dialog.
 */
function useTriageKeys({ gates, openId, onOpen, onSelect }: Triage): void {
  useKeyDown((event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = event.target instanceof HTMLElement ? event.target : undefined;
    const inDialog = target?.closest("[role=dialog]") != null;
    if (isTyping(target ?? null) || (inDialog && openId === undefined)) return;
    const held = heldRows();
    const focusedId = target?.closest<HTMLElement>("[data-row]")?.dataset.row ?? target?.dataset.heldRow;
    const act = triageAct(event.key, { gates, openId, focusedId, held: held.map(({ id }) => id) });
    if (!act) return;
    if (act.kind === "open") onOpen(act.id, act.verb);
    else if (act.kind === "select") onSelect(act.id);
    else (held.find(({ id }) => id === act.id)?.row ?? gateRow(act.id))?.focus();
    event.preventDefault();
  });
}
