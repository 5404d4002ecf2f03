import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { APPROVAL_KINDS, type ApprovalKind, gateRow, verbRow, verbsOfKind } from "@/lib/core/run/gates/table";
import { runSettings } from "@/lib/core/run/settings";
import { builtInTools, webTools } from "@/lib/tools";
import { avoidedProse, avoidedTexts, avoidedWords } from "@/scripts/structure/page-texts";
import { deadReferences } from "@/scripts/structure/references";
import { workingTree } from "@/scripts/structure/tree";

const root = resolve(import.meta.dirname, "..");
const read = (file: string) => readFileSync(resolve(root, file), "utf8");

describe("ARCHITECTURE.md", () => {
  it("has one line for each dependency, and no line for what is none", () => {
    const manifest = JSON.parse(read("package.json")) as Record<string, Record<string, string> | undefined>;
    const kinds = ["dependencies", "devDependencies", "optionalDependencies"];
    const installed = kinds.flatMap((kind) => Object.keys(manifest[kind] ?? {}));
    const section = read("ARCHITECTURE.md").split("## Dependencies")[1] ?? "";
    const listed = [...section.matchAll(/^\| `([^`]+)` \|/gm)].map((match) => match[1]);
    expect(listed.sort()).toEqual(installed.sort());
  });
});

describe("the walks in ARCHITECTURE.md", () => {
  const section = (title: string) =>
    (read("ARCHITECTURE.md").split(`${title}\n`)[1] ?? "").split(/\n#/)[0] ?? "";
  const filesOf = (text: string) => [...text.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file]) => file ?? "");

  it.each([
    ["### From the page to the model", 20],
    ["### From the model to the page", 15],
    ["## The way of one decision", 15],
  ])("%s names files that exist, %i at most", (title, most) => {
    const files = filesOf(section(title));
    expect(files.length).toBeGreaterThan(3);
    expect(files.length).toBeLessThanOrEqual(most);
    expect(files.filter((file) => !existsSync(resolve(root, file)))).toEqual([]);
  });
});

describe("documents and comments", () => {
  it("name only files, scripts and headings that exist", () => {
    expect(deadReferences(workingTree())).toEqual([]);
  });
});

describe("docs/style.md", () => {
  it("rules out words that no page and no command uses", () => {
    const words = avoidedWords(read("docs/style.md"));
    expect(words.length).toBeGreaterThan(20);
    expect(avoidedTexts(workingTree(), words)).toEqual([]);
  });

  it("rules them out in comments and documents, too", () => {
    const guide = "docs/style.md";
    expect(avoidedProse(workingTree(), avoidedWords(read(guide)), guide)).toEqual([]);
  });
});

describe("docs/engine.md", () => {
  it("names the kinds of gates and their answers as the code has them", () => {
    const section = read("docs/engine.md").split("### Kinds of gates")[1]?.split("\n### ")[0] ?? "";
    const rows = section.split("\n").filter((line) => line.startsWith("| `"));
    expect(rows).toEqual(APPROVAL_KINDS.map(gateLine));
  });
});

/** The row of a kind of gate, as the page writes it. */
function gateLine(kind: ApprovalKind): string {
  const { about, fourEyes, silence, bySession } = gateRow(kind);
  const answers = verbsOfKind(kind).map((verb) => {
    const { needs } = verbRow(verb);
    return needs === undefined ? code(verb) : `${code(verb)} (${needs})`;
  });
  const cells = [about, answers.join(", "), fourEyes ? "yes" : "", code(silence), code(bySession)];
  return `| ${code(kind)} |${cells.map((cell) => (cell === "" ? " |" : ` ${cell} |`)).join("")}`;
}

const code = (word: string | undefined): string => (word === undefined ? "" : `\`${word}\``);

describe("docs/agents.md", () => {
  it("names every tool that comes along, with what it changes", () => {
    const http = { send: () => Promise.reject(new Error("Nobody is asked.")) };
    const tools = [...builtInTools({ nowMs: () => 0 }), ...webTools(http)];
    const text = read("docs/agents.md");
    const simulated = text.split("\n## Simulated tools")[1]?.split("\n## ")[0] ?? "";
    const rows = text.split("\n").filter((line) => line.startsWith("| `"));
    for (const { name, tags, sideEffects } of tools) {
      if (tags.includes("simulated")) expect(simulated).toContain(`\`${name}\``);
      else expect(rows.find((row) => row.includes(`\`${name}\``)) ?? name).toContain(sideEffects);
    }
  });
});

describe("README.md", () => {
  it("names every variable that is read, and no other", () => {
    const known = [...read("lib/env.ts").matchAll(/^ {4}([A-Z][A-Z_]+):/gm)].map((match) => match[1] ?? "");
    // One is Node's own, and of the other only the default means anything.
    const ours = known.filter((name) => name !== "NODE_ENV" && name !== "AUTH");
    expect(ours.length).toBeGreaterThan(10);
    const section = read("README.md").split("## Configuration")[1] ?? "";
    const rows = section.split("\n").filter((line) => line.startsWith("| `"));
    const named = rows.flatMap((row) => [...(row.split("|")[1] ?? "").matchAll(/`([A-Z_]+)`/g)]);
    expect(named.map((match) => match[1]).sort()).toEqual(ours.sort());
  });
});

describe("docs/engine.md", () => {
  it("names every setting that runs have, and no other", () => {
    const settings: object = runSettings.parse({});
    const section = read("docs/engine.md").split("## Settings")[1]?.split("\n## ")[0] ?? "";
    const cells = [...section.matchAll(/^\| (`[^|]+`) \|/gm)].map((match) => match[1] ?? "");
    const named = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ""));
    // Some have no default: a run has them when they are given.
    const missing = named.filter(
      (name) => readPath(settings, name) === undefined && !(name in runSettings.shape),
    );
    expect(missing).toEqual([]);
    const untold = Object.keys(runSettings.shape).filter((name) => !section.includes(`\`${name}`));
    expect(untold).toEqual([]);
  });
});

function readPath(value: unknown, path: string): unknown {
  return path.split(".").reduce((at, key) => (at as Record<string, unknown> | undefined)?.[key], value);
}
