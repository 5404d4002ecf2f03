"use client";

import { Play } from "lucide-react";
import { useRef } from "react";
import { localOperator } from "@/lib/core/people";
import { reflectionSettings } from "@/lib/core/reflection";
import { SCENARIOS } from "@/lib/core/scenarios";
import type { FormFile } from "../../attachments/uploads";
import type { MissionDraft } from "../../missions/mission-draft";
import { MissionForm } from "../../missions/mission-form";
import { NewMission } from "../../missions/new-mission";
import { SampleCards, SampleGrid } from "../../missions/sample-cards";
import { DEFAULTS } from "../../missions/settings/chosen-settings";
import { CountField } from "../../missions/settings/count-field";
import type { ModelChoice } from "../../missions/settings/model-field";
import { RunSettings } from "../../missions/settings/run-settings";
import { TemplateChoice } from "../../missions/template-choice";
import { RightsOfViewer } from "../../shell/rights";
import { ActStates, LONG_TEXT, nothing, PageWide, Panel, refused, Specimen, State } from "../specimen";

/** How a run begins, and all that may be said about it before. */
export function Missions() {
  return (
    <>
      <Specimen
        name="MissionForm"
        states="fresh, filled, of a template, with files on their way, without the right; starting is refused"
      >
        {() => (
          <>
            {FORMS.map(([name, draft, files]) => (
              <State key={name} name={name}>
                <RightsOfViewer
                  capabilities={
                    name === "without the right" ? ["view"] : ["view", "operate", "review", "admin"]
                  }
                >
                  <div className="overflow-clip rounded-xl border border-line bg-panel px-4 py-3">
                    <Form draft={draft} files={files} />
                  </div>
                </RightsOfViewer>
              </State>
            ))}
            <ActStates>
              {() => (
                <div className="overflow-clip rounded-xl border border-line bg-panel px-4 py-3">
                  <Form draft={FILLED} files={[]} />
                </div>
              )}
            </ActStates>
          </>
        )}
      </Specimen>
      <Specimen name="NewMission" states="fresh, with a plan that is about to be read">
        {(scheme) => (
          <>
            <PageWide>
              <Fresh scheme={scheme} />
            </PageWide>
            <PageWide>
              <Fresh scheme={`planned-${scheme}`} begins={{ draft: FILLED }} />
            </PageWide>
          </>
        )}
      </Specimen>
      <Specimen name="SampleGrid" states="the first one leads, plain and disabled">
        {() => (
          <>
            <State name="leads">
              <SampleGrid scenarios={SCENARIOS} labelOf={labelOf} icon={ICON} leads onPick={nothing} />
            </State>
            <State name="disabled">
              <SampleGrid
                scenarios={[...SCENARIOS.slice(0, 1), LONG_SCENARIO]}
                labelOf={labelOf}
                icon={ICON}
                disabled
                onPick={nothing}
              />
            </State>
          </>
        )}
      </Specimen>
      <Specimen name="SampleCards" states="several, one that is started, refused">
        {() => (
          <>
            <SampleCards scenarios={SCENARIOS.slice(0, 2)} start={refused} />
            <ActStates input={SCENARIOS[0]}>
              {() => <SampleCards scenarios={SCENARIOS.slice(0, 2)} start={refused} />}
            </ActStates>
          </>
        )}
      </Specimen>
      <Specimen name="TemplateChoice" states="none, chosen, long name">
        {() =>
          [undefined, TEMPLATE, { ...TEMPLATE, name: LONG_TEXT }].map((template) => (
            <TemplateChoice
              key={template?.name ?? "none"}
              template={template}
              asked={undefined}
              onChoose={nothing}
              onRemove={nothing}
            />
          ))
        }
      </Specimen>
      <Specimen name="RunSettings" states="as it opens, everything on, limits of the workspace">
        {() =>
          SETTINGS.map(([name, draft]) => (
            <State key={name} name={name}>
              <Panel>
                <RunSettings
                  draft={draft}
                  onDraft={nothing}
                  models={MODELS}
                  tools={TOOLS}
                  budgets={name === "everything on" ? { maxTokens: 200_000, maxCostMicroUsd: 5_000_000 } : {}}
                />
              </Panel>
            </State>
          ))
        }
      </Specimen>
      <Specimen name="CountField" states="default, set, out of its range">
        {() =>
          [undefined, 3, 99].map((value) => (
            <CountField
              key={String(value)}
              label={`Maximum turns, ${value ?? "default"}`}
              help="Of one attempt."
              min={1}
              max={10}
              defaultValue={8}
              value={value}
              onChange={nothing}
            />
          ))
        }
      </Specimen>
    </>
  );
}

