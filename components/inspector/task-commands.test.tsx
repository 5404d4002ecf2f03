import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as hydration from "@/lib/client/use-is-hydrated";
import type { Capability } from "@/lib/core/capabilities";
import type { InterventionType } from "@/lib/core/run/interventions";
import type { RunState, TaskState } from "@/lib/core/run/state";
import { renderHtml, renderText, renderWhole, wordsOf } from "@/lib/testing/render";
import { ANNA, planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { RightsOfViewer } from "../shell/rights";
import { leftWords, readTaskCommand, TaskCommandForm, TaskCommands } from "./task-commands";

// Controls are off until a page lives.
beforeEach(() => void vi.spyOn(hydration, "useIsHydrated").mockReturnValue(true));

function show({ state }: { state: RunState }, taskId = "a"): string {
  const task = state.tasks[taskId] as TaskState;
  return renderText(<TaskCommands state={state} task={task} />);
}

const plan = planOf({ id: "a", maxRetries: 0 }, { id: "b", dependsOn: ["a"] });
const running = () => {
  const world = new RunWorld({ plan });
  world.start();
  return world;
};

describe("TaskCommands", () => {
  it("offers what the task's status allows, in one order", () => {
    const world = new RunWorld({ plan });
    expect(show(world)).toBe("Actions Supply result Skip");
    world.start();
    world.refuse("a", "Too low");
    expect(show(world)).toMatch(/Retry Accept result Supply result Skip$/);
  });

  it("is nothing for a task with a result, and in a run that has ended", () => {
    const world = running();
    world.succeed("a");
    expect(show(world)).toBe("");
    expect(show(world, "b")).not.toBe("");
    expect(show({ state: { ...world.state, phase: "ended" } }, "b")).toBe("");
  });

  it("takes messages to an agent while it works, and shows those of this attempt alone", () => {
    const world = running();
    expect(show(world)).toContain("Message the agent");
    expect(show(world, "b")).not.toContain("Message the agent");
    const task = world.state.tasks.a as TaskState;
    const sent = (attempt: number, message: string) => ({ seq: attempt, attempt, message, by: ANNA, at: 1 });
    const steeringMessages = [sent(task.attempt - 1, "Old words"), sent(task.attempt, "Look again")];
    const steered = { ...world.state, tasks: { ...world.state.tasks, a: { ...task, steeringMessages } } };
    expect(show({ state: steered })).toContain("Sent: Look again");
    expect(show({ state: steered })).not.toContain("Old words");
  });

  it.each<[Capability[], string, string[]]>([
    [["view", "operate", "review"], "a", []],
    [["view", "operate"], "a", ["Accept result", "Supply result"]],
    [["view", "operate"], "ask", ["Supply result", "Skip"]],
    [["view", "review"], "a", ["Retry", "Accept result", "Supply result", "Skip"]],
  ])("keeps %j from what the server refuses them at %s: %j", (capabilities, taskId, off) => {
    const world = new RunWorld({
      plan: planOf({ id: "a", maxRetries: 0 }, { id: "ask", type: "human_review", dependsOn: ["a"] }),
    });
    world.start();
    world.refuse("a", "Too low");
    const html = renderHtml(
      <RightsOfViewer capabilities={capabilities}>
        <TaskCommands state={world.state} task={world.state.tasks[taskId] as TaskState} />
      </RightsOfViewer>,
    );
    const buttons = [...html.matchAll(/<button([^>]*)>([^<]*)/g)];
    const isOff = buttons.filter(([, attributes]) => /disabled=""/.test(attributes ?? ""));
    expect(isOff.map(([, , name]) => name)).toEqual(off);
    expect(/no right to/.test(html)).toBe(off.length > 0);
  });
});

it("shows again what was typed for the task and not sent, and nothing of another one's", () => {
  const { state } = running();
  const texts: Record<string, string> = {
    [`waymark.unsent:command/${state.runId}/a/supply_result`]: '{"reason":"Measured","value":"98 %"}',
  };
  vi.stubGlobal("sessionStorage", { getItem: (name: string) => texts[name] ?? null });
  const task = state.tasks.a as TaskState;
  const form = (taskId: string) =>
    renderText(
      <TaskCommandForm
        type="supply_result"
        state={state}
        task={task}
        onDone={() => {}}
        keptAs={`command/${state.runId}/${taskId}/supply_result`}
      />,
    );
  expect(form("a")).toMatch(/98 %.*Measured/);
  expect(form("b")).not.toContain("98 %");
});
afterEach(() => vi.unstubAllGlobals());

describe("leftWords", () => {
  it("are what was typed for what cannot be done any more", () => {
    const kept: Record<string, unknown> = {
      skip_task: { reason: "Not needed.", value: "" },
      supply_result: { reason: "By phone.", value: "42" },
      steer: "Look again",
    };
    const of = (...offered: Parameters<typeof leftWords>[0]) => leftWords(offered, (type) => kept[type]);
    expect(of("skip_task", "supply_result", "steer", "retry_task")).toEqual([]);
    expect(of("steer", "supply_result")).toEqual([
      { type: "skip_task", title: "Not sent: skip the task", words: "Not needed." },
    ]);
    expect(of("skip_task").map(({ words }) => words)).toEqual(["By phone.\n\n42", "Look again"]);
  });
});

describe("TaskCommandForm", () => {
  const drawn = (type: InterventionType, { state } = running(), taskId = "a") => (
    <TaskCommandForm
      type={type}
      state={state}
      task={state.tasks[taskId] as TaskState}
      keptAs={`of/${type}`}
      onDone={() => {}}
    />
  );
  const form = (...of: Parameters<typeof drawn>) => renderText(drawn(...of));
  const isOff = (...of: Parameters<typeof drawn>) =>
    /<button[^>]* type="submit"[^>]* disabled=""|<button[^>]* disabled=""[^>]* type="submit"/.test(
      renderHtml(drawn(...of)),
    );

  it("shows what it lets act, and is not sent before that was read", async () => {
    const tools = [{ name: "mail", sideEffects: "external" as const }];
    const mail = { id: "mail", type: "direct" as const, input: '(tool/mail {:to "board@example.org"})' };
    const world = new RunWorld({
      plan: planOf({ id: "ask", type: "human_review" }, { ...mail, dependsOn: ["ask"] }, { id: "b" }),
      tools,
    });
    for (const type of ["skip_task", "supply_result"] as const) {
      const [onGate, beside] = await Promise.all(
        ["ask", "b"].map(async (taskId) => wordsOf(await renderWhole(drawn(type, world, taskId)))),
      );
      expect(onGate).toMatch(/Releases work that acts outside .*mail.*to board@example\.org/);
      expect(beside).not.toContain("acts outside");
      expect([isOff(type, world, "ask"), isOff(type, world, "b")]).toEqual([true, false]);
    }
    expect(form("retry_task", world, "ask")).not.toContain("acts outside");
  });

  it("has a field for a result only where one is supplied", () => {
    expect(form("supply_result")).toMatch(/^Result .*Source of the result .*Supply the result Cancel$/);
    expect(form("accept_result")).toMatch(/^Why accept it\? .*Accept the result Cancel$/);
    expect(form("skip_task")).toMatch(/^Why skip it\? .*Skip the task Cancel$/);
    expect(form("retry_task")).toMatch(/^Reason \(optional\) .*Retry the task Cancel$/);
  });

  it("blames nothing before it is sent", () => {
    expect(form("supply_result")).not.toContain("A reason is required");
    expect(form("supply_result")).not.toContain("Enter a result");
  });
});

describe("readTaskCommand", () => {
  const read = (type: InterventionType, reason: string, value = "") =>
    readTaskCommand(type, "a", { reason, value });
  const NO_REASON = "A reason is required. It is recorded with your name.";

  it("retries without a reason, and with one", () => {
    expect(read("retry_task", " ")).toEqual({ command: { type: "retry_task", taskId: "a" } });
    expect(read("retry_task", " Try ")).toEqual({
      command: { type: "retry_task", taskId: "a", reason: "Try" },
    });
  });

  it.each(["skip_task", "accept_result"] as const)("wants a reason for %s", (type) => {
    expect(read(type, "  ")).toEqual({ problems: { reason: NO_REASON } });
    expect(read(type, " Late ")).toEqual({ command: { type, taskId: "a", reason: "Late" } });
  });

  it("supplies words as they stand, and data as JSON", () => {
    const command = { type: "supply_result", taskId: "a", reason: "Measured" };
    expect(read("supply_result", "Measured", " 12 km")).toEqual({ command: { ...command, value: " 12 km" } });
    expect(read("supply_result", "Measured", '{"km": 12}')).toEqual({
      command: { ...command, value: { km: 12 } },
    });
  });

  it("says of each field of a supplied result what is wrong with it", () => {
    expect(read("supply_result", "", "12 km")).toEqual({ problems: { reason: NO_REASON } });
    expect(read("supply_result", "Measured", " ")).toEqual({ problems: { value: "Enter a result." } });
    expect(read("supply_result", " ", "{")).toEqual({
      problems: { reason: NO_REASON, value: expect.stringContaining("not valid") },
    });
  });
});
