import { readdirSync, readFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { COMMENT_STATUSES, OUTCOMES } from "@/lib/core/comments/words";
import { KIND_LABELS } from "@/lib/core/describe/gates/words";
import { LESSON_STATUSES } from "@/lib/core/lessons/words";
import { MCP_STATES } from "@/lib/core/mcp";
import { DELIVERY_STATUSES } from "@/lib/core/notifications";
import { DECISIONS, TASK_TYPES } from "@/lib/core/plan/words";
import { POLICY_EFFECTS } from "@/lib/core/policy/words";
import { REPLAY_STATUSES } from "@/lib/core/replay/words";
import { APPROVAL_STATUSES } from "@/lib/core/run/events/approvals";
import { CHECK_LAYERS } from "@/lib/core/run/events/checks";
import { APPROVAL_KINDS } from "@/lib/core/run/gates/table";
import { RUN_STATUSES, TASK_STATUSES } from "@/lib/core/run/status";
import { renderWhole } from "@/lib/testing/render";
import { SOURCE_LABELS as LESSON_SOURCES, LESSON_STATUS_DISPLAY } from "../lessons/labels";
import { KIND_LABELS as EXAMPLE_KINDS, SOURCE_LABELS as EXAMPLE_SOURCES } from "../library/labels";
import { serverStatusDisplay } from "../settings/mcp/labels";
import { deliveryStatus } from "../settings/notifications/labels";
import { KIND_LABELS as RETENTION_KINDS } from "../settings/retention/labels";
import { REPLAY_STATUS_DISPLAY, SEVERITIES } from "../status";
import { TONES } from "./specimen";
import { Styleguide } from "./styleguide";

const COMPONENTS = join(import.meta.dirname, "..");

/** All folders of components/ but the style guide's own, and ui, of which each component has a specimen of its own. */
const ROOMS = readdirSync(COMPONENTS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !["styleguide", "ui"].includes(entry.name))
  .map(({ name }) => name);

/** What has no state of its own to show: the frame around every page, and pages, which journeys open in all of theirs. */
const WITHOUT_SPECIMEN = [
  // It draws nothing, and leads away from the page.
  "drills/drill-end.tsx DrillEnd",
  // GraphCanvas has them once a browser has measured it.
  "graph/far/far-layer.tsx FarLayer",
  "graph/far/far-layer.tsx SelectedRing",
  "graph/graph-canvas.tsx EdgeLayer",
  "plan-editor/canvas-editing.tsx EditableNode",
  "plan-editor/canvas-editing.tsx EdgeCuts",
  // The frame around every page, with what it has on it alone.
  "shell/shell.tsx Shell",
  "shell/shell.tsx Logo",
  "shell/live-shell.tsx GateCountBadge",
  "shell/providers.tsx Providers",
  "shell/keyboard.tsx Keyboard",
  "shell/live-shell.tsx LiveShell",
  "shell/server-rendered.tsx ServerRendered",
  // Its box is ConnectionNote.
  "shell/connection-banner.tsx ConnectionBanner",
  // They draw nothing: one says aloud where keys have led, the other reads.
  "timeline/event-keys.tsx EventKeys",
  "timeline/moment-reader.tsx MomentReader",
  "timeline/moment-reader.tsx WholeRun",
  "timeline/moment-reader.tsx LongRun",
  // What a press opens: a predicate of a task with its editor, the attempts of a run to be chosen.
  "plans/predicate/task-predicate.tsx Opened",
  "replays/run-attempts.tsx Attempts",
  // What stands while code is on its way, with the room of what comes.
  "runs/plan-tab.tsx CommandsRoom",
  // Pages.
  "approvals/inbox/inbox-screen.tsx InboxScreen",
  "runs/plan-tab.tsx PlanTab",
  "runs/run-screen.tsx RunScreen",
  "runs/written-run.tsx WrittenRun",
  "runs/run-screen.tsx PurgedNote",
  "runs/run-screen.tsx LogPanel",
];

/** What a specimen of another name opens or needs; the frame of the page has messages. */
const SHOWN_BY: Record<string, string> = {
  DialogFrame: "Dialog",
  DialogClose: "Dialog",
  DialogForm: "Dialog",
  FrameInPlace: "Dialog",
  Menu: "DropdownMenu",
  MenuInPlace: "DropdownMenu",
  Floating: "IconButton",
  ToastProvider: "useToast",
  Toasts: "useToast",
};

/** What specimens say of each member of a table of the core. */
const WORDS: Record<string, string[]> = {
  LessonRow: [
    ...LESSON_STATUSES.map((status) => LESSON_STATUS_DISPLAY[status].word),
    ...Object.values(LESSON_SOURCES),
  ],
  ExampleRow: [...Object.values(EXAMPLE_KINDS), ...Object.values(EXAMPLE_SOURCES)],
  PolicyDecision: POLICY_EFFECTS.map((effect) => `data-decision="${effect}"`),
  ReplaysScreen: REPLAY_STATUSES.map((status) => REPLAY_STATUS_DISPLAY[status].word),
  ServerCard: MCP_STATES.map((state) => serverStatusDisplay({ enabled: true, state }).word),
  MessageList: DELIVERY_STATUSES.map((status) => deliveryStatus({ status, attempts: 1 }).word),
  DropdownMenu: [
    'aria-expanded="false"',
    'role="menu"',
    'role="menuitem"',
    'aria-checked="true"',
    "disabled",
  ],
  Toast: TONES.map((tone) => `A message: ${tone}`),
  RetentionForm: Object.values(RETENTION_KINDS).map(({ name }) => name),
};

/** All components of a room, of ui those that it exports, without other names of them that load on use and contexts, each as "file name" with the file as components/ has it. */
function componentsIn(room: string): string[] {
  const files = readdirSync(join(COMPONENTS, room), { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => file.endsWith(".tsx") && !file.endsWith(".test.tsx"))
    .flatMap((file) => {
      const text = readFileSync(join(COMPONENTS, room, file), "utf8");
      const declared = text.matchAll(
        /^(export )?(?:default )?(?:function|const) ([A-Z]\w*[a-z]\w*)\b(?! = (?:dynamic|lazy|createContext))/gm,
      );
      return [...declared]
        .filter(([, isExported]) => isExported !== undefined || room !== "ui")
        .map(([, , name]) => `${room}/${file} ${name}`);
    });
}

type Drawing<T> = {
  made: T;
  /** All functions of components/ that were called, each as "file name". */
  called: ReadonlySet<string>;
  /** What those functions would have drawn otherwise and did not, each as "file function: first words of it". */
  undrawn: readonly string[];
};

/** Runs `act`, and gives what it made with what it went through in components/, as V8 counts. */
async function drawingOf<T>(act: () => Promise<T>): Promise<Drawing<T>> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  const made = await act();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  await session.post("Debugger.enable");
  const called = new Set<string>();
  const undrawn = new Set<string>();
  for (const { url, scriptId, functions } of result) {
    const file = url.split("/components/")[1];
    if (!file?.endsWith(".tsx") || file.startsWith("styleguide/")) continue;
    const { scriptSource } = await session.post("Debugger.getScriptSource", { scriptId });
    for (const { functionName, ranges } of functions) {
      const [whole, ...blocks] = ranges;
      if (!whole || whole.count === 0) continue;
      called.add(`${file} ${functionName}`);
      for (const { startOffset, endOffset, count } of blocks) {
        const code = scriptSource.slice(startOffset, endOffset);
        if (count === 0 && DRAWS.test(code)) undrawn.add(`${file} ${functionName}: ${firstWords(code)}`);
      }
    }
  }
  session.disconnect();
  return { made, called, undrawn: [...undrawn].sort() };
}

/** Draws an element of its own, or says that something is under way. */
const DRAWS = /\bjsx\w*\)?\(\s*"|…"/;

/** The first text in code that draws, else the first element. */
const firstWords = (code: string): string =>
  /(?:children|"aria-label"|title): (?:\[\s*)?["`]([^"`$]{3,})/.exec(code)?.[1]?.trim() ??
  /"([^"]*…)"/.exec(code)?.[1] ??
  /\bjsx\w*\)?\(\s*"(\w+)"/.exec(code)?.[1] ??
  "";

describe("Styleguide", () => {
  let html = "";
  let drawn: ReadonlySet<string> = new Set();
  let undrawn: readonly string[] = [];
  let specimens: string[] = [];
  beforeAll(async () => {
    // What specimens keep goes with this, and is not left to the tests of what a tab keeps.
    const tab = new Map<string, string>();
    vi.stubGlobal("sessionStorage", {
      getItem: (key: string) => tab.get(key) ?? null,
      setItem: (key: string, text: string) => void tab.set(key, text),
    });
    const drawing = await drawingOf(() => renderWhole(<Styleguide />));
    vi.unstubAllGlobals();
    html = drawing.made;
    drawn = drawing.called;
    undrawn = drawing.undrawn;
    specimens = [...html.matchAll(/data-specimen="(\w+)"/g)].flatMap(([, name]) => name ?? []);
  });

  /** The states of a specimen by their names, as they are drawn. */
  function statesOf(specimen: string): ReadonlyMap<string, string> {
    const own = html.split(/data-specimen="/).find((part) => part.startsWith(`${specimen}"`)) ?? "";
    return new Map(
      own
        .split(/data-shows="/)
        .slice(1)
        .map((part) => [part.split('"')[0] ?? "", part]),
    );
  }

  it("has a specimen of every component of components/ui", () => {
    const components = componentsIn("ui").map((one) => one.split(" ")[1] ?? "");
    expect(components.length).toBeGreaterThan(40);
    const shown = new Set(specimens);
    expect(components.filter((name) => !shown.has(SHOWN_BY[name] ?? name))).toEqual([]);
  });

  it("draws every component of the console", () => {
    const missing = ROOMS.flatMap(componentsIn).filter((one) => !drawn.has(one));
    expect(missing.filter((one) => !WITHOUT_SPECIMEN.includes(one))).toEqual([]);
    expect(WITHOUT_SPECIMEN.filter((one) => drawn.has(one))).toEqual([]);
  });

  it("draws all that a component draws otherwise", () => {
    expect(undrawn).toEqual([]);
  });

  it("draws each with the component itself, never with a copy", () => {
    const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".tsx") && !file.endsWith(".test.tsx"))
      .map((file) => readFileSync(join(import.meta.dirname, file), "utf8"));
    const imported = new Set(
      sources.flatMap((text) =>
        [...text.matchAll(/^import \{([^}]+)\} from "(?:\.\.\/)+/gm)].flatMap(([, names = ""]) =>
          names.split(",").map((name) => name.replace(/^\s*type\s/, "").trim()),
        ),
      ),
    );
    const own = specimens.filter((name) => !imported.has(name));
    expect(own).toEqual([]);
  });

  it("has a node of every kind, status and evidence", () => {
    const nodes = statesOf("TaskNode");
    const states = [...TASK_TYPES, "fold", ...CHECK_LAYERS.map((layer) => `by ${layer}`), ...SEVERITIES];
    expect(states.filter((one) => !nodes.get(one)?.includes("graph-node"))).toEqual([]);
    expect(TASK_STATUSES.filter((one) => !nodes.get(one)?.includes(`data-status="${one}"`))).toEqual([]);
  });

  it("has a panel of every kind of gate, of every way to close one, and of every decision that is held", () => {
    const panels = statesOf("GatePanel");
    expect(APPROVAL_KINDS.filter((kind) => !panels.get(kind)?.includes('data-open="true"'))).toEqual([]);
    expect(APPROVAL_KINDS.filter((kind) => !panels.get(kind)?.includes(KIND_LABELS[kind]))).toEqual([]);
    const closed = APPROVAL_STATUSES.filter((status) => status !== "open");
    expect(closed.filter((status) => !panels.get(status)?.includes('data-open="false"'))).toEqual([]);
    const held = statesOf("HeldReview");
    expect(DECISIONS.filter((decision) => !held.get(decision)?.includes("data-held"))).toEqual([]);
  });

  it("has a thread in every status and with every answer, and a run in every status", () => {
    const threads = statesOf("Thread");
    expect(COMMENT_STATUSES.filter((one) => !threads.get(one)?.includes(`data-status="${one}"`))).toEqual([]);
    const isAnswered = (one: string) => threads.get(`outcome ${one}`)?.includes(`data-outcome="${one}"`);
    expect(OUTCOMES.filter((one) => !isAnswered(one))).toEqual([]);
    const rows = html.split(/data-specimen="RunTable"/)[1] ?? "";
    expect(RUN_STATUSES.filter((one) => !rows.includes(`data-status="${one}"`))).toEqual([]);
  });

  it.each(Object.entries(WORDS))("has %s in every state of its table", (specimen, words) => {
    const own = html.split(/data-specimen="/).find((part) => part.startsWith(`${specimen}"`)) ?? "";
    expect(words.length).toBeGreaterThan(1);
    expect(words.filter((word) => !own.includes(word))).toEqual([]);
  });

  it("shows each in light and dark, with every id once", () => {
    expect(html.split('data-theme="dark"').length - 1).toBe(specimens.length);
    const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    const rows = html.split(/data-specimen="/).find((part) => part.startsWith('TaskTree"')) ?? "";
    const tasks = [...rows.matchAll(/data-task="([^"]+)"/g)].map(([, id]) => id);
    expect(tasks.length).toBeGreaterThan(2 * TASK_STATUSES.length);
    expect(tasks.filter((id, at) => tasks.indexOf(id) !== at)).toEqual([]);
  });
});
