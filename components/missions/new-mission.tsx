"use client";

import { PencilLine } from "lucide-react";
import dynamic from "next/dynamic";
import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Answerer } from "@/lib/core/people";
import type { Plan } from "@/lib/core/plan/schema";
import type { StoredPolicy } from "@/lib/core/policy";
import { workspacePolicies } from "@/lib/core/policy/workspace";
import type { SettingsForm } from "@/lib/core/run/settings-form";
import type { RunBudgets } from "@/lib/core/run/state/ledger";
import { planPolicies } from "@/lib/core/run/tool-policies";
import { type Scenario, sampleSettings } from "@/lib/core/scenarios";
import type { FormFile } from "../attachments/uploads";
import type { TextRange } from "../plans/reading/locate-in-text";
import type { LocatedIssue, PlanHeldAgainst } from "../plans/reading/plan-reading";
import { usePlanReading } from "../plans/reading/use-plan-reading";
import type { ToolInfo } from "../policies/types";
import { useViewer } from "../shell/rights";
import { keep, keptAtMs, readKept } from "../ui/behavior/use-kept";
import { Card } from "../ui/card";
import { PanelSkeleton } from "../ui/skeleton";
import type { MissionDraft } from "./mission-draft";
import { type AttachedPlan, MissionForm } from "./mission-form";
import { SampleGrid } from "./sample-cards";
import type { ModelChoice } from "./settings/model-field";

const PlanPreview = dynamic(() => import("../plans/plan-preview").then((room) => room.PlanPreview), {
  ssr: false,
  loading: PanelSkeleton,
});

type NewMissionProps = {
  models: readonly ModelChoice[];
  tools: readonly ToolInfo[];
  /** Those of the workspace, which bind what is pasted. */
  policies: readonly StoredPolicy[];
  /** Who could answer the gates of a pasted plan. */
  people: readonly Answerer[];
  scenarios: readonly Scenario[];
  settings: SettingsForm;
  /** What the workspace gives to runs that bring no limits of their own. */
  budgets: RunBudgets;
  /** What the form begins with: the mission of another run, or a template to choose. */
  begins?: Partial<Begun> & { templateId?: string };
  /** The form of another run, or of a template, keeps what is typed apart from that of the empty one. */
  keptAs?: string;
};

type Begun = { draft: MissionDraft; files: readonly FormFile[] };

const EMPTY: MissionDraft = { mission: "", plan: "" };
const NO_FILES: readonly FormFile[] = [];

