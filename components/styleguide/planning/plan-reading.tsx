"use client";

import { useMemo } from "react";
import { getOwn } from "@/lib/core/own";
import { critiquePlan } from "@/lib/core/plan/critic";
import { type Coverage, FINDING_SEVERITIES, type Finding } from "@/lib/core/plan/critic/types";
import { statedReason } from "@/lib/core/run/reasons";
import type { FindingVerdict } from "@/lib/core/run/state";
import { ANNA, planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { VersionCritiqueView } from "../../plans/critique/critique";
import { FindingList } from "../../plans/critique/finding-list";
import { VerdictForm, VerdictNote } from "../../plans/critique/finding-verdict";
import { Score } from "../../plans/critique/score";
import type { VersionCritique } from "../../plans/critique/use-critique";
import { DiffLines } from "../../plans/diff-lines";
import { PlanExport } from "../../plans/plan-export";
import { FileProblem, PlanImport } from "../../plans/plan-import";
import { PlanPreview } from "../../plans/plan-preview";
import { PredicateEditor } from "../../plans/predicate/predicate-editor";
import { PredicatePanel } from "../../plans/predicate/predicate-panel";
import { TaskPredicate } from "../../plans/predicate/task-predicate";
import { readPlanSource } from "../../plans/reading/plan-reading";
import { TaskDetails } from "../../plans/task-details";
import { wordChanges } from "../../plans/word-changes";
import { ChangedWords } from "../../ui/changed-words";
import { TextArea } from "../../ui/field";
import {
  ActStates,
  Fetched,
  LONG_TEXT,
  nothing,
  Opened,
  Panel,
  Row,
  refused,
  Specimen,
  State,
} from "../specimen";

/** A plan as it is read, criticized and taken away. */
export function PlanReadings() {
  return (
    <>
      <Specimen
        name="PlanPreview"
        states="ready, with a selected task, with errors, no plan, no plan after a valid one"
      >
        {(scheme) => <Previews scheme={scheme} />}
      </Specimen>
      <Specimen name="TaskDetails" states="little, everything with issues and its place in the text">
        {() => <Details />}
      </Specimen>
      <Specimen
        name="VersionCritiqueView"
        states="findings of each severity with and without a verdict, with coverage, ended, loading, could not load, not critiqued"
      >
        {(scheme) => <Critiques scheme={scheme} />}
      </Specimen>
      <Specimen name="FindingList" states="more than a few, without a way to a task">
        {() => (
          <FindingList
            label="Findings"
            findings={Array.from({ length: 12 }, (_, at) => findingOf("info", `many ${at}`))}
            titles={TITLES}
          />
        )}
      </Specimen>
      <Specimen name="Score" states="good, fair, weak">
        {() => (
          <Row>
            {[10, 6, 2].map((score) => (
              <Score key={score} score={score} />
            ))}
          </Row>
        )}
      </Specimen>
      <Specimen name="VerdictNote" states="accepted, waived with a long reason">
        {() => (
          <>
            <VerdictNote verdict={verdictOf("accepted", "It is right.")} />
            <VerdictNote verdict={verdictOf("waived", LONG_TEXT)} />
          </>
        )}
      </Specimen>
      <Specimen name="VerdictForm" states="accepts, waives, while it is sent, refused">
        {(scheme) => (
          <>
            {(["accepted", "waived"] as const).map((verdict) => (
              <VerdictForm key={verdict} {...verdictFormOf(`${verdict}-${scheme}`)} verdict={verdict} />
            ))}
            <ActStates>
              {(name) => <VerdictForm {...verdictFormOf(`${name}-${scheme}`)} verdict="waived" />}
            </ActStates>
          </>
        )}
      </Specimen>
      <Specimen name="ChangedWords" states="all of the text, what stands next to the changes">
        {() => (
          <>
            <p>
              <ChangedWords parts={WORDS_CHANGED} />
            </p>
            <p>
              <ChangedWords parts={WORDS_CHANGED} isShort />
            </p>
          </>
        )}
      </Specimen>
      <Specimen name="DiffLines" states="each sign, long text, the words of one that changed, no changes">
        {() => (
          <>
            <DiffLines
              lines={[
                ...(["+", "~", "±", "⇄", "−"] as const).map((sign) => ({ sign, text: `With ${sign}` })),
                { sign: "~", text: LONG_TEXT },
                {
                  ...{ sign: "~", text: "Send: instructions changed" },
                  words: [{ label: "instructions", parts: WORDS_CHANGED }],
                },
              ]}
            />
            <DiffLines lines={[]} />
          </>
        )}
      </Specimen>
      <Specimen
        name="PredicatePanel"
        states="passed, failed, another kind of value, with issues and not evaluated, empty, read-only"
      >
        {() =>
          PREDICATES.map(([name, source, result]) => (
            <State key={name} name={name}>
              <PredicatePanel
                source={source}
                dependencies={["a"]}
                initialData={{ result, input: "", depends: "" }}
                {...(name !== "read-only" && { onApply: nothing })}
              />
            </State>
          ))
        }
      </Specimen>
      <Specimen name="PredicateEditor" states="to be edited, read-only: both come with a script">
        {() => (
          <>
            <PredicateEditor source="(pos? data/result)" onSource={nothing} issues={[]} {...EDITOR} />
            <PredicateEditor source="(pos? data/result)" issues={[]} {...EDITOR} />
          </>
        )}
      </Specimen>
      <Specimen name="TaskPredicate" states="before its result, with one, long text">
        {(scheme) => <TaskPredicates scheme={scheme} />}
      </Specimen>
      <Specimen name="PlanExport" states="usual, with its own label, open">
        {() => (
          <Row>
            <PlanExport fileOf={noFile} />
            <PlanExport label="Export plan" fileOf={noFile} />
            <Opened>
              <PlanExport fileOf={noFile} />
            </Opened>
          </Row>
        )}
      </Specimen>
      <Specimen name="PlanImport" states="with a text and another button">
        {(scheme) => (
          <PlanImport onText={nothing} beside={<PlanExport fileOf={noFile} />}>
            <TextArea aria-label={`Plan, ${scheme}`} rows={3} defaultValue="PLAN: A letter" />
          </PlanImport>
        )}
      </Specimen>
      <Specimen name="FileProblem" states="a file that is not taken, long text, none (draws nothing)">
        {() =>
          ["“plan.pdf” is not supported.", `“${LONG_TEXT}” is empty.`, undefined].map((problem) => (
            <FileProblem key={problem ?? "none"} problem={problem} />
          ))
        }
      </Specimen>
    </>
  );
}

const WORDS_CHANGED =
  wordChanges(`${LONG_TEXT} Send it to Ada.`, `${LONG_TEXT} Send it to all on the list.`) ?? [];

const noFile = () => ({ fileName: "plan.txt", contentType: "text/plain", text: "" });

const EDITOR = { dependencies: ["a"], label: "Predicate" };

const PREDICATES: readonly [name: string, source: string, result: string][] = [
  ["passed", "(> data/result 1)", "2"],
  ["failed", '(if (> data/result 1) true "It is too little.")', "0"],
  ["another kind of value", "(> data/result 1)", '"two"'],
  ["with issues", "(> data/result unknown", "2"],
  ["empty", "", ""],
  ["read-only", "(> data/result 1)", ""],
];

const TEXT = `PLAN: The figures of the quarter

Step 1: Collect the figures
- Task id: a
- Agent: default
- Task input: figures

Step 2: Send the letter
- Task id: b
- Agent: default
- Depends on: a
`;

const UNREAD = JSON.stringify(
  {
    tasks: [
      { id: "a", title: "Write the contract", input: "Write it", mood: true },
      { id: "b", title: "Ask the boss", input: "May we?", dependsOn: ["a"] },
    ],
  },
  null,
  2,
);

const READINGS = {
  ready: readPlanSource(TEXT, []),
  errors: readPlanSource(TEXT.replace("Depends on: a", "Depends on: nobody"), []),
  none: readPlanSource('{ "tasks": [', []),
  unread: readPlanSource(UNREAD, []),
  settled: readPlanSource(UNREAD, [], { leaveOut: ["tasks[0].mood", "tasks[1]"] }),
};

function Previews({ scheme }: { scheme: string }) {
  const { ready, errors, none, unread, settled } = READINGS;
  const preview = (name: string, given: Partial<Parameters<typeof PlanPreview>[0]>) => {
    const reading = given.reading ?? ready;
    return (
      <State key={name} name={name}>
        {reading && (
          <PlanPreview
            {...{ reading, lastValid: reading.plan && reading, selected: undefined, ...given }}
            {...{ onSelect: nothing, onGo: nothing, onPredicate: nothing }}
            {...{ onLeaveOut: nothing, onPerson: nothing }}
            key={scheme}
          />
        )}
      </State>
    );
  };
  return (
    <Fetched queries={[]}>
      {preview("ready", {})}
      {preview("a selected task", { selected: "b" })}
      {errors && preview("errors", { reading: errors })}
      {errors &&
        preview("errors of no place", {
          reading: {
            ...errors,
            errors: errors.errors.map(({ range: _range, taskId: _id, ...rest }) => rest),
          },
        })}
      {unread && preview("parts not read", { reading: unread, unchanged: "tasks[1]" })}
      {settled && preview("parts left out", { reading: settled })}
      {unread &&
        preview("parts of no place", {
          reading: { ...unread, unread: unread.unread.map(({ range: _range, ...rest }) => rest) },
        })}
      {none && preview("no plan", { reading: none })}
      {none && preview("no plan after a valid one", { reading: none, lastValid: ready })}
    </Fetched>
  );
}

function Details() {
  const plan = planOf(
    { id: "a", title: "Collect the figures" },
    {
      ...{ id: "b", title: LONG_TEXT, dependsOn: ["a"], input: LONG_TEXT, details: ["Read it twice."] },
      ...{
        maxRetries: 2,
        onFailure: "replan",
        verification: "(pos? data/result)",
        outputSchema: "{total :int}",
      },
    },
    {
      ...{ id: "c", title: "Look at it", type: "planning_review", dependsOn: ["b"] },
      review: { focus: "Is it right?", reviewers: ["lead", "second"] },
    },
  );
  const given = { plan, issues: [], range: undefined, onGo: nothing, onPredicate: nothing, onClose: nothing };
  const [little, everything, review] = plan.tasks;
  return (
    <>
      <State name="little">{little && <TaskDetails {...given} task={little} />}</State>
      <State name="everything">
        {everything && (
          <TaskDetails
            {...{ ...given, task: everything, range: { start: 0, end: 9, line: 7 } }}
            issues={[
              {
                severity: "error",
                code: "cycle_detected",
                message: "Tasks wait for each other.",
                taskId: "b",
              },
              { severity: "warning", code: "unknown_review_template", message: LONG_TEXT, taskId: "b" },
            ]}
          />
        )}
      </State>
      <State name="a review">{review && <TaskDetails {...given} task={review} />}</State>
    </>
  );
}

const TITLES = new Map([["a", "Collect the figures"]]);

const findingOf = (severity: Finding["severity"], key: string): Finding => ({
  ...{ key, severity, code: "missing_gate", message: `Nobody looks at it (${key}).` },
  recommendation: "Put a review after it.",
  ...(severity !== "warning" && { taskId: "a" }),
});

const verdictOf = (verdict: FindingVerdict["verdict"], reason: string): FindingVerdict => ({
  ...{ verdict, reason, by: ANNA, at: 0 },
});

const verdictFormOf = (name: string) => ({
  ...{ finding: { ...findingOf("warning", name), verdict: undefined }, keptAs: `specimen/${name}` },
  ...{ review: refused, onDone: nothing },
});

function Critiques({ scheme }: { scheme: string }) {
  const findings = [
    ...FINDING_SEVERITIES.map((severity) => ({ ...findingOf(severity, severity), verdict: undefined })),
    { ...findingOf("warning", "accepted"), verdict: verdictOf("accepted", "It is right.") },
    { ...findingOf("critical", "waived"), message: LONG_TEXT, verdict: verdictOf("waived", LONG_TEXT) },
  ];
  const { score } = critiquePlan(planOf({ id: "a" }), { tools: [] });
  const critique: VersionCritique = {
    ...{ by: "static", score: 4, openScore: 6, omitted: 0, findings, failed: false, coverage: undefined },
  };
  const covered: Coverage = {
    demands: [
      { demand: "the figures", tasks: ["a", "b"] },
      { demand: "by Friday", tasks: [] },
      { demand: LONG_TEXT, tasks: [] },
    ],
    unquoted: [{ demand: "a chart", tasks: ["b"] }],
    extra: ["a", LONG_TEXT],
  };
  const whole = { ...covered, demands: covered.demands.slice(0, 1), unquoted: [], extra: [] };
  const shown: readonly [name: string, critique: VersionCritique | undefined][] = [
    ["findings", { ...critique, omitted: 3, improvedFrom: 2, by: "model" }],
    ["ended", critique],
    ["with notes", { ...critique, notes: [statedReason("The critic was cut short.")] }],
    ["no findings", { ...critique, score, openScore: score, findings: [] }],
    ["with a demand and a task too many", { ...critique, by: "model", coverage: covered }],
    ["mission and plan cover each other", { ...critique, by: "model", findings: [], coverage: whole }],
    ["coverage could not load", { ...critique, by: "model", coverage: "failed" }],
    ["loading", { ...critique, findings: undefined }],
    ["could not load", { ...critique, findings: undefined, failed: true }],
    ["not critiqued", undefined],
  ];
  return shown.map(([name, one]) => (
    <State key={name} name={name}>
      <VersionCritiqueView
        {...{ critique: one, titles: TITLES, keptAs: `styleguide/${scheme}/${name}`, onSelect: nothing }}
        review={name === "ended" ? undefined : refused}
      />
    </State>
  ));
}

function TaskPredicates({ scheme }: { scheme: string }) {
  const state = useMemo(() => {
    const world = new RunWorld({
      plan: planOf(
        { id: "done", verification: "(pos? data/result)" },
        { id: "pending", verification: `(= data/result "${LONG_TEXT}")`, dependsOn: ["done"] },
      ),
    });
    world.run("done");
    return { ...world.state, runId: `run_predicate-${scheme}` };
  }, [scheme]);
  return (
    <Fetched queries={[]}>
      {["pending", "done"].map((id) => {
        const task = getOwn(state.tasks, id);
        return (
          <State key={id} name={id}>
            <Panel>{task && <TaskPredicate state={state} task={task} />}</Panel>
          </State>
        );
      })}
    </Fetched>
  );
}
