import { setTimeout as pause } from "node:timers/promises";
import type { TestServer } from "@/e2e/server";
import { DRILL_SAMPLES } from "@/lib/core/drills/samples";
import type { ApprovalKind, GateVerb } from "@/lib/core/run/gates/table";
import type { RunState } from "@/lib/core/run/state";
import { SCENARIOS } from "@/lib/core/scenarios";
import { Failure } from "../lib/failure";

const PLANTED = new Set(DRILL_SAMPLES.filter(({ fault }) => fault).map(({ mission }) => mission));
const POLL_MS = 250;
const PATIENCE_MS = 90_000;

/** The parts of a run that the pictures wait for. */
export type RunNow = { status: string; openApprovals: string[] };

/** A server's API, as far as scenes are played with it. */
export function apiOf({ url, authorization }: Pick<TestServer, "url" | "authorization">) {
  async function call<T>(path: string, body?: unknown): Promise<T> {
    const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const headers = { "content-type": "application/json", ...authorization };
    const response = await fetch(`${url}/api/v1${path}`, { ...init, headers });
    if (!response.ok) throw new Failure("stage_failed", `${path}: ${await response.text()}`);
    return (await response.json()) as T;
  }
  return {
    post: <T>(path: string, body: object) => call<T>(path, body),
    start: async (input: object): Promise<string> => (await call<{ runId: string }>("/runs", input)).runId,
    startSample: async (name: string, settings: object): Promise<string> => {
      const mission = SCENARIOS.find((scenario) => scenario.name === name)?.mission;
      return (await call<{ runId: string }>("/runs", { mission, settings })).runId;
    },
    run: (id: string) => call<RunNow>(`/runs/${id}`),
    command: (id: string, type: string) => call(`/runs/${id}/commands`, { type }),
    override: async (
      id: string,
      { taskId, ...input }: { taskId: string; decision: string; reason: string },
    ) => {
      const { heldDigest: digest } = await call<{ heldDigest: string }>(
        `/runs/${id}/approval-context?taskId=${taskId}`,
      );
      return call(`/runs/${id}/commands`, { type: "override_review", taskId, digest, ...input });
    },
    decide: async (approvalId: string, verb: GateVerb, comment: string) => {
      const { digest } = await call<{ digest: string }>(`/approvals/${approvalId}`);
      return call(`/approvals/${approvalId}/decision`, { verb, comment, digest });
    },
    comment: (id: string, input: object) => call(`/runs/${id}/comments`, { version: 1, ...input }),
    ask: (id: string, input: object) => call(`/runs/${id}/comments/ask`, { version: 1, ...input }),
    sendComments: (id: string) => call(`/runs/${id}/comments/round`, {}),
    /** A drill with a planted fault to oneself, about a gate of this kind. Gives its id. */
    drill: async (kind: ApprovalKind): Promise<string> => {
      await call("/drills/settings", { enabled: true, perWeek: 0 });
      // One without a fault may come first; it is closed, and another one is next.
      for (;;) {
        for (const joined of [false, true]) await call("/drills/join", { joined });
        await call("/drills", { personId: "local", kind });
        const { items } = await call<{ items: { id: string; mission: string }[] }>(`/approvals?kind=${kind}`);
        const drill = items.at(-1);
        if (drill && PLANTED.has(drill.mission)) return drill.id;
      }
    },
    replay: async (input: object): Promise<string> =>
      (await call<{ replayId: string }>("/replays", input)).replayId,
    replayStatus: async (id: string) => (await call<{ status: string }>(`/replays/${id}`)).status,
    /** The run as one HTML file. */
    report: async (id: string): Promise<string> => {
      const response = await fetch(`${url}/api/v1/runs/${id}/report?format=html`, { headers: authorization });
      if (!response.ok) throw new Failure("stage_failed", `report: ${await response.text()}`);
      return response.text();
    },
    state: async (id: string) => (await call<{ state: RunState }>(`/runs/${id}/snapshot`)).state,
  };
}

export type Api = ReturnType<typeof apiOf>;

/** Asks again until there is an answer. */
export async function until<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await pause(POLL_MS);
  }
  throw new Failure("stage_failed", `Timed out waiting for ${what}`);
}

/** The gate that a run has opened. */
export function openGate(api: Api, runId: string): Promise<string> {
  return until("an open gate", async () => (await api.run(runId)).openApprovals[0]);
}
