import { describe, expect, it } from "vitest";
import { writtenCall } from "./written-call";

const TOOLS = ["get_weather", "send_mail", "files__read"];

/** Calls as models of many kinds write them, where no parser of their server has read them. */
const LEAKED: [string, string][] = [
  ["nexusraven", "Call: get_weather(city='Oslo')<bot_end>\nThought: This is the weather."],
  ["functionary by recipients", '<|from|>assistant\n<|recipient|>get_weather\n<|content|>{"city": "Oslo"}'],
  [
    "an element of a namespace with the name in it",
    '<xai:function_call name="get_weather"><parameter name="city">Oslo</parameter></xai:function_call>',
  ],
  [
    "an element that names its tool so",
    '<mcp:call tool="get_weather"><arg name="city">Oslo</arg></mcp:call>',
  ],
  ["an element alone", '<tool name="get_weather" city="Oslo"/>'],
  ["glm, as a result of its own", "<|observation|>get_weather"],
  ["react in bold", '**Action:** get_weather\n**Action Input:** {"city": "Oslo"}'],
  ["an element of a tool with elements", '<tool name="get_weather"><city>Oslo</city></tool>'],
  ["react with brackets", "Thought: I have to look.\nAction: get_weather[Oslo]"],
  ["react in other words", '思考:我需要天气\n行动:get_weather\n行动输入:{"city": "Oslo"}'],
  ["firefunction behind a space", ' functools[{"name": "get_weather", "arguments": {"city": "Oslo"}}]'],
  ["cline after words", "I will look.\n<get_weather>\n<city>Oslo</city>\n</get_weather>"],
  [
    "the message of an older api",
    '{"role": "assistant", "content": null, "function_call": {"name": "get_weather", "arguments": "{}"}}',
  ],
  ["hermes, cut off", '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Oslo"'],
  [
    "hermes after words",
    'Let me look.\n<tool_call>{"arguments": {"city": "Oslo"}, "name": "get_weather"}</tool_call>',
  ],
  ["mistral with ids", '[TOOL_CALLS]get_weather[CALL_ID]a1b2c3d4e[ARGS]{"city": "Oslo"}'],
  ["mistral, opened alone", '[TOOL_CALLS] [{"name": "get_weather", "arguments": {"city": "Os'],
  ["llama3 in json", '{"name": "get_weather", "parameters": {"city": "Oslo"}}'],
  [
    "llama3, two behind each other",
    '{"name": "get_weather", "parameters": {"city": "Oslo"}}; {"name": "send_mail", "parameters": {}}',
  ],
  ["pythonic", '[get_weather(city="Oslo"), send_mail(to="a@b.c", body="It (may) rain")]'],
  ["pythonic, over lines", 'get_weather(\n  city="Oslo",\n  days=3,\n)'],
  ["granite", '<|tool_call|>[{"name": "get_weather", "arguments": {"city": "Oslo"}}]'],
  ["granite of old", '<tool_call>[{"name": "get_weather", "arguments": {"city": "Oslo"}}]'],
  ["granite function_call", '<function_call> {"name": "get_weather", "arguments": {"city": "Oslo"}}'],
  [
    "deepseek v3.1",
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city": "Oslo"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
  ],
  [
    "deepseek in ascii",
    '<|tool calls begin|><|tool call begin|>function<|tool sep|>get_weather\n```json\n{"city": "Oslo"}\n```<|tool call end|>',
  ],
  [
    "kimi",
    '<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city": "Oslo"}<|tool_call_end|>',
  ],
  ["kimi, its id alone", 'functions.get_weather:0 {"city": "Oslo"}'],
  [
    "qwen3 coder",
    "<tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n</function>\n</tool_call>",
  ],
  [
    "qwen3 coder without the outer tag",
    "<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n</function>",
  ],
  ["glm", "<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Oslo</arg_value>\n</tool_call>"],
  ["glm without its tag", "get_weather\n<arg_key>city</arg_key>\n<arg_value>Oslo</arg_value>"],
  ["minimax of old", '<tool_calls>\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n</tool_calls>'],
  [
    "minimax",
    '<minimax:tool_call>\n<invoke name="get_weather">\n<parameter name="city">Oslo</parameter>\n</invoke>\n</minimax:tool_call>',
  ],
  ["gemma", '```tool_code\nprint(get_weather(city="Oslo"))\n```'],
  ["functiongemma", "<start_function_call>call:get_weather{city:<escape>Oslo<escape>}<end_function_call>"],
  ["nemotron", '<TOOLCALL>[{"name": "get_weather", "arguments": {"city": "Oslo"}}]</TOOLCALL>'],
  [
    "cohere",
    '<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "get_weather", "parameters": {"city": "Oslo"}}]<|END_ACTION|>',
  ],
  ["functionary v3", '>>>get_weather\n{"city": "Oslo"}'],
  ["functionary v3.1", '<function=get_weather>{"city": "Oslo"}</function>'],
  ["functionary of old", 'assistant to=functions.get_weather:\n{"city": "Oslo"}'],
  ["lfm2", '<|tool_call_start|>[get_weather(city="Oslo")]<|tool_call_end|>'],
  ["phi4", 'functools[{"name": "get_weather", "arguments": {"city": "Oslo"}}]'],
  [
    "jamba",
    '<tool_calls>[\n  {"name": "get_weather", "arguments": "{\\"city\\": \\"Oslo\\"}"}\n]</tool_calls>',
  ],
  [
    "internlm",
    '<|action_start|><|plugin|>\n{"name": "get_weather", "parameters": {"city": "Oslo"}}<|action_end|>',
  ],
  ["xlam", '```json\n[{"name": "get_weather", "arguments": {"city": "Oslo"}}]\n```'],
  ["xlam in brackets", '[TOOL_CALL][{"name": "get_weather", "arguments": {"city": "Oslo"}}][/TOOL_CALL]'],
  ["hunyuan", '<tool_calls><tool_call>get_weather\n```json\n{"city": "Oslo"}\n```</tool_call></tool_calls>'],
  [
    "step3",
    '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="get_weather"><steptml:parameter name="city">Oslo</steptml:parameter></steptml:invoke><｜tool_call_end｜>',
  ],
  [
    "step3, its tags alone",
    '<steptml:invoke name="get_weather"><steptml:parameter name="city">Oslo</steptml:parameter></steptml:invoke>',
  ],
  [
    "harmony",
    '<|start|>assistant<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city": "Oslo"}<|call|>',
  ],
  [
    "harmony, its control tokens taken out",
    'analysisI need the weather.assistantcommentary to=functions.get_weather json{"city": "Oslo"}',
  ],
  ["apertus", '<|tools_prefix|>[{"get_weather": {"city": "Oslo"}}]<|tools_suffix|>'],
  ["olmo", '<function_calls>\nget_weather(city="Oslo")\n</function_calls>'],
  [
    "ernie",
    '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n</tool_call>\n<tool_call>\n{"na',
  ],
  ["its name last, cut off", '<tool_call>{"arguments": {"city": {"name": "Oslo"}}, "name": "get_weather"'],
  ["qwen agent", '✿FUNCTION✿: get_weather\n✿ARGS✿: {"city": "Oslo"}'],
  [
    "parallel tool uses",
    '{"tool_uses": [{"recipient_name": "functions.get_weather", "parameters": {"city": "Oslo"}}]}',
  ],
  ["an element by its name", "<get_weather>\n<city>Oslo</city>\n</get_weather>"],
  ["a code fence by its name", '```get_weather\n{"city": "Oslo"}\n```'],
  ["a call in a fence of Python", 'I call it:\n```python\nget_weather(city="Oslo")\n```'],
  ["a name before its arguments", 'get_weather {"city": "Oslo"}'],
  [
    "tool_use of Anthropic",
    '{"type": "tool_use", "id": "toolu_1", "name": "get_weather", "input": {"city": "Oslo"}}',
  ],
  [
    "function_call of old",
    '{"function_call": {"name": "get_weather", "arguments": "{\\"city\\": \\"Oslo\\"}"}}',
  ],
  ["functionCall of Gemini", '{"functionCall": {"name": "get_weather", "args": {"city": "Oslo"}}}'],
];

