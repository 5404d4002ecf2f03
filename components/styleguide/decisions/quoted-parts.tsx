"use client";

import { useMemo } from "react";
import { waitingAtGate } from "@/lib/testing/runs/waiting-gate";
import { AlsoGiven } from "../../approvals/context/also-given";
import { Asked } from "../../approvals/context/asked";
import { PlanText } from "../../approvals/context/plan-text";
import { Release, useRelease } from "../../approvals/context/release";
import { ServedTools } from "../../approvals/context/served-tools";
import { LONG_TEXT, nothing, Panel, Specimen } from "../specimen";

const NOTES = { name: "notes.txt", kind: "text" as const, bytes: 32 };
const SAID = [`Anna, at task “Draft”: Approved: ${LONG_TEXT}`, "Bob, at task “Send”: Edited"];
const GIVEN = {
  runId: "run_1",
  mission: "Ship the billing service",
  settings: { constraints: "Within budget", models: { agent: "other:model" } },
  attachments: [{ id: "f", name: "notes.txt", mediaType: "text/plain", bytes: 32, digest: "d" }],
};

/** Words of plans, results and servers that a gate shows: what is asked with what it quotes, and what is released. */
export function QuotedParts() {
  return (
    <>
      <Specimen name="Release" states="asked again with another release; addresses, a long text">
        {() => <Releases />}
      </Specimen>
      <Specimen
        name="Asked"
        states="words of the plan with a result that they quote, one that is data, one that is cut"
      >
        {() => (
          <Panel>
            <Asked
              runId="run_1"
              parts={[
                { text: "Release this draft?" },
                { text: "The build is green.", source: "From the result of “Build”" },
                { text: '{"region": "eu-west-1", "freeCpus": 96}', source: "From the result of “Quota”" },
                { text: LONG_TEXT, source: "From the result of “Read the page”", left: 1_240 },
                { text: LONG_TEXT, source: "From the result of “Read on”", left: 1_240, whole: "sha256" },
              ]}
            />
          </Panel>
        )}
      </Specimen>
      <Specimen name="AlsoGiven" states="a file with its first lines, files whose lines did not come">
        {() => (
          <Panel>
            <AlsoGiven
              state={GIVEN}
              files={[{ ...NOTES, begins: "Ship on Friday.\nAsk Ada before." }]}
              said={SAID}
            />
            <AlsoGiven state={GIVEN} files={undefined} said={[]} />
          </Panel>
        )}
      </Specimen>
      <Specimen
        name="ServedTools"
        states="one as it was accepted, one that has changed, one that only reads, with what it takes"
      >
        {() => (
          <Panel>
            <ServedTools
              tools={[
                { name: "crm__mail", description: "Sends a letter to a customer." },
                { name: "crm__close", description: LONG_TEXT, waits: true },
                {
                  ...{ name: "crm__find", description: "Finds a customer.", reads: true },
                  takes: JSON.stringify(
                    { properties: { name: { description: "As it was written" } } },
                    null,
                    2,
                  ),
                },
              ]}
            />
          </Panel>
        )}
      </Specimen>
      <Specimen name="PlanText" states="short, long, on its way, failed">
        {() => (
          <Panel>
            {[
              { text: "Mail it to the board." },
              { text: LONG_TEXT.repeat(40) },
              { text: LONG_TEXT, isWhole: false, isFetching: true },
              { text: LONG_TEXT, isWhole: false, isError: true },
            ].map((part) => (
              <PlanText
                key={JSON.stringify(part)}
                {...{ isWhole: true, isFetching: false, isError: false, load: nothing, ...part }}
              />
            ))}
          </Panel>
        )}
      </Specimen>
    </>
  );
}

/** A gate that is asked again since the work behind it was rewritten while it was open. */
function Releases() {
  const { state, gate } = useMemo(() => {
    const { state, gate } = waitingAtGate(
      {
        ...{
          id: "go",
          agent: "deployer",
          dependsOn: ["ask"],
          input: "Deploy to https://production.example.com",
        },
        llmReview: "Does the answer name the version?",
      },
      { id: "tell", agent: "deployer", dependsOn: ["go"], input: LONG_TEXT.repeat(4) },
      {
        id: "mail",
        agent: "supervisor",
        dependsOn: ["go"],
        title: "Mail \u202Eit\u202C",
        input: LONG_TEXT.repeat(40),
      },
    );
    const [act] = gate.release?.acts ?? [];
    const earlier = act && { ...act, work: "", targets: ["https://staging.example.com"] };
    const release = { digest: "before", acts: earlier ? [earlier] : [] };
    const before = { ...gate, approvalId: "apr_before", status: "superseded" as const, release };
    return {
      state: { ...state, approvals: { ...state.approvals, [before.approvalId]: before } },
      gate: { ...gate, supersedes: before.approvalId },
    };
  }, []);
  const released = useRelease(state, gate);
  return (
    <Panel>
      <Release state={state} released={released} />
    </Panel>
  );
}
