"use client";

import { useState } from "react";
import { runStatusDisplay, type StatusDisplay } from "@/lib/core/describe/looks/run";
import { TASK_STATUS_DISPLAY } from "@/lib/core/describe/looks/task-status";
import { NO_TASKS } from "@/lib/core/run/state/totals";
import { RUN_STATUSES } from "@/lib/core/run/status";
import { LESSON_STATUS_DISPLAY } from "../lessons/labels";
import { wordChanges } from "../plans/word-changes";
import { KEY_STATUS } from "../settings/people/labels";
import { REPLAN_OUTCOME_DISPLAY, REPLAY_STATUS_DISPLAY, SEVERITY_DISPLAY } from "../status";
import { Badge, PersonCount } from "../ui/badge";
import { keep } from "../ui/behavior/use-kept";
import { Button } from "../ui/button";
import { ChangedWords } from "../ui/changed-words";
import { EmptyState } from "../ui/empty-state";
import { Markdown } from "../ui/markdown";
import { Money } from "../ui/money";
import { OlderEdits, StartsFrom } from "../ui/older-edits";
import { PageError } from "../ui/page-error";
import { Problem } from "../ui/problem";
import { Progress } from "../ui/progress";
import { QuotedMarkdown } from "../ui/quoted-markdown";
import { RelativeTime } from "../ui/relative-time";
import { SeenText, TextWarnings } from "../ui/seen-text";
import { SimulatedNote } from "../ui/simulated-note";
import { LoadingPage, PageArrives, PanelSkeleton, Skeleton } from "../ui/skeleton";
import { StatusLabel } from "../ui/status-label";
import { LONG_TEXT, nothing, Row, type Scheme, Specimen, State, TONES } from "./specimen";

const SEEN_TEXTS = [
  "Send it to Ann?",
  "می‌خواهم بفرستم · שלום · 送信しますか 👩🏽‍🚀",
  "Transfer to account \u202e0000-1111\u202c now\u200b?",
  "Open p\u0430ypal.com",
];

/** An answer with everything that a model may write in one. */
const ANSWER = `# The quarter

Sales came to **1,240**, which is _12 %_ more than in the [quarter before](https://example.com/before).

- the ledger of \`sales\`
- two reports
  1. of the shop
  2. of the partners
- [x] **checked**

| Who | Sum |
| - | -: |
| Ada | 5 |

> The figures of December are not final.

\`\`\`sql
select sum(total) from sales
\`\`\`

![A chart of sales](https://example.com/chart.png)

${LONG_TEXT}`;

const CHANGED = wordChanges(`${LONG_TEXT} Send it to Ada.`, `${LONG_TEXT} Send it to all on the list.`) ?? [];

const STATUSES: readonly (readonly [name: string, looks: readonly StatusDisplay[]])[] = [
  ["runs", RUN_STATUSES.map((status) => runStatusDisplay({ status, openApprovals: 0, tasks: NO_TASKS }))],
  ["tasks", Object.values(TASK_STATUS_DISPLAY)],
  ["findings", Object.values(SEVERITY_DISPLAY)],
  ["replans", Object.values(REPLAN_OUTCOME_DISPLAY)],
  ["replays", Object.values(REPLAY_STATUS_DISPLAY)],
  ["lessons", Object.values(LESSON_STATUS_DISPLAY)],
  ["keys", Object.values(KEY_STATUS)],
];

const Statuses = ({ of }: { of: readonly StatusDisplay[] }) => (
  <Row>
    {of.map((status) => (
      <StatusLabel key={status.word} status={status} />
    ))}
  </Row>
);

