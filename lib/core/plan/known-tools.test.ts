import { expect, it } from "vitest";
import { toolNamed } from "../mcp/tools";
import { planningHints } from "./hints";
import { withKnownTools } from "./known-tools";
import { plan as planSchema } from "./schema";

const KNOWN = ["sql_query", "files__list", "files__read", "mail__read", "look"];

it.each([
  ["look", "look"],
  ["list", "files__list"],
  ["files__list", "files__list"],
  ["read", undefined],
  ["ist", undefined],
  ["", undefined],
  ["constructor", undefined],
])("the name %j means %s", (name, tool) => {
  expect(toolNamed(name, KNOWN)).toBe(tool);
});

it("a plan has its tools and hints under the names that exist, and keeps what is open", () => {
  const hints = planningHints.parse({
    ordering: ["list", "look"],
    parallelGroups: [["list"]],
    disallowed: ["read"],
  });
  const agent = { prompt: "", tools: ["list", "files__list", "read"], hints };
  const plan = planSchema.parse({ title: "p", tasks: [], agents: { ["__proto__"]: agent } });
  const { agents } = withKnownTools(plan, KNOWN);
  expect(Object.values(agents)).toMatchObject([
    {
      tools: ["files__list", "read"],
      hints: { ordering: ["files__list", "look"], parallelGroups: [["files__list"]], disallowed: ["read"] },
    },
  ]);
});