/** The form of a new mission, and beside it what a pasted plan is read as. */
export function NewMission({
  models,
  tools,
  policies,
  people,
  scenarios,
  settings,
  budgets,
  begins = {},
  keptAs = "mission",
}: NewMissionProps) {
  const [selected, setSelected] = useState<string>();
  /** The plan's text before it was rewritten. */
  const [previousPlan, setPreviousPlan] = useState<string>();
  const area = useRef<HTMLTextAreaElement>(null);
  const missionArea = useRef<HTMLTextAreaElement>(null);
  const { draft, files, isChanged, generation, restored, change, discard, forget } = useKeptForm(
    keptAs,
    { draft: begins.draft ?? EMPTY, files: begins.files ?? NO_FILES },
    { mission: missionArea, plan: area },
  );
  const { reading, lastValid, isStale } = usePlanReading(
    draft.plan,
    tools,
    useHeldAgainst({ policies, people, settings }, draft),
  );
  const onGo = useCallback(({ range, taskId }: LocatedIssue) => {
    if (range && area.current) selectInText(area.current, range);
    if (taskId !== undefined) setSelected(taskId);
  }, []);
  const onDraft = (next: MissionDraft) => {
    if (next.plan === draft.plan) return change({ draft: next });
    setPreviousPlan(undefined);
    // Paths are those of one text: in another they may name something else.
    change({ draft: { ...next, leaveOut: undefined } });
  };
  const onSample = ({ name, mission }: Scenario) => {
    onDraft({ ...draft, mission, settings: { ...draft.settings, ...sampleSettings(name) } });
    missionArea.current?.focus();
  };
  const latest = useRef(draft);
  latest.current = draft;
  const onPredicate = useCallback(
    async (taskId: string, predicate: string | undefined) => {
      const { withPredicate } = await import("../plans/reading/plan-source");
      const now = latest.current;
      setPreviousPlan(now.plan);
      const plan = withPredicate({ text: now.plan, taskId, predicate, leaveOut: now.leaveOut });
      change({ draft: { ...now, plan, leaveOut: undefined, template: undefined } });
    },
    [change],
  );
  const [unchanged, setUnchanged] = useState<string>();
  const onLeaveOut = useCallback(
    (path: string, leaves: boolean) => {
      const { leaveOut = [], ...now } = latest.current;
      const others = leaveOut.filter((one) => one !== path);
      change({ draft: { ...now, leaveOut: leaves ? [...others, path] : others } });
    },
    [change],
  );
  const onPerson = useCallback(
    async (path: string) => {
      const { asHumanReview } = await import("../plans/reading/plan-source");
      const now = latest.current;
      const plan = asHumanReview(now.plan, path);
      setUnchanged(plan === undefined ? path : undefined);
      if (plan === undefined) return;
      setPreviousPlan(now.plan);
      // The tasks are as many and in the same order: the other paths stay what they are.
      const leaveOut = now.leaveOut?.filter((one) => one !== path);
      change({ draft: { ...now, plan, leaveOut, template: undefined } });
    },
    [change],
  );
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
      <Card title="Mission">
        <MissionForm
          key={generation}
          draft={draft}
          onDraft={onDraft}
          models={models}
          tools={tools}
          settings={settings}
          budgets={budgets}
          area={area}
          missionArea={missionArea}
          askedTemplate={begins.templateId}
          files={files}
          onFiles={(now) => change({ files: now })}
          attached={attachedOf(draft, reading?.plan ?? lastValid?.plan)}
          unread={draft.plan.trim() === "" ? 0 : (reading?.unread.length ?? 0)}
          restored={restored && { ...restored, hasPlan: draft.plan !== "" && draft.plan === restored.plan }}
          onStarted={forget}
          onDiscard={
            isChanged
              ? () => {
                  setPreviousPlan(undefined);
                  discard();
                }
              : undefined
          }
          onUndo={previousPlan === undefined ? undefined : () => onDraft({ ...draft, plan: previousPlan })}
        />
      </Card>
      {reading || isStale ? (
        <Card title="Plan preview" aside={isStale ? "updating…" : undefined}>
          {reading ? (
            <PlanPreview
              reading={reading}
              lastValid={lastValid}
              selected={selected}
              onSelect={setSelected}
              onGo={onGo}
              onPredicate={onPredicate}
              onLeaveOut={onLeaveOut}
              onPerson={onPerson}
              unchanged={unchanged}
            />
          ) : (
            <PanelSkeleton />
          )}
        </Card>
      ) : (
        <div className="grid gap-4">
          <HowItWorks planFirst={draft.settings?.planApproval ?? false} />
          <Card title="Or start from a sample" aside="Played by the simulated model">
            <SampleGrid
              scenarios={scenarios}
              labelOf={() => "Use this"}
              icon={<PencilLine aria-hidden="true" className="size-3.5" />}
              onPick={onSample}
            />
          </Card>
        </div>
      )}
    </div>
  );
}

/** The plan that the run will do; undefined where one is to be written. */
function attachedOf({ plan }: MissionDraft, read: Plan | undefined): AttachedPlan | undefined {
  if (plan.trim() === "") return;
  return { title: read?.title, tasks: read?.tasks.length };
}

const AREAS = ["mission", "plan"] as const;
/** What the text areas hold. */
type Areas = Record<(typeof AREAS)[number], RefObject<HTMLTextAreaElement | null>>;

/**
 * What the form holds, kept in this tab until the mission starts or somebody discards it. The server draws what it begins
 * with; `generation` is the key of fields that read it once.
 */
function useKeptForm(key: string, begins: Begun, areas: Areas) {
  const [form, setForm] = useState(begins);
  const [generation, setGeneration] = useState(0);
  const [restored, setRestored] = useState<{ form: Begun; atMs: number | undefined }>();
  const latest = useRef(form);
  const change = useCallback(
    (part: Partial<Begun>) => {
      latest.current = { ...latest.current, ...part };
      keep(key, latest.current);
      setForm(latest.current);
    },
    [key],
  );
  /** What gets the focus once the fields are drawn again, with its caret. */
  const next = useRef<{ name: keyof Areas; caret: number }>(undefined);
  useLayoutEffect(() => {
    if (!next.current) return;
    const { name, caret } = next.current;
    next.current = undefined;
    areas[name].current?.focus();
    areas[name].current?.setSelectionRange(caret, caret);
  });
  const first = useRef({ begins, areas });
  useLayoutEffect(() => {
    const { begins, areas } = first.current;
    const kept = readKept(key) as Begun | undefined;
    const now = kept ?? begins;
    // What was typed before the page's scripts were there, or brought back by the browser, is in the text areas alone.
    const [mission, plan] = [areas.mission.current?.value, areas.plan.current?.value];
    const draft = {
      ...now.draft,
      ...(mission !== undefined && mission !== begins.draft.mission && { mission }),
      ...(plan !== undefined && plan !== begins.draft.plan && { plan }),
    };
    if (kept === undefined && JSON.stringify(draft) === JSON.stringify(now.draft)) return;
    latest.current = { ...now, draft };
    setForm(latest.current);
    if (!kept) return;
    setRestored({ form: kept, atMs: keptAtMs(key) });
    // Who has begun to type keeps the focus: without it the letters would be keys of the page.
    const name = AREAS.find((one) => areas[one].current === document.activeElement);
    if (name) next.current = { name, caret: areas[name].current?.selectionEnd ?? 0 };
    setGeneration((before) => before + 1);
  }, [key]);
  /** What is still as it was restored goes; what was typed since stays. */
  const removeRestored = (was: Begun) => {
    const draft = {
      ...latest.current.draft,
      ...restoredParts(was.draft, latest.current.draft, begins.draft),
    };
    const files = latest.current.files.filter((one) => !was.files.some(({ key: id }) => id === one.key));
    latest.current = { draft, files };
    const isEmpty = JSON.stringify(latest.current) === JSON.stringify(begins);
    keep(key, isEmpty ? undefined : latest.current);
    next.current = { name: "mission", caret: draft.mission.length };
    setForm(isEmpty ? begins : latest.current);
    setRestored(undefined);
    setGeneration(generation + 1);
  };
  return {
    ...form,
    generation,
    restored: restored && {
      atMs: restored.atMs,
      plan: restored.form.draft.plan,
      onRemove: () => removeRestored(restored.form),
    },
    change,
    isChanged: form.draft !== begins.draft || form.files !== begins.files,
    forget: () => keep(key, undefined),
    discard: () => {
      next.current = { name: "mission", caret: 0 };
      keep(key, undefined);
      latest.current = begins;
      setForm(begins);
      setRestored(undefined);
      setGeneration(generation + 1);
    },
  };
}

