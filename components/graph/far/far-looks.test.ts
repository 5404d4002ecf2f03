import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { NODE } from "@/lib/core/layout/geometry";
import type { TaskFacts } from "../facts";
import { factsOfPlanned } from "../task-facts";
import { type FarLook, farDots, farGroups, farLookOf, taskAt } from "./far-looks";

const facts = (id: string, more: Partial<TaskFacts> = {}): TaskFacts => ({
  ...factsOfPlanned({ id, title: id, type: "task", agent: "default", maxRetries: 0 }),
  ...more,
});

describe("the look of a task from far away", () => {
  it.each<[FarLook, Partial<TaskFacts>]>([
    ["pending", {}],
    ["plain", { status: "succeeded" }],
    ["ok", { status: "succeeded", tone: "ok" }],
    ["person", { status: "waiting", tone: "person" }],
    ["ghost", { status: "superseded", ghost: true }],
    ["bad", { severity: "error" }],
    ["ok", { mark: "added" }],
    ["ghost", { mark: "removed", ghost: true }],
  ])("is %s for %j", (look, more) => {
    expect(farLookOf(facts("a", more))).toBe(look);
  });
});

describe("tasks from far away", () => {
  const positions = new Map([
    ["a", { x: 0, y: 0 }],
    ["b", { x: 300, y: 0 }],
    ["c", { x: 600, y: 0 }],
  ]);
  const nodes = [
    facts("a"),
    facts("b"),
    facts("c", { status: "running", tone: "run", icon: "◐" }),
    facts("lost"),
  ];

  it("are one shape and one text for each look, however many they are", () => {
    const groups = farGroups(nodes, positions);
    expect(groups.map(({ look, icons, xs }) => [look, icons, xs])).toEqual([
      ["pending", "○○", "108 408"],
      ["run", "◐", "708"],
    ]);
    expect(groups[0]?.shapes.match(/M/g)).toHaveLength(2);
  });

  it("have a dot each where people have commented, all of them one shape", () => {
    expect(farDots(nodes, positions)).toBe("");
    const said = { comments: 2, commentsAre: "open" } as const;
    const dots = farDots([...nodes, facts("a", said), facts("c", said), facts("lost", said)], positions);
    expect(dots.match(/M/g)).toHaveLength(2);
  });

  it("can be told apart by kind", () => {
    const kinds = ["task", "planning_review", "synthesis_gate", "human_review"] as const;
    const shapes = kinds.map((kind) => farGroups([facts("a", { kind })], positions)[0]?.shapes);
    expect(new Set(shapes).size).toBe(kinds.length);
  });

  it("are found by a point on them", () => {
    expect(taskAt({ x: 310, y: 10 }, nodes, positions)).toBe("b");
    expect(taskAt({ x: NODE.width + 1, y: 10 }, nodes, positions)).toBeUndefined();
  });
});

/** The relative luminance of WCAG. */
function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

describe("the colors of tasks from far away", () => {
  const tokens = readFileSync("app/globals.css", "utf8");
  const styles = readFileSync("components/graph/graph.css", "utf8");
  const valuesOf = (token: string) =>
    tokens.match(new RegExp(`--${token}: light-dark\\((#\\w+), (#\\w+)\\)`))?.slice(1) ?? [];
  const [grounds, panels] = [valuesOf("ground"), valuesOf("panel")];

  /** What WCAG asks of text, and of the parts of a picture. */
  const least = (look: string) => (look === "pending" ? 3 : 4.5);

  it.each(["pending", "plain", "run", "ok", "amber", "retry", "bad", "person"])(
    "%s are seen on the canvas and the map",
    (look) => {
      const [, token = ""] =
        styles.match(new RegExp(`\\.graph-look-${look}[^{}]*\\{\\s*--look: var\\(--(\\w+)\\)`)) ?? [];
      const colors = valuesOf(token);
      expect(colors).toHaveLength(2);
      colors.forEach((color, theme) => {
        expect(contrast(color, grounds[theme] ?? color)).toBeGreaterThan(least(look));
        expect(contrast(color, panels[theme] ?? color)).toBeGreaterThan(least(look));
      });
    },
  );
});
