import { expect, it } from "vitest";
import { foreignCall } from "./foreign-call";
import { writtenCall } from "./written-call";

it.each([
  ["write_file", '{"name": "write_file", "arguments": {"path": "a.md"}}'],
  [
    "write_file",
    '{"type": "function", "id": "c1", "function": {"name": "write_file", "arguments": "{\\"path\\": \\"a\\"}"}}',
  ],
  ["write_file", '{"type": "function", "function": {"name": "write_file", "arguments": {"path": "a"}}}'],
  ["look", '[{"tool": "look", "args": {"at": 1}}, {"tool": "look", "args": {"at": 2}}]'],
  ["look", '{"tool_calls": [{"name": "look", "parameters": {"at": 1}}]}'],
  ["look", '{"thought": "x", "action": "look", "action_input": {"at": 1}}'],
  ["look", 'I open it now.\n\n```json\n{"name": "look", "arguments": {"at": 1}}\n```'],
  ["export", 'Thought: I need it.\nAction: export\nAction Input: {"from": 1}'],
  ["export", "**Action:** export\n**Action Input:** all of May"],
  ["fetch_page", '@@CALL fetch_page\nurl := "https://a.example"\ndepth := 1\n@@END'],
  ["fetch_page", "[[TOOL: fetch_page]]\nurl = a\n[[/TOOL]]"],
  ["fetch_page", "I read it first.\n\n::invoke::fetch_page\nurl: a"],
])("a text that is a call by its form calls %s, whatever is offered: %j", (name, text) => {
  expect(foreignCall(text)).toBe(name);
  expect(writtenCall(text, ["another"])).toBe(name);
});

it.each([
  '{"name": "Webhook A", "parameters": {"url": "a"}}',
  '{"name": "write_file", "arguments": {}}',
  '{"name": "write_file", "arguments": ["path"]}',
  '{"name": "write_file", "arguments": "none"}',
  '{"name": "write_file", "arguments": {"path": {"type": "string"}}}',
  '{"name": "write_file", "parameters": {"type": "object", "properties": {}}}',
  '{"name": "Anna", "arguments": {"for": 1}, "verdict": "yes"}',
  '[{"tool": "look", "args": {"at": 1}}, {"tool": "hammer", "count": 2}]',
  '{"result": {"name": "look", "arguments": {"at": 1}}}',
  "[]",
  "Action: export\nAction Input: {}\nObservation: 3\nFinal Answer: 3 rows",
  "# Report\n\nAction: approved\n\nInput: 3 files",
  "Action: Maria sends the figures",
  "@@NOTE page\nurl := a",
  "- use hammer\nweight: 2",
  "391",
])("what only looks a little like one calls nothing: %j", (text) => {
  expect(foreignCall(text)).toBeUndefined();
});

it("takes a name behind the mark of a call, above elements or an object, for one", () => {
  expect(writtenCall("<tool_call>rate\n<arg_key>base</arg_key>\n<arg_value>EUR</arg_value>", ["look"])).toBe(
    "rate",
  );
  expect(writtenCall('<function_call>rate {"base": "EUR"}', ["look"])).toBe("rate");
  expect(writtenCall("Hermes has <tool_call> tags around it.", ["look"])).toBeUndefined();
});
