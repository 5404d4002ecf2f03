import { describe, expect, it } from "vitest";
import {
  absentMcpTool,
  definitionAt,
  definitionsOf,
  definitionsSince,
  mcpConfig,
  mcpDescription,
  mcpServerOf,
  mcpServerView,
  mcpTarget,
  mcpToolName,
  mcpToolNames,
  mcpTraits,
  ownWords,
  SERVER_NAME,
  type StoredMcpServer,
  toolDefinition,
} from ".";

describe("names of MCP tools", () => {
  it("are server__tool", () => {
    expect(mcpToolName("files", "read_file")).toBe("files__read_file");
    expect(mcpToolName("my-files", "Read-2")).toBe("my-files__Read-2");
  });

  it.each(["read file", "läs", "a.b", "a/b", "", "x".repeat(80), "__proto__\n"])(
    "are valid and stay apart whatever the server calls them: %j",
    (tool) => {
      const name = mcpToolName("files", tool);
      expect(name).toMatch(/^files__[a-zA-Z0-9_-]{1,57}$/);
      expect(mcpToolName("files", tool)).toBe(name);
      expect(mcpToolName("files", `${tool}!`)).not.toBe(name);
    },
  );

  it("are no tool's where two would share one, in whatever order, and as calls of them go out", () => {
    const tool = (name: string) => ({ name, description: name, inputSchema: {}, annotations: {} });
    const all = ["send x", mcpToolName("files", "send x").slice("files__".length), "read"].map(tool);
    const known = { files__read: definitionAt(mcpTarget(stored()), tool("read")) };
    for (const tools of [all, all.toReversed()]) {
      expect([...mcpToolNames("files", tools)]).toEqual([["read", "files__read"]]);
      expect(definitionsOf(stored({ tools }))).toEqual(known);
      expect(definitionsOf(stored({ tools: tools.slice(0, 1), waiting: tools.slice(1) }))).toEqual(known);
    }
    expect([...mcpToolNames("files", [tool("send x"), tool("send x")]).keys()]).toEqual(["send x"]);
  });

  it("begin with a server's name, which has no underscore", () => {
    for (const good of ["a", "files", "my-files-2"]) expect(good).toMatch(SERVER_NAME);
    for (const bad of ["", "A", "2a", "a_b", "a b", "x".repeat(25)]) expect(bad).not.toMatch(SERVER_NAME);
  });
});

describe("a tool that is not there", () => {
  it.each([
    ["search", ""],
    ["files__gone", ' The MCP server "files" has no such tool.'],
    [
      "file__read",
      ' No MCP server "file" is in use: it is not set up, is switched off, or was never reached.',
    ],
    ["__x", ""],
  ])("%s is told with its server", (name, sentence) => {
    expect(absentMcpTool(name, ["search", "files__read"])).toBe(sentence);
  });
});

describe("what an MCP tool counts as", () => {
  const local = { name: "files", transport: "stdio" } as const;

  it.each([
    [{}, "external", false],
    [{ destructive: true }, "external", false],
    [{ destructive: false }, "external", false],
    [{ readOnly: false, idempotent: true }, "external", true],
    [{ readOnly: true }, "read", true],
    [{ readOnly: true, idempotent: false, destructive: true }, "read", true],
  ] as const)("%j: %s, idempotent %s", (annotations, sideEffects, idempotent) => {
    expect(mcpTraits(local, { annotations })).toMatchObject({ sideEffects, idempotent });
  });

  it("goes over a network unless a local server says that it does not", () => {
    const tags = (transport: "stdio" | "http", openWorld?: boolean) =>
      mcpTraits({ name: "files", transport }, { annotations: openWorld === undefined ? {} : { openWorld } })
        .tags;
    expect(tags("stdio", false)).toEqual(["mcp", "mcp:files"]);
    expect(tags("stdio")).toEqual(["mcp", "mcp:files", "network"]);
    expect(tags("stdio", true)).toContain("network");
    expect(tags("http", false)).toContain("network");
  });

  it("is what an administrator says", () => {
    const override = { sideEffects: "write", idempotent: true } as const;
    expect(mcpTraits(local, { annotations: { readOnly: true, openWorld: false } }, override)).toEqual({
      ...override,
      tags: ["mcp", "mcp:files"],
    });
  });
});

const stored = (change: Partial<StoredMcpServer> = {}): StoredMcpServer => ({
  workspaceId: "w1",
  name: "files",
  transport: "stdio",
  command: "node",
  args: ["a.js"],
  url: null,
  secrets: null,
  secretNames: [],
  allowPrivate: false,
  enabled: true,
  timeoutMs: 1_000,
  revision: 2,
  overrides: {},
  tools: [],
  waiting: [],
  leftOut: [],
  server: null,
  state: "untried",
  problem: null,
  ...change,
});

describe("how to reach a stored server", () => {
  const open = (sealed: string) => (sealed === "sealed" ? '{"KEY":"value"}' : undefined);

  it.each([
    [stored(), { kind: "stdio", command: "node", args: ["a.js"], env: {} }],
    [
      stored({ secrets: "sealed" }),
      { kind: "stdio", command: "node", args: ["a.js"], env: { KEY: "value" } },
    ],
    [
      stored({ transport: "http", url: "https://a.example/mcp", secrets: "sealed", allowPrivate: true }),
      { kind: "http", url: "https://a.example/mcp", headers: { KEY: "value" }, allowPrivate: true },
    ],
    [stored({ command: null }), { kind: "stdio", command: "", args: ["a.js"], env: {} }],
    [stored({ transport: "http" }), { kind: "http", url: "", headers: {}, allowPrivate: false }],
  ])("%# has its secrets opened", (row, transport) => {
    expect(mcpConfig(row, open)).toEqual({
      workspaceId: "w1",
      name: "files",
      timeoutMs: 1_000,
      revision: 2,
      transport,
    });
  });

  it("is not known when its secrets cannot be opened", () => {
    expect(mcpConfig(stored({ secrets: "of another key" }), open)).toBeUndefined();
  });
});

