import type { APIRequestContext } from "@playwright/test";
import { expect } from "./fixtures";

/** Starts a run over HTTP. Returns its id. */
export async function startRun(request: APIRequestContext, input: object): Promise<string> {
  const response = await request.post("/api/v1/runs", { data: input });
  expect(response.status(), await response.text()).toBe(201);
  return (await response.json()).runId;
}

/** Makes a key for a second person who may answer gates, so that one can take two people. */
export async function addReviewer(request: APIRequestContext): Promise<void> {
  const data = { name: unique("Reviewer"), capabilities: ["review"], days: 1 };
  const response = await request.post("/api/v1/keys", { data });
  expect(response.status(), await response.text()).toBe(201);
}

/** Waits until a run waits for a person. */
export async function untilWaiting(request: APIRequestContext, runId: string): Promise<void> {
  const status = async () => (await (await request.get(`/api/v1/runs/${runId}`)).json()).status;
  await expect.poll(status).toBe("waiting");
}

/** Decides a review whose decision is held, as it is now. */
export async function overrideHeld(
  request: APIRequestContext,
  runId: string,
  { taskId, ...decision }: { taskId: string; decision: string; reason: string; tail?: object },
): Promise<void> {
  const run = `/api/v1/runs/${runId}`;
  const context = await (await request.get(`${run}/approval-context?taskId=${taskId}`)).json();
  const data = {
    type: "override_review",
    taskId,
    digest: context.heldDigest,
    expectedPlanVersion: context.planVersion,
    ...decision,
  };
  const response = await request.post(`${run}/commands`, { data });
  expect(response.status(), await response.text()).toBe(200);
}

/** A run that asks a person at once. */
export function startGate(request: APIRequestContext, mission: string): Promise<string> {
  const tasks = [
    { id: "ask", type: "human_review", title: `Decide: ${mission}`, input: `May it? ${mission}` },
  ];
  return startRun(request, { mission, plan: { tasks } });
}

/** What a drawer of the inbox says after the last gate of the list: decisions of other runs may be held. */
export const NO_GATE_LEFT = /No more open gates in this list|\d held$/;

/** Words that no other run has in its mission. */
export const unique = (words: string): string => `${words} ${crypto.randomUUID().slice(0, 8)}`;