/** What is said: marks, figures, and why something is missing, late or wrong. */
export function Messages() {
  return (
    <>
      <Specimen name="Badge" states="every tone, wrapping">
        {() => (
          <>
            <Row>
              {TONES.map((tone) => (
                <Badge key={tone} tone={tone}>
                  {tone}
                </Badge>
              ))}
            </Row>
            <div>
              <Badge wraps>{LONG_TEXT}</Badge>
            </div>
          </>
        )}
      </Specimen>
      <Specimen name="PersonCount" states="one, many, none (draws nothing)">
        {() => (
          <Row>
            <PersonCount count={1} label="1 open gate" />
            <PersonCount count={120} label="120 open gates" />
            <PersonCount count={0} label="no open gates" />
          </Row>
        )}
      </Specimen>
      <Specimen name="StatusLabel" states="every tone; every status of what has one">
        {() => (
          <>
            <Statuses of={TONES.map((tone) => ({ icon: "◆", word: tone, tone }))} />
            {STATUSES.map(([name, looks]) => (
              <State key={name} name={name}>
                <Statuses of={looks} />
              </State>
            ))}
          </>
        )}
      </Specimen>
      <Specimen name="Money" states="above a dollar, below, nothing, unknown">
        {() => (
          <Row>
            {[12.5, 0.0738, 0, null].map((usd) => (
              <Money key={usd} usd={usd} />
            ))}
          </Row>
        )}
      </Specimen>
      <Specimen name="RelativeTime" states="before the page runs, and then">
        {() => <RelativeTime at={Date.UTC(2026, 0, 1)} />}
      </Specimen>
      <Specimen name="Progress" states="empty, begun, reserved, near its limit, over it">
        {(scheme) => (
          <>
            <Progress label={`Empty, ${scheme}`} value={0} max={10} />
            <Progress label={`Begun, ${scheme}`} value={4} max={10} />
            <Progress label={`Reserved, ${scheme}`} value={4} reserved={3} max={10} />
            <Progress label={`Near its limit, ${scheme}`} value={9} max={10} tone="amber" />
            <Progress label={`Over its limit, ${scheme}`} value={14} max={10} tone="bad" />
          </>
        )}
      </Specimen>
      <Specimen name="Problem" states="one, with a list, long text, none (draws nothing)">
        {() => (
          <>
            <Problem problem={{ message: "Could not save. Try again.", issues: [] }} />
            <Problem
              problem={{
                message: "The plan has 2 errors.",
                issues: ["Task b waits for itself.", "Task c is missing."],
              }}
            />
            <Problem problem={{ message: LONG_TEXT, issues: [] }} />
            <Problem problem={undefined} />
          </>
        )}
      </Specimen>
      <Specimen name="EmptyState" states="nothing yet, hidden by filters, long text">
        {() => (
          <>
            <EmptyState title="No runs yet" action={<Button variant="main">New mission</Button>}>
              Runs appear here when you start a mission and keep their full history.
            </EmptyState>
            <EmptyState title="No matching runs" action={<Button>Clear filters</Button>} />
            <EmptyState title={LONG_TEXT}>{LONG_TEXT}</EmptyState>
          </>
        )}
      </Specimen>
      <Specimen name="SeenText" states="plain, in other scripts, with what nobody sees, with look-alikes">
        {() => (
          <ul className="grid gap-1">
            {SEEN_TEXTS.map((text) => (
              <li key={text}>
                <SeenText text={text} />
              </li>
            ))}
          </ul>
        )}
      </Specimen>
      <Specimen
        name="TextWarnings"
        states="a text, a value of two keys that read the same, none (draws nothing)"
      >
        {() => (
          <>
            <TextWarnings value={[...SEEN_TEXTS]} />
            <TextWarnings value={{ to: "ann", "t\u043e": "mallory" }} />
            <TextWarnings value="plain" />
          </>
        )}
      </Specimen>
      <Specimen name="SimulatedNote" states="one tool, several, none (draws nothing)">
        {() => (
          <>
            <SimulatedNote tools={["deploy"]} />
            <SimulatedNote tools={["deploy", "run_tests"]} />
            <SimulatedNote tools={[]} />
          </>
        )}
      </Specimen>
      <Specimen name="Markdown" states="everything that a model may write">
        {() => <Markdown text={ANSWER} />}
      </Specimen>
      <Specimen name="QuotedMarkdown" states="the same, quoted">
        {() => <QuotedMarkdown text={ANSWER} />}
      </Specimen>
      <Specimen name="ChangedWords" states="all of the text, what stands next to the changes">
        {() => (
          <>
            <p>
              <ChangedWords parts={CHANGED} />
            </p>
            <p>
              <ChangedWords parts={CHANGED} isShort />
            </p>
          </>
        )}
      </Specimen>
      <Specimen name="OlderEdits" states="none (draws nothing); a press types over two versions">
        {(scheme) => <Older scheme={scheme} />}
      </Specimen>
      <Specimen name="StartsFrom" states="an edit of an older version, of the newest (draws nothing)">
        {() => (
          <>
            <StartsFrom version={1} newest={2} />
            <StartsFrom version={2} newest={2} />
          </>
        )}
      </Specimen>
      <Specimen name="Skeleton" states="a line, a block">
        {() => (
          <>
            <Skeleton />
            <Skeleton className="h-16 w-40" />
          </>
        )}
      </Specimen>
      <Specimen name="LoadingPage" states="loading">
        {() => <LoadingPage title="Runs" heights={["h-9", "h-24"]} />}
      </Specimen>
      <Specimen name="PageArrives" states="where a page would stand and nothing does">
        {() => (
          <div>
            <PageArrives seenWhen="only:grid" />
          </div>
        )}
      </Specimen>
      <Specimen name="PanelSkeleton" states="loading">
        {() => <PanelSkeleton />}
      </Specimen>
      <Specimen name="PageError" states="a page that could not be loaded">
        {() => <PageError retry={() => {}} />}
      </Specimen>
    </>
  );
}

function Older({ scheme }: { scheme: Scheme }) {
  const [typed, setTyped] = useState(0);
  const keptAs = (version: number) => `styleguide/older/${scheme}/${version}`;
  const type = () => {
    for (const version of [1, 2]) keep(keptAs(version), LONG_TEXT);
    setTyped(typed + 1);
  };
  return (
    <>
      <div>
        <Button onClick={type}>Type over two versions</Button>
      </div>
      <OlderEdits key={typed} keptAs={keptAs} versions={[2, 1]} onContinue={nothing} />
    </>
  );
}
