"use client";

import { modelsQuery, templateQuery, templatesQuery } from "@/lib/client/query";
import { agent } from "@/lib/core/plan/schema";
import { TEMPLATE_KINDS } from "@/lib/core/templates/limits";
import type { TemplateParam } from "@/lib/core/templates/params";
import {
  agentTemplateView,
  reviewTemplateView,
  templateDetail,
  templateView,
} from "@/lib/testing/views/template-view";
import { AgentForm } from "../../templates/agent-form";
import { AgentText } from "../../templates/agent-text";
import { ChooseTemplate } from "../../templates/choose-template";
import { NewTemplate } from "../../templates/new-template";
import { draftOfParam, ParamFields } from "../../templates/param-fields";
import { ReviewForm } from "../../templates/review-form";
import { SaveTemplate } from "../../templates/save-template";
import { NextVersion, TemplateDrawer } from "../../templates/template-drawer";
import { TemplateForm } from "../../templates/template-form";
import { TemplatesScreen } from "../../templates/templates-screen";
import { OlderEdits, StartsFrom } from "../../ui/older-edits";
import {
  ActStates,
  Answered,
  Fetched,
  InPlace,
  Kept,
  LONG_TEXT,
  nothing,
  Specimen,
  State,
} from "../specimen";

/** Plans, reviews and agents that a workspace keeps. */
export function Templates() {
  return (
    <>
      <Specimen name="TemplatesScreen" states="each kind, archived, long text; none of each kind">
        {() => (
          <>
            {LISTS.map(([name, templates]) => (
              <State key={name} name={name}>
                <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
                  <TemplatesScreen
                    kind={templates[0]?.kind ?? "plan"}
                    templates={templates}
                    archived={name === "archived"}
                  />
                </div>
              </State>
            ))}
            {TEMPLATE_KINDS.map((kind) => (
              <State key={kind} name={`none: ${kind}`}>
                <TemplatesScreen kind={kind} templates={[]} archived={false} />
              </State>
            ))}
            <State name="none archived">
              <TemplatesScreen kind="plan" templates={[]} archived />
            </State>
          </>
        )}
      </Specimen>
      <Specimen
        name="TemplateDrawer"
        states="each kind, archived and without parameters, loading, not loaded"
      >
        {() => (
          <Fetched
            queries={DETAILS.map((data) => ({ queryKey: templateQuery(data.templateId).queryKey, data }))}
            failed={[templateQuery("failed").queryKey]}
          >
            <InPlace>
              {[
                ...DETAILS,
                { kind: "plan", templateId: "loading" },
                { kind: "plan", templateId: "failed" },
              ].map(({ kind, templateId }) => (
                <State key={templateId} name={templateId}>
                  <TemplateDrawer kind={kind as "plan"} templateId={templateId} onClose={nothing} />
                </State>
              ))}
              <ActStates>
                {() => <TemplateDrawer kind="plan" templateId="plan" onClose={nothing} />}
              </ActStates>
            </InPlace>
          </Fetched>
        )}
      </Specimen>
      <Specimen name="OlderEdits" states="unsaved changes to two versions">
        {(scheme) => (
          <Kept
            values={{ [`specimen/older/${scheme}/1`]: LONG_TEXT, [`specimen/older/${scheme}/2`]: LONG_TEXT }}
          >
            <div className="grid gap-3">
              <OlderEdits
                keptAs={(version) => `specimen/older/${scheme}/${version}`}
                versions={[2, 1]}
                onContinue={nothing}
              />
            </div>
          </Kept>
        )}
      </Specimen>
      <Specimen name="StartsFrom" states="an edit of an older version">
        {() => <StartsFrom version={1} newest={2} />}
      </Specimen>
      <Specimen name="NextVersion" states="each kind, begun with an older version, while it saves, refused">
        {(scheme) => (
          <Fetched queries={FACTS}>
            {DETAILS.slice(0, 3).map((detail) => (
              <State key={detail.templateId} name={detail.templateId}>
                <NextVersion
                  detail={{ ...detail, newest: detail.version + 1 }}
                  from={detail.version}
                  keptAs={`specimen/next/${detail.templateId}/${scheme}`}
                  onClose={nothing}
                />
              </State>
            ))}
            {DETAILS.slice(0, 1).map((detail) => (
              <ActStates key={detail.templateId}>
                {(name) => (
                  <NextVersion
                    detail={detail}
                    from={detail.version}
                    keptAs={`specimen/${name}/${scheme}`}
                    onClose={nothing}
                  />
                )}
              </ActStates>
            ))}
          </Fetched>
        )}
      </Specimen>
      <Specimen name="NewTemplate" states="each kind, while it saves, refused">
        {() => (
          <Fetched queries={FACTS}>
            <InPlace>
              {TEMPLATE_KINDS.map((kind) => (
                <State key={kind} name={kind}>
                  <NewTemplate kind={kind} onClose={nothing} />
                  <ActStates>{() => <NewTemplate kind={kind} onClose={nothing} />}</ActStates>
                </State>
              ))}
            </InPlace>
          </Fetched>
        )}
      </Specimen>
      <Specimen name="TemplateForm" states="with each parameter, refused, while it saves">
        {() => (
          <Fetched queries={[]}>
            <State name="refused">
              <TemplateForm
                begins={{ text: PARAMS.map(({ name }) => `{{${name}}}`).join(" "), params: PARAMS }}
                {...FORM}
              />
            </State>
            <State name="while it saves">
              <TemplateForm begins={{ text: "Step 1: Walk", params: [] }} {...SAVING} />
            </State>
          </Fetched>
        )}
      </Specimen>
      <Specimen name="ReviewForm" states="filled and refused">
        {() => <ReviewForm {...(REVIEW.review && { begins: REVIEW.review })} {...FORM} />}
      </Specimen>
      <Specimen
        name="AgentForm"
        states="filled and refused, what cannot be read, while tools load, where they could not be loaded"
      >
        {(scheme) => (
          <>
            <State name="filled and refused">
              <Fetched queries={FACTS}>
                <AgentForm {...(AGENT.agent && { begins: AGENT.agent })} {...FORM} />
              </Fetched>
            </State>
            <State name="what cannot be read">
              <Fetched queries={FACTS}>
                <Kept values={{ [`agent-${scheme}`]: UNREAD }}>
                  <AgentForm {...SAVING} busy={false} keptAs={`agent-${scheme}`} />
                </Kept>
              </Fetched>
            </State>
            <State name="while tools load">
              <Fetched queries={[]}>
                <AgentForm {...SAVING} />
              </Fetched>
            </State>
            <State name="not loaded">
              <Fetched queries={[]} failed={[["tools"]]}>
                <AgentForm {...SAVING} />
              </Fetched>
            </State>
          </>
        )}
      </Specimen>
      <Specimen name="AgentText" states="nothing set, everything set">
        {() => (
          <>
            <AgentText agent={agent.parse({})} />
            <AgentText
              agent={agent.parse({
                ...{ prompt: LONG_TEXT, tools: ["search", "deploy"], model: "acme:large", maxTokens: 9_000 },
                policy: { denied: ["deploy"] },
              })}
            />
          </>
        )}
      </Specimen>
      <Specimen name="ParamFields" states="each type">
        {() =>
          PARAMS.map((param) => (
            <State key={param.name} name={param.name}>
              <ParamFields param={draftOfParam(param)} onChange={nothing} />
            </State>
          ))
        }
      </Specimen>
      <Specimen
        name="ChooseTemplate"
        states="each parameter, while it is filled in, refused, none yet, loading, not loaded"
      >
        {() => (
          <InPlace>
            <State name="each parameter">
              <Fetched queries={templatesAre([templateView({ params: PARAMS }), PLAIN])}>
                <ChooseTemplate begins={undefined} onChoose={nothing} onClose={nothing} />
              </Fetched>
            </State>
            <Fetched queries={templatesAre([PLAIN])}>
              <ActStates>
                {() => <ChooseTemplate begins={undefined} onChoose={nothing} onClose={nothing} />}
              </ActStates>
            </Fetched>
            <State name="none yet">
              <Fetched queries={templatesAre([])}>
                <ChooseTemplate begins={undefined} onChoose={nothing} onClose={nothing} />
              </Fetched>
            </State>
            <State name="loading">
              <Fetched queries={[]}>
                <ChooseTemplate begins={undefined} onChoose={nothing} onClose={nothing} />
              </Fetched>
            </State>
            <State name="not loaded">
              <Fetched queries={[]} failed={[templatesQuery().queryKey]}>
                <ChooseTemplate begins={undefined} onChoose={nothing} onClose={nothing} />
              </Fetched>
            </State>
          </InPlace>
        )}
      </Specimen>
      <Specimen name="SaveTemplate" states="of a new name, beside others, while it saves, refused, saved">
        {() => (
          <InPlace>
            <State name="of a new name">
              <Fetched queries={templatesAre([])}>
                <SaveTemplate runId="run_1" version={2} onClose={nothing} />
              </Fetched>
            </State>
            <State name="beside others">
              <Fetched queries={templatesAre([templateView(), PLAIN])}>
                <SaveTemplate runId="run_1" version={2} onClose={nothing} />
              </Fetched>
            </State>
            <Fetched queries={templatesAre([])}>
              <ActStates>{() => <SaveTemplate runId="run_1" version={2} onClose={nothing} />}</ActStates>
              <State name="saved">
                <Answered reply={{ value: { templateId: "tpl_1", version: 3 } }}>
                  <SaveTemplate runId="run_1" version={2} onClose={nothing} />
                </Answered>
              </State>
            </Fetched>
          </InPlace>
        )}
      </Specimen>
    </>
  );
}

