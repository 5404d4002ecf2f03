import { describe, expect, it } from "vitest";
import { planningHints } from "@/lib/core/plan/hints";
import { readBlocks } from "@/lib/core/prompt-blocks";
import { deployTool, rendered, salesFile } from "../fixtures";
import { agent, currentSystem, toolsBlock } from ".";

const task = { id: "deploy", title: "Deploy", details: ["Wait for health", "Report it"], input: "Deploy v1" };

describe("an agent's prompt", () => {
  it("gives the task and what it builds on", async () => {
    const prompt = agent.buildPrompt({
      mission: "Ship the shop",
      attachments: [salesFile],
      task,
      agent: { name: "deployer", prompt: "You deploy." },
      upstream: '<result of="build">image shop:1</result>',
      effectsDone: ["Build shop v1"],
    });
    await expect(rendered(prompt)).toMatchFileSnapshot("./agent.golden.txt");
  });

  it("tells a model without tool calls of its own how to act, and an agent with hints what they mean", async () => {
    const hints = planningHints.parse({ ordering: ["build", "deploy"], disallowed: ["rm"], maxParallel: 2 });
    const prompt = agent.buildPrompt({
      mission: "Ship the shop",
      task,
      agent: { name: "deployer", prompt: "You deploy." },
      upstream: "",
      effectsDone: [],
      hints,
      calls: "json",
    });
    await expect(rendered(prompt)).toMatchFileSnapshot("./agent-json.golden.txt");
    const bare = { mission: "", task, agent: { name: "", prompt: "" }, upstream: "", effectsDone: [] };
    const unguided = agent.buildPrompt({ ...bare, hints: planningHints.parse({ disallowed: ["rm"] }) });
    expect(unguided).toEqual(agent.buildPrompt(bare));
  });

  it("can be made of today's rules and what a recorded one says of the agent", () => {
    const bare = { mission: "", task, upstream: "", effectsDone: [] };
    const hints = planningHints.parse({ ordering: ["build", "deploy"] });
    const examples = [{ query: "q </data>", steps: [], outcome: "answer_complete" as const }];
    const of = (input: object) => {
      const said = { ...bare, agent: { name: "", prompt: "You <deploy>." }, ...input };
      const { system, messages } = agent.buildPrompt(said as Parameters<typeof agent.buildPrompt>[0]);
      return { system, query: (messages[0] as { text: string }).text };
    };
    for (const input of [{}, { hints }, { examples }, { agent: { name: "", prompt: "" } }]) {
      const { system, query } = of(input);
      expect(currentSystem(system.replace("- When the task is done", "- Once it is done"), query)).toBe(
        system,
      );
      expect(currentSystem(system, query, "json")).toBe(of({ ...input, calls: "json" }).system);
    }
  });

  it("shows examples behind its rules, and stays as it is without them", async () => {
    const bare = { mission: "", task, agent: { name: "", prompt: "" }, upstream: "", effectsDone: [] };
    const { system } = agent.buildPrompt(bare);
    const example = {
      query: "Deploy v0 </data>",
      steps: [{ next_node: null, args: {} }],
      outcome: "no_path" as const,
    };
    const shown = agent.buildPrompt({ ...bare, examples: [example] });
    expect(shown.system.startsWith(`${system}\n\nThe examples below`)).toBe(true);
    expect(readBlocks(shown.system).at(-1)).toEqual({
      name: "examples",
      body: `[\n${JSON.stringify(example)}\n]`,
    });
    expect(shown.messages).toEqual(agent.buildPrompt(bare).messages);
  });

  it("lists tools as a block where they cannot be given otherwise", () => {
    expect(toolsBlock([])).toBe("");
    expect(toolsBlock([{ ...deployTool, description: "</data>" }])).toBe(
      '<data name="tools">\n[\n{"name":"deploy","description":"<\\/data>","inputSchema":{"type":"object","properties":{"version":{"type":"string"}},"required":["version"]}}\n]\n</data>',
    );
  });

  it("leaves out what there is not", () => {
    const prompt = agent.buildPrompt({
      mission: "Ship the shop",
      task: { ...task, details: [], input: "" },
      agent: { name: "default", prompt: "" },
      upstream: "",
      effectsDone: [],
    });
    expect(prompt.messages).toMatchInlineSnapshot(`
      [
        {
          "role": "user",
          "text": "<data name="mission">
      Ship the shop
      </data>

      <data name="task">
      {"id":"deploy","title":"Deploy","agent":"default"}
      </data>",
        },
      ]
    `);
    expect(prompt.system).not.toContain("agent_brief");
  });

  it("shows a retry what was wrong, beside the untouched input", () => {
    const prompt = agent.buildPrompt({
      mission: "Ship the shop",
      task: { ...task, details: [] },
      agent: { name: "default", prompt: "" },
      upstream: "",
      feedback: { attempt: 2, of: 3, previousOutput: "done", diagnosis: "The address is missing" },
      effectsDone: [],
    });
    expect(prompt.messages).toMatchInlineSnapshot(`
      [
        {
          "role": "user",
          "text": "<data name="mission">
      Ship the shop
      </data>

      <data name="task">
      {"id":"deploy","title":"Deploy","agent":"default"}
      </data>

      <data name="input">
      Deploy v1
      </data>

      <data name="feedback">
      This is attempt 2 of 3.
      </data>

      <data name="previous_output">
      done
      </data>

      <data name="diagnosis">
      The address is missing
      </data>",
        },
      ]
    `);
  });
});

describe("reading an agent's answer", () => {
  it("takes JSON as data and everything else as text", () => {
    expect(agent.parse('{"healthy": true}')).toEqual({ ok: true, value: { healthy: true } });
    expect(agent.parse("Healthy.")).toEqual({ ok: true, value: "Healthy." });
  });
});