describe("a stored server as people see it", () => {
  it("has the names of its secrets and what its tools count as", () => {
    const tool = (name: string) => ({
      name,
      description: "d",
      inputSchema: {},
      annotations: { readOnly: true },
    });
    const view = mcpServerView({
      ...stored({ secrets: "sealed", secretNames: ["KEY"], tools: [tool("read"), tool("toString")] }),
      overrides: { read: { sideEffects: "write", idempotent: false } },
      stateAt: new Date(5),
    });
    expect(JSON.stringify(view)).not.toContain("sealed");
    expect(view).toMatchObject({ secretNames: ["KEY"], stateAtMs: 5, state: "untried" });
    expect(view.tools).toMatchObject([
      { name: "files__read", ownName: "read", sideEffects: "write", idempotent: false, overridden: true },
      { name: "files__toString", sideEffects: "read", idempotent: true, overridden: false },
    ]);
    expect(mcpServerView({ ...stored(), stateAt: null }).stateAtMs).toBeNull();
  });

  it("shows what waits beside what holds, and what differs", () => {
    const held = { name: "read", description: "d", inputSchema: {}, annotations: {} };
    const shown = { ...held, annotations: { readOnly: true } };
    const waiting = [shown, { ...held, name: "new" }];
    expect(mcpServerView({ ...stored({ tools: [held], waiting }), stateAt: null }).waiting).toEqual([
      {
        name: "files__read",
        ownName: "read",
        digest: toolDefinition(shown),
        shown,
        held,
        parts: ["annotations"],
        sideEffects: "read",
        idempotent: true,
      },
      expect.objectContaining({ ownName: "new", held: null, parts: [], sideEffects: "external" }),
    ]);
  });

  it("says why tools were left out, in rows of older versions too", () => {
    const leftOut = [
      { name: "new", reason: "it is too large" },
      { name: "old", why: "it is too deep" },
    ];
    expect(mcpServerView({ ...stored({ leftOut }), stateAt: null }).leftOut).toEqual([
      { name: "new", reason: "it is too large" },
      { name: "old", reason: "it is too deep" },
    ]);
  });
});

describe("a tool as calls of it happen", () => {
  const read = { name: "read", description: "d", inputSchema: {}, annotations: {} };
  const at = (change: Partial<StoredMcpServer>) =>
    definitionsOf(stored({ tools: [read], secrets: "sealed", ...change })).files__read;

  it("is another one for everything that its calls reach or are made with", () => {
    const changes: Partial<StoredMcpServer>[] = [
      {},
      { command: "other" },
      { args: ["--to", "elsewhere"] },
      { secrets: "sealed otherwise" },
      { secrets: null },
      { transport: "http", url: "https://a.example" },
      { transport: "http", url: "https://b.example" },
      { allowPrivate: true },
    ];
    const all = changes.map(at);
    expect(new Set(all).size).toBe(all.length);
  });

  it("is the same where only how long calls may take, or how often it was set up, differs", () => {
    expect(at({ timeoutMs: 1, revision: 7, state: "failed", problem: "gone" })).toBe(at({}));
  });

  it("is what holds with what the server shows of it: another one when that comes, and when it is accepted", () => {
    const shown = { ...read, description: "other" };
    const target = mcpTarget(stored({ secrets: "sealed" }));
    const [held, waits, accepted] = [at({}), at({ waiting: [shown] }), at({ tools: [shown] })];
    expect([held, accepted]).toEqual([definitionAt(target, read), definitionAt(target, shown)]);
    expect(waits).toBe(definitionAt(target, read, shown));
    expect(new Set([held, waits, accepted]).size).toBe(3);
    const news = definitionsOf(
      stored({ tools: [read], waiting: [{ ...read, name: "new" }], secrets: "sealed" }),
    );
    expect(news).toEqual({ files__read: held, files__new: definitionAt(target, { ...read, name: "new" }) });
  });

  it("is gone with its server, and with one that is switched off", () => {
    const row = stored({ tools: [read] });
    const other = { ...read, name: "write" };
    expect(definitionsSince(row, undefined)).toEqual({ files__read: null });
    expect(definitionsSince(row, { ...row, enabled: false })).toEqual({ files__read: null });
    expect(definitionsSince({ ...row, enabled: false }, row)).toEqual(definitionsOf(row));
    expect(definitionsSince(row, { ...row, tools: [other] })).toEqual({
      ...definitionsOf({ ...row, tools: [other] }),
      files__read: null,
    });
  });
});

describe("whose words a tool's description is", () => {
  it("is said to who sees it alone, and can be taken off again", () => {
    const said = mcpDescription("files", "Reads a file.");
    expect(said).toBe('From the MCP server "files", in its own words: Reads a file.');
    expect(ownWords("files", said)).toBe("Reads a file.");
    expect(ownWords("other", said)).toBe(said);
    expect(mcpDescription("files", "")).toContain("(none)");
    expect(mcpServerOf({ tags: ["mcp", "mcp:files", "network"] })).toBe("files");
    expect(mcpServerOf({ tags: ["mcp"] })).toBeUndefined();
  });
});