/** The parts of a draft that nobody has changed since it was restored, as the form began with them. */
function restoredParts(was: MissionDraft, now: MissionDraft, begins: MissionDraft): Partial<MissionDraft> {
  const names = Object.keys(now) as (keyof MissionDraft)[];
  const same = names.filter((name) => JSON.stringify(was[name]) === JSON.stringify(now[name]));
  return Object.fromEntries(same.map((name) => [name, begins[name]]));
}

/** What the plan of this draft is held against: the policies of the workspace, the run's own, and the people there are. */
function useHeldAgainst(
  { policies, people, settings: { defaults } }: Pick<NewMissionProps, "policies" | "people" | "settings">,
  { settings, leaveOut }: MissionDraft,
): PlanHeldAgainst {
  const { toolPolicy, fourEyes = false } = settings ?? {};
  const { id } = useViewer();
  return useMemo(() => {
    const state = { settings: { ...defaults, ...(toolPolicy && { toolPolicy }) } };
    return {
      policies: planPolicies({ state, workspace: workspacePolicies(policies) }, "person").policies,
      gates: { people, authors: [id], fourEyes },
      leaveOut,
    };
  }, [policies, people, defaults, toolPolicy, fourEyes, id, leaveOut]);
}

/** What becomes of a mission, while there is no plan to show. */
function HowItWorks({ planFirst }: { planFirst: boolean }) {
  const steps = [
    ["A plan is written", "The mission becomes a graph of tasks with reviews and human gates."],
    ...(planFirst ? [["You approve it", "It waits in your inbox. You can request changes."]] : []),
    ["It runs in parallel", "Every result is verified. Failed attempts are retried with the diagnosis."],
    ["Reviews check progress", "When things change, the rest of the plan is replaced."],
    [
      "It stops when it needs you",
      "Gates wait for you, even across restarts, until their deadline if they have one.",
    ],
  ] as const;
  return (
    <Card title="What happens next">
      <ol className="grid gap-3">
        {steps.map(([title, text], index) => (
          <li key={title} className="flex gap-3">
            <span
              aria-hidden="true"
              className="grid size-6 shrink-0 place-items-center rounded-full border border-line text-muted text-xs"
            >
              {index + 1}
            </span>
            <span>
              <span className="font-medium">{title}</span>
              <span className="block text-muted">{text}</span>
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** Selects a part of a text area and brings it into its middle. */
function selectInText(area: HTMLTextAreaElement, { start, end }: TextRange): void {
  area.focus();
  area.setSelectionRange(start, end);
  area.scrollTop = Math.max(0, heightOfTextBefore(area, start) - area.clientHeight / 3);
  area.scrollIntoView({ block: "nearest" });
}

/** How high the text before an offset stands: browsers tell it of elements alone, so a copy of it is measured. */
function heightOfTextBefore(area: HTMLTextAreaElement, offset: number): number {
  const copy = document.createElement("div");
  const { font, lineHeight, letterSpacing, tabSize, paddingLeft, paddingRight } = getComputedStyle(area);
  Object.assign(copy.style, { font, lineHeight, letterSpacing, tabSize, paddingLeft, paddingRight });
  Object.assign(copy.style, {
    position: "absolute",
    visibility: "hidden",
    whiteSpace: "pre-wrap",
    overflowWrap: "break-word",
    boxSizing: "border-box",
    width: `${area.clientWidth}px`,
  });
  copy.textContent = area.value.slice(0, offset);
  document.body.append(copy);
  const height = copy.offsetHeight;
  copy.remove();
  return height;
}