const ICON = <Play aria-hidden="true" className="size-3.5" />;
const labelOf = () => "Run sample";
const LONG_SCENARIO = { name: "long", title: LONG_TEXT, mission: LONG_TEXT, description: LONG_TEXT };

const MODELS: readonly ModelChoice[] = [
  { id: "acme:large", provider: "acme", label: "Large", simulated: false, priced: true },
  { id: "acme:free", provider: "acme", label: null, simulated: false, priced: false },
  { id: "simulated:scenarios", provider: "simulated", label: null, simulated: true, priced: true },
];
const TOOLS = ["search", "deploy"].map((name) => ({
  ...{ name, description: `What ${name} does.`, tags: ["demo"], inputSchema: {} },
  sideEffects: name === "deploy" ? ("external" as const) : ("read" as const),
}));

const TEMPLATE = { templateId: "tpl_1", version: 2, name: "City tour", values: { city: "Lisbon" } };
const FILES: readonly FormFile[] = [
  { key: "kept", name: "sales.csv", bytes: 2_048, status: "kept", id: "att_1" },
  { key: "sending", name: "notes.md", bytes: 4_096, status: "sending", sent: 1_024 },
  { key: "failed", name: "plan.pdf", bytes: 9_000, status: "failed", problem: "Could not reach the server." },
];
const EMPTY: MissionDraft = { mission: "", plan: "" };
const FILLED: MissionDraft = {
  mission: "Compare the quarters.",
  plan: "Step 1: Read both",
  tags: "sales, q3",
};
const FORMS: readonly [name: string, draft: MissionDraft, files: readonly FormFile[]][] = [
  ["fresh", EMPTY, []],
  ["filled", { ...FILLED, mission: LONG_TEXT }, []],
  ["of a template", { ...FILLED, template: TEMPLATE }, []],
  ["with files", FILLED, FILES],
  ["without the right", EMPTY, []],
];

type FormGiven = { draft: MissionDraft; files: readonly FormFile[]; unread?: number };

function Form({ draft, files, unread = 0 }: FormGiven) {
  const area = useRef<HTMLTextAreaElement>(null);
  const missionArea = useRef<HTMLTextAreaElement>(null);
  return (
    <MissionForm
      {...{ draft, files, area, missionArea, unread }}
      onDraft={nothing}
      models={MODELS}
      tools={TOOLS}
      budgets={{}}
      start={refused}
      onUndo={draft.template && nothing}
      askedTemplate={undefined}
      onFiles={nothing}
      onStarted={nothing}
      onDiscard={draft === EMPTY ? undefined : nothing}
    />
  );
}

type FreshProps = { scheme: string; begins?: Parameters<typeof NewMission>[0]["begins"] };

const Fresh = ({ scheme, begins = {} }: FreshProps) => (
  <NewMission
    begins={begins}
    models={MODELS}
    tools={TOOLS}
    policies={[]}
    people={[localOperator]}
    scenarios={SCENARIOS.slice(0, 2)}
    budgets={{}}
    start={refused}
    keptAs={`mission-specimen-${scheme}`}
  />
);

const SETTINGS: readonly [name: string, draft: MissionDraft][] = [
  ["as it opens", EMPTY],
  [
    "everything on",
    {
      ...EMPTY,
      ...{ model: "acme:large", roleModels: { planner: "acme:free" } },
      settings: {
        ...{ reasoning: true, selfCritique: true, fourEyes: true, detailOnDemand: true },
        reflection: reflectionSettings.parse({ enabled: true, threshold: 0.9, model: "acme:large" }),
        retrospect: { ...DEFAULTS.retrospect, enabled: true },
        refinement: { ...DEFAULTS.refinement, enabled: true },
        lessons: { ...DEFAULTS.lessons, use: true, propose: true },
        examples: { ...DEFAULTS.examples, use: true },
        ...{ maxTokens: null, maxHops: 40, maxConcurrency: 99 },
        toolPolicy: { denied: ["deploy"], allowed: null, requiredTags: [], rules: [] },
      },
    },
  ],
];