/** Answers that hold something of the like, and call nothing that is offered. */
const INNOCENT: string[] = [
  "It rains in Oslo.",
  "To call it, a Qwen model writes `<tool_call>` and then JSON; vLLM reads that with `--tool-call-parser hermes`.",
  "Kimi K2 marks its calls with `<|tool_calls_section_begin|>`, DeepSeek with `<｜tool▁calls▁begin｜>`.",
  "The template of the model begins like this:\n\n```jinja\n{%- if tools %}\n<tool_call>\n{{ tool | tojson }}\n</tool_call>\n{%- endif %}\n```\n\nSo it follows Hermes.",
  "Here is the parser:\n\n```python\ndef parse(text):\n    start = text.find('<tool_call>')\n    return json.loads(text[start + 11:])\n```",
  '```python\nimport requests\n\nprint(requests.get("https://example.com").json())\n```',
  "print(sum(range(10)))",
  'len("Oslo")',
  '{"name": "Oslo", "temperature": 3, "input": "manual"}',
  '[{"name": "Anna", "arguments": "none"}]',
  '{"city": "Oslo", "weather": {"rain": true}}',
  '{"function": "f(x) = x^2", "parameters": {"x": 2}}',
  '{"name": "create_invoice", "parameters": {"customer": {"type": "string"}}}',
  'I called get_weather(city="Oslo") and it said rain.',
  "The agent used get_weather twice and send_mail once.",
  "| tool | calls |\n|---|---|\n| get_weather | 2 |",
  "Action: send the report to Anna.\nOwner: Bert",
  "The function `get_weather(city)` returns an object; call it with a name of a city.",
  "<weather><city>Oslo</city><rain>yes</rain></weather>",
  "<html><body><p>get_weather</p></body></html>",
  'Use it so:\n\n```python\nclient = Weather()\nreport = client.get_weather(city="Oslo")\nprint(report.rain)\n```\n\nThe second line asks the service.',
  '```ts\nexport function get_weather(city: string): Promise<Report> {\n  return load("weather", city).then((r) => r.json());\n}\n```',
  "In Groovy, functions.each { it.call() } calls every one of them.",
  "Results:\n- get_weather: rain in Oslo\n- send_mail: sent",
  "get_weather: it rains in Oslo.",
  "The log says:\n\n> [TOOL_CALLS] were not parsed\n\nso the parser was off.",
  '{"tools": ["get_weather", "send_mail"], "count": 2}',
  '{"steps": [{"tool": "get_weather", "status": "done"}], "summary": "It rains."}',
  "He said: [TOOL_CALLS] is a token of Mistral.",
  "The agent emitted <tool_call> tags that nobody parsed.",
  "<report>\n<tool>get_weather</tool>\n</report>",
  "x = get_weather_report(city)\nprint(x)",
  "<|im_start|> and <|im_end|> are control tokens of ChatML.",
];

describe("a call that is written as text", () => {
  it("is none of a result either where only the answer to it is made up", () => {
    expect(writtenCall("<tool_response>\n12 degrees\n</tool_response>", TOOLS)).toBe("a tool");
    expect(writtenCall("A server sends <tool_response> tags.", TOOLS)).toBeUndefined();
  });

  it.each(LEAKED)("is none of a result: %s", (_, text) => {
    expect(writtenCall(text, TOOLS)).toBe("get_weather");
  });

  it.each(INNOCENT)("is none: %s", (text) => {
    expect(writtenCall(text, TOOLS)).toBeUndefined();
  });
});
