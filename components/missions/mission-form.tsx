"use client";

import dynamic from "next/dynamic";
import {
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { formatCounted } from "@/lib/core/describe/amounts";
import type { SettingsForm } from "@/lib/core/run/settings-form";
import type { RunBudgets } from "@/lib/core/run/state/ledger";
import { elideText } from "@/lib/core/text";
import { AttachmentField } from "../attachments/attachment-field";
import { attachedIds, type FormFile, notReadyReason } from "../attachments/uploads";
import { useUploads } from "../attachments/use-uploads";
import type { ToolInfo } from "../policies/types";
import { useMissingRight } from "../shell/rights";
import { actOf, FORM_KEYS, keysOf } from "../ui/behavior/shortcuts";
import { Button } from "../ui/button";
import { CodeArea, Field, TextArea, TextInput } from "../ui/field";
import { Kbd } from "../ui/kbd";
import { Nothing } from "../ui/nothing";
import { Problem } from "../ui/problem";
import { RestoredNote } from "../ui/restored-note";
import { inputOf, type MissionDraft } from "./mission-draft";
import { MissionSettings } from "./settings/mission-settings";
import type { ModelChoice } from "./settings/model-field";
import { TemplateChoice } from "./template-choice";
import { useStartMission } from "./use-start-mission";

/** Drawn on the server too: its scripts come behind those of the form. */
const PlanImport = dynamic(() => import("../plans/plan-import").then((room) => room.PlanImport), {
  loading: Nothing,
});

type PlanFieldProps = {
  plan: string;
  attached: AttachedPlan | undefined;
  onPlan(plan: string, imported: boolean): void;
  area: RefObject<HTMLTextAreaElement | null>;
  /** Brings back the text from before it was rewritten; undefined when it was not. */
  onUndo: (() => void) | undefined;
};

/** A plan that the form holds, as far as it can be read. */
export type AttachedPlan = { title: string | undefined; tasks: number | undefined };

type MissionFormProps = {
  draft: MissionDraft;
  onDraft(draft: MissionDraft): void;
  models: readonly ModelChoice[];
  tools: readonly ToolInfo[];
  settings: SettingsForm;
  /** What the workspace gives to runs that bring no limits of their own. */
  budgets: RunBudgets;
  /** The plan's text. */
  area: RefObject<HTMLTextAreaElement | null>;
  missionArea: RefObject<HTMLTextAreaElement | null>;
  onUndo: (() => void) | undefined;
  /** The template that is to be chosen at once. */
  askedTemplate: string | undefined;
  /** Files that are there already. */
  files: readonly FormFile[];
  /** What the run will do in place of a plan that is to be written. */
  attached?: AttachedPlan | undefined;
  /** So many parts of the plan are not read, and not left out. */
  unread: number;
  /** The form began with what was typed before, its plan among it where that is still there. */
  restored?: { atMs: number | undefined; hasPlan: boolean; onRemove(): void } | undefined;
  /** Told of those that have arrived. */
  onFiles(files: FormFile[]): void;
  onStarted(): void;
  /** Empties the form; undefined where nothing was filled in. */
  onDiscard: (() => void) | undefined;
};

/** A mission in one's own words, with a plan pasted if there is one. What was typed stays when something is wrong. */
export function MissionForm({
  draft,
  onDraft,
  models,
  tools,
  settings,
  budgets,
  area,
  missionArea,
  onUndo,
  askedTemplate,
  files,
  attached,
  unread,
  restored,
  onFiles,
  onStarted,
  onDiscard,
}: MissionFormProps) {
  const { pending: started, problem, startMission } = useStartMission();
  const pending = started !== undefined;
  const [tried, setTried] = useState(false);
  const uploads = useUploads({ begins: files });
  useFileReports(uploads.files, onFiles);
  const missing = useMissingRight("operate");
  const unsettled = unread > 0 ? unsettledText(unread) : undefined;
  const unready = missing ?? unsettled ?? notReadyReason(uploads.files);
  const send = async () => {
    setTried(true);
    if (unready !== undefined) return;
    if (await startMission(inputOf({ ...draft, attachments: attachedIds(uploads.files) }))) onStarted();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (actOf(FORM_KEYS, event) !== "submit") return;
    // A key of a dialog that was opened from here means the dialog.
    if (!event.currentTarget.contains(event.target as Node)) return;
    event.preventDefault();
    void send();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  return (
    <form onSubmit={onSubmit} onKeyDown={onKeyDown} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <AttachmentField uploads={uploads}>
        <Field
          label="Mission"
          help="Describe the outcome you want. Optional if you paste a plan: its title is used."
        >
          {(wiring) => (
            <TextArea
              {...wiring}
              ref={missionArea}
              rows={4}
              value={draft.mission}
              onChange={(event) => onDraft({ ...draft, mission: event.target.value })}
              placeholder="Deploy the fraud detection model to production"
            />
          )}
        </Field>
      </AttachmentField>
      <TemplateChoice
        template={draft.template}
        asked={askedTemplate}
        onChoose={(template, plan) => onDraft({ ...draft, template, plan, imported: false })}
        onRemove={() => onDraft({ ...draft, template: undefined, plan: "" })}
      />
      <PlanField
        plan={draft.plan}
        attached={attached}
        onPlan={(plan, imported) => onDraft({ ...draft, plan, imported, template: undefined })}
        area={area}
        onUndo={onUndo}
      />
      <Field
        label={
          <>
            Tags <span className="font-normal text-muted">(optional)</span>
          </>
        }
        help="Separated by commas. The list of runs can be filtered by them, and lessons with the same tag are found."
      >
        {(wiring) => (
          <TextInput
            {...wiring}
            value={draft.tags ?? ""}
            onChange={({ target }) => onDraft({ ...draft, tags: target.value })}
          />
        )}
      </Field>
      <MissionSettings
        draft={draft}
        onDraft={onDraft}
        form={settings}
        models={models}
        tools={tools}
        budgets={budgets}
      />
      <div className="sticky bottom-0 z-10 -mx-4 -mb-3 rounded-b-xl border-line border-t bg-panel px-4 py-3 max-md:bottom-(--navigation)">
        <div className="max-h-[40dvh] overflow-y-auto has-[p]:mb-3">
          <Problem problem={tried && unready !== undefined ? { message: unready, issues: [] } : problem} />
        </div>
        {restored && !pending && (
          <RestoredNote
            atMs={restored.atMs}
            what={restored.hasPlan ? attachedText(attached) : undefined}
            onRemove={restored.onRemove}
          />
        )}
        {attached && (
          <p className="mb-2 line-clamp-1 text-xs">
            Runs the attached plan{planText(attached) && `: ${planText(attached)}`}. No other plan is written.
          </p>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button
            type="submit"
            variant="main"
            // As wide and high before its plan is read as after.
            className={attached ? "min-w-0 max-w-full max-md:w-full" : ""}
            disabled={pending || missing !== undefined || unsettled !== undefined}
          >
            <span className="truncate">
              {pending ? "Starting…" : attached ? startText(attached) : "Start mission"}
            </span>
          </Button>
          {onDiscard && !pending && (
            <Button variant="quiet" onClick={onDiscard}>
              Discard
            </Button>
          )}
          {(missing ?? unsettled) && <p className="text-muted text-xs">{missing ?? unsettled}</p>}
          <span aria-hidden="true" className="max-md:hidden">
            <Kbd keys={keysOf(FORM_KEYS, "submit")} />
          </span>
        </div>
      </div>
    </form>
  );
}

const unsettledText = (parts: number): string =>
  `Settle ${formatCounted(parts, "part", "parts")} of the plan in the preview first.`;

const countOf = (tasks: number, between = " "): string =>
  `${tasks}${between}${tasks === 1 || between === "-" ? "task" : "tasks"}`;

/** "Choose a backup strategy, 6 tasks", as far as that is known. */
const planText = ({ title, tasks }: AttachedPlan): string =>
  [title && elideText(title, 60), tasks !== undefined && countOf(tasks)].filter(Boolean).join(", ");

const attachedText = (plan: AttachedPlan | undefined): string | undefined =>
  plan && `${plan.tasks === undefined ? "" : `${countOf(plan.tasks, "-")} `}plan attached`;

const startText = (plan: AttachedPlan): string =>
  planText(plan) === "" ? "Run this plan" : `Run this plan: ${planText(plan)}`;

/** Tells of files once they have arrived or were removed; what is on its way is lost with the page. */
function useFileReports(files: readonly FormFile[], onFiles: MissionFormProps["onFiles"]): void {
  const told = useRef(files);
  useEffect(() => {
    if (told.current === files) return;
    told.current = files;
    onFiles(files.filter(({ status }) => status === "kept"));
  }, [files, onFiles]);
}

/** Who opens the field is about to paste: the preview and its layout engine are there when the plan comes. */
const warmPreview = () => void import("../graph/run-graph").then((room) => room.warmGraph());

/** A plan that is pasted, typed, dropped or chosen as a file. */
function PlanField({ plan, attached, onPlan, area, onUndo }: PlanFieldProps) {
  const isEmpty = plan.trim() === "";
  const insertExample = async () => onPlan((await import("./sample-plan")).SAMPLE_PLAN, false);
  return (
    <details onToggle={warmPreview} className="rounded-lg border border-line">
      <summary className="px-3 py-2 font-medium">
        {/* In one line, however long its title is: what is below stays where it is. */}
        <span className="inline-block max-w-[calc(100%-1.5rem)] truncate align-bottom">
          {attached ? "Plan attached " : "Paste a plan "}
          <span className="font-normal text-muted">{attached ? planText(attached) : "(optional)"}</span>
        </span>
      </summary>
      <div className="grid gap-2 border-line border-t p-3">
        <PlanImport
          onText={(text) => onPlan(text, true)}
          beside={
            isEmpty && (
              <Button size="small" onClick={() => void insertExample()}>
                Insert an example
              </Button>
            )
          }
        >
          <Field
            label="Plan (JSON or text)"
            help="Checked as you type. You can also drop a file here. With a plan, the run starts right away; without one, a plan is drafted first."
          >
            {(wiring) => (
              <PlanText {...wiring} area={area} text={plan} onText={(text) => onPlan(text, false)} />
            )}
          </Field>
        </PlanImport>
        <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 empty:sr-only">
          {onUndo && (
            <>
              <span>The plan text was rewritten with the changed predicate.</span>
              <Button size="small" onClick={onUndo}>
                Undo
              </Button>
            </>
          )}
        </div>
      </div>
    </details>
  );
}

type PlanTextProps = {
  id: string;
  "aria-describedby"?: string;
  area: RefObject<HTMLTextAreaElement | null>;
  text: string;
  onText(text: string): void;
};

/**
 * The text of a plan, which may be long: the browser keeps it, and no key writes it back. What comes from elsewhere, such
 * as a file, is put into it.
 */
function PlanText({ id, "aria-describedby": describedBy = "", area, text, onText }: PlanTextProps) {
  const [begins] = useState(text);
  const held = useRef(text);
  const latest = useRef(onText);
  useLayoutEffect(() => {
    latest.current = onText;
    if (held.current === text) return;
    held.current = text;
    if (area.current && area.current.value !== text) area.current.value = text;
  }, [area, text, onText]);
  return useMemo(
    () => (
      <CodeArea
        id={id}
        aria-describedby={describedBy}
        ref={area}
        rows={14}
        defaultValue={begins}
        onChange={({ target }) => {
          held.current = target.value;
          latest.current(held.current);
        }}
      />
    ),
    [id, describedBy, area, begins],
  );
}