const PARAMS: TemplateParam[] = [
  { name: "city", type: "text", required: true, help: "Where the tour is." },
  { name: "days", type: "number", required: false, default: 3 },
  { name: "pace", type: "choice", required: true, options: ["slow", "fast"] },
  { name: "a-parameter-whose-name-is-as-long-as-may", type: "text", required: false, default: LONG_TEXT },
];
const REVIEW = reviewTemplateView();
const AGENT = agentTemplateView();
/** An agent that was begun and is not sent, of which something cannot be read. */
const UNREAD = { name: "Reader", useWhen: "", ...AGENT.agent, other: '{ "pace": 1 }' };
const PLAIN = templateView({ templateId: "plain", name: LONG_TEXT, title: LONG_TEXT, params: [], tasks: 12 });
const LISTS = [
  ["plan", [templateView({ params: PARAMS }), PLAIN]],
  ["review", [REVIEW, reviewTemplateView({ templateId: "tpl_2", name: LONG_TEXT, decided: [] })]],
  ["agent", [AGENT, agentTemplateView({ templateId: "tpl_2", name: LONG_TEXT, work: [] })]],
  ["archived", [templateView({ archived: true, outcomes: [] })]],
] as const;
const DETAILS = [
  { ...templateDetail(templateView({ params: PARAMS })), templateId: "plan" },
  { ...templateDetail(REVIEW), templateId: "review" },
  { ...templateDetail(AGENT), templateId: "agent" },
  { ...templateDetail(templateView({ archived: true, params: [] })), templateId: "archived" },
];

const templatesAre = (items: readonly unknown[]) => [
  { queryKey: templatesQuery().queryKey, data: { items } },
];

const PROBLEM = { message: "The template has 2 errors.", issues: ["Enter a name.", LONG_TEXT] };
const FORM = {
  ...{ problem: PROBLEM, busy: false, submitLabel: "Save version 3", onSubmit: nothing, onCancel: nothing },
};
const SAVING = { ...FORM, problem: undefined, busy: true };

/** What the form of an agent chooses from. */
const FACTS = [
  {
    queryKey: ["tools"],
    data: {
      items: ["search", "deploy"].map((name) => ({
        ...{ name, description: `What ${name} does.`, tags: [], idempotent: true, repeatable: true },
        ...{ sideEffects: name === "deploy" ? "external" : "read", timeoutMs: 1_000, inputSchema: {} },
      })),
    },
  },
  { queryKey: ["policies", "list"], data: { items: [] } },
  {
    queryKey: ["me"],
    data: { id: "ada", name: "Ada", roles: [], everyone: true, capabilities: ["view", "operate"] },
  },
  { queryKey: modelsQuery().queryKey, data: { models: [], providers: [], roles: [], simulatedTools: false } },
];
