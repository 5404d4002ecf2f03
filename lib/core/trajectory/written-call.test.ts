import { describe, expect, it } from "vitest";
import { writtenCall } from "./written-call";

const TOOLS = ["calculator", "sql_query", "files__read_text_file"];

describe("writtenCall", () => {
  it.each([
    ["calculator", '<tool_call>\n{"name": "calculator", "arguments": {"expression": "17*23"}}\n</tool_call>'],
    ["sql_query", 'I look first.\n\n```json\n{"tool": "sql_query", "parameters": {"sql": "SELECT 1"}}\n```'],
    ["calculator", '<|python_tag|>calculator.call(expression="1")'],
    ["calculator", '<function=calculator>{"expression": "1"}</function>'],
    ["calculator", '{"thought": "x", "next_node": "Calculator", "args": {}}'],
    ["calculator", '{"next_node": null, "plan": [{"node": "calculator", "args": {}}]}'],
    ["sql_query", '[{"function": {"name": "sql_query", "arguments": "{}"}}]'],
    ["files__read_text_file", '{"action": "files.read_text_file", "action_input": {"path": "a"}}'],
    ["calculator", 'calculator(expression="17*23")'],
    ["calculator", "I'll compute that with the calculator now.\n"],
    ["calculator", "I'll use the calculator."],
    ["calculator", "Let me open the Calculator..."],
    ["sql_query", "Okay, let me run sql_query first:"],
    ["calculator", '[calculator(expression="6*7")]'],
    ["calculator", "Thought: x\nAction: calculator\nAction Input: {}\nObservation: 41\nFinal Answer: 41"],
    [
      "calculator",
      "So.\n<|tool_calls_section_begin|><|tool_call_begin|>functions.calculator:0<|tool_call_argument_begin|>{}",
    ],
    [
      "calculator",
      "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>calculator\n```json\n{}\n```",
    ],
    ["calculator", '<｜DSML｜function_calls>\n<｜DSML｜invoke name="calculator">'],
    ["calculator", "<|channel|>commentary to=functions.calculator <|constrain|>json<|message|>{}<|call|>"],
    ["calculator", 'assistantcommentary to=functions.calculator json{"expression":"6*7"}'],
    [
      "calculator",
      '<seed:tool_call><function name="calculator"><parameter name="expression">6*7</parameter>',
    ],
    ["a tool", "```tool_code\nprint(1)\n```"],
    ["fly", '<tool_call>\n{"name": "fly", "arguments": {}}\n</tool_call>'],
  ])("is one of %s: %s", (tool, text) => {
    expect(writtenCall(text, TOOLS)).toBe(tool);
    expect(writtenCall(text, [])).toBeUndefined();
  });

  it.each([
    "391",
    "I used calculator: 17*23 = 391.",
    "Let me know if the calculator is right.",
    "I will not need a tool for that.",
    "I'll send the calculator to Anna. It costs 20 EUR.",
    "Let me sum up: the calculator says\n391",
    '{"name": "Anna", "input": "none"}',
    '{"name": "calculator", "price": 3}',
    '{"tool": "hammer", "parameters": {}}',
    "<think>\n<tool_call>\n{}\n</think>\nDone.",
    "Total (calculator): 391",
    'Worked on {"tool": "sql_query", "args": {"sql": "SELECT 1"}}. sql_query returned 1.',
    'I called {"name": "calculator", "arguments": {}}',
    "Kimi writes `<|tool_calls_section_begin|>` before its calls.",
    "Action: send it to Anna today.",
    "",
  ])("is none: %s", (text) => {
    expect(writtenCall(text, TOOLS)).toBeUndefined();
  });
});
