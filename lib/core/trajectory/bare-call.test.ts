import { describe, expect, it } from "vitest";
import { writtenCall } from "./written-call";

const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  get_weather: ["city", "days"],
  send_mail: ["to", "body"],
  files__read: ["path"],
};
const called = (text: string) =>
  writtenCall(text, Object.keys(ARGUMENTS), (name) => new Map(Object.entries(ARGUMENTS)).get(name) ?? []);

/** Calls without any mark of one: the name of a tool in front of its arguments, or in a lone object. */
const BARE: string[] = [
  '=> get_weather {"city": "Oslo"}',
  'val r = get_weather(city = "Oslo")',
  '{"tool": {"get_weather": {"city": "Oslo"}}}',
  '{"tool": {"name": "get_weather", "city": "Oslo"}}',
  '{"get_weather": {"city": "Oslo"}}',
  '[{"get_weather": {"city": "Oslo"}}]',
  '[{"tool": "get_weather", "city": "Oslo"}, {"tool": "send_mail", "to": "a@b.c", "body": "x"}]',
  '{"tool": "get_weather", "city": "Oslo"}',
  '{"use": "get_weather", "with": {"city": "Oslo"}}',
  '{"call": "get_weather", "kwargs": {"city": "Oslo"}}',
  "/get_weather city=Oslo",
  "/get_weather Oslo",
  "$ get_weather --city Oslo",
  "```bash\nget_weather --city Oslo\n```",
  '```sh\n$ get_weather --city "Oslo"\n```',
  'await get_weather({"city": "Oslo"})',
  'const r = await get_weather({ city: "Oslo" });',
  'return await tools.get_weather({city: "Oslo"})',
  'result = get_weather(city="Oslo")',
  'x = await client.call_tool("get_weather", {"city": "Oslo"})',
  'tools.call("get_weather", {"city": "Oslo"})',
  'call_tool(name="get_weather", arguments={"city": "Oslo"})',
  "@get_weather city: Oslo",
  "!get_weather Oslo",
  '#get_weather {"city": "Oslo"}',
  '[get_weather city="Oslo"]',
  '{{get_weather city="Oslo"}}',
  '<<get_weather {"city": "Oslo"}>>',
  '(get_weather :city "Oslo")',
  '(tool/get_weather {:city "Oslo"})',
  'get_weather: {"city": "Oslo"}',
  'get_weather => {"city": "Oslo"}',
  'TOOL get_weather {"city": "Oslo"}',
  'CALL get_weather WITH {"city": "Oslo"}',
  '```js\nawait get_weather({city: "Oslo"});\n```',
  '```json\n{"tool": {"get_weather": {"city": "Oslo"}}}\n```',
  '{"steps": [{"get_weather": {"city": "Oslo"}}]}',
  '{"actions": [{"type": "get_weather", "city": "Oslo"}]}',
  '{"calls": [{"fn": "get_weather", "args": {"city": "Oslo"}}]}',
  "tool: get_weather\ncity: Oslo",
  "get_weather\ncity: Oslo",
  "get_weather\n--city Oslo",
  "- tool: get_weather\n  args:\n    city: Oslo",
  'let w = get_weather({city: "Oslo"}); print(w)',
  '{"type": "get_weather", "city": "Oslo"}',
  '{"command": "get_weather", "city": "Oslo"}',
];

/** Texts in which the name of a tool stands in some other place. */
const INNOCENT: string[] = [
  "It rains in Oslo; get_weather said so.",
  '{"tool": "get_weather", "calls": 2}',
  '{"get_weather": {"calls": 2, "errors": 0}, "send_mail": {"calls": 1}}',
  '{"source": "get_weather", "rain": true}',
  '{"city": "Oslo", "source": "get_weather"}',
  "get_weather returned rain.",
  "/get_weather is the path of the API, and it takes a city.",
  "$ get_weather --city Oslo\nrain, 3 degrees",
  "The command is:\n\n```bash\nget_weather --city Oslo\n```\n\nRun it daily.",
  '```ts\nexport async function report() {\n  const w = await get_weather({city: "Oslo"});\n  return w.rain;\n}\n```',
  "get_weather: rain\nsend_mail: sent",
  '{"used": ["get_weather", "send_mail"], "rain": true}',
  '```python\nimport weather\n\ndef main():\n    r = get_weather(city="Oslo")\n    return r\n```',
  "# get_weather\n\nReturns rain or sun for a city.",
  '{"result": {"get_weather": "rain"}}',
  "- get_weather: 2 calls\n- send_mail: 1 call",
  "The weather tool (get_weather) says: rain.",
  "@get_weather is the bot that posts it.",
  '{"type": "object", "name": "get_weather"}',
  "Tool: get_weather\nCalls: 2",
  "{}",
  "[]",
  '[[[[[[[[{"get_weather": {}}]]]]]]]]',
];

describe("a call without a mark", () => {
  it.each(BARE)("is no result: %s", (text) => expect(called(text)).toBe("get_weather"));

  it.each(INNOCENT)("is none: %s", (text) => expect(called(text)).toBeUndefined());

  it("is known by the names of the arguments only where they are known", () => {
    const text = '{"tool": "get_weather", "city": "Oslo"}';
    expect(writtenCall(text, ["get_weather"])).toBeUndefined();
    expect(called(text)).toBe("get_weather");
  });
});

it.each([
  ["dots", "a.".repeat(50_000)],
  ["blanks", `a${" ".repeat(100_000)}b`],
  ["lines", `a${"\n".repeat(100_000)}b`],
  ["flags", `a\n${"--b".repeat(50)}\n!`],
  ["closing brackets", `a(${") x".repeat(30_000)}`],
  ["calls", `a(${"b(c); ".repeat(20_000)}x`],
  ["equal signs", "a = ".repeat(30_000)],
])("looks through a long text of %s in moments", (_, text) => {
  const startedAt = performance.now();
  expect(called(text)).toBeUndefined();
  expect(performance.now() - startedAt).toBeLessThan(500);
});
