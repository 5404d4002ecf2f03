import { describe, expect, it } from "vitest";
import { writtenCall } from "./written-call";

const TOOLS = ["get_weather", "send_mail", "files__read"];

/** More calls as models write them, by what they were trained or served with. */
const LEAKED: [string, string][] = [
  [
    "hermes 2 with a scratch pad and a dict of Python",
    "<scratch_pad>\nGoal: the weather\n</scratch_pad>\n<tool_call>\n{'arguments': {'city': 'Oslo'}, 'name': 'get_weather'}\n</tool_call>",
  ],
  [
    "hermes, escaped for a page",
    '&lt;tool_call&gt;\n{&quot;name&quot;: "get_weather", "arguments": {"city": "Oslo"}}\n&lt;/tool_call&gt;',
  ],
  ["marks that nobody knows", '⟦call⟧get_weather⟦args⟧{"city": "Oslo"}⟦/call⟧'],
  ["marks that only signs end", '%%use%%get_weather%%{"city": "Oslo"}%%'],
  ["such marks around words with values", "%%use%%get_weather city=Oslo%%"],
  ["such marks on lines", '§tool§\nget_weather\n§input§\n{"city": "Oslo"}\n§end§'],
  ["mistral v11 after words", 'Let me check that.[TOOL_CALLS]get_weather{"city": "Oslo"}'],
  ["mistral, its brackets taken out", 'TOOL_CALLS\n[{"name": "get_weather", "arguments": {"city": "Oslo"}}]'],
  ["llama4 with its tags", '<|python_start|>[get_weather(city="Oslo")]<|python_end|>'],
  [
    "deepseek v3.2, its tokens taken apart",
    '< | DSML | function_calls>\n< | DSML | invoke name="get_weather">\n< | DSML | parameter name="city" string="true">Oslo</ | DSML | parameter>\n</ | DSML | invoke>',
  ],
  [
    "qwen3 coder with attributes",
    '<tool_call>\n<function name="get_weather">\n<parameter name="city">Oslo</parameter>\n</function>\n</tool_call>',
  ],
  [
    "glm on one line after words",
    "I will look.<tool_call>get_weather<arg_key>city</arg_key><arg_value>Oslo</arg_value></tool_call>",
  ],
  [
    "invoke without what is about it",
    '<invoke name="get_weather">\n<parameter name="city">Oslo</parameter>\n</invoke>',
  ],
  [
    "invoke with a namespace",
    '<ns:function_calls>\n<ns:invoke name="get_weather">\n<ns:parameter name="city">Oslo</ns:parameter>\n</ns:invoke>\n</ns:function_calls>',
  ],
  [
    "harmony with the address in its header",
    '<|start|>assistant to=functions.get_weather<|channel|>commentary json<|message|>{"city": "Oslo"}<|call|>',
  ],
  [
    "harmony to a bare name",
    '<|channel|>commentary to=get_weather <|constrain|>json<|message|>{"city": "Oslo"}',
  ],
  [
    "internlm as code",
    '<|action_start|><|interpreter|>\n```python\nget_weather(city="Oslo")\n```<|action_end|>',
  ],
  ["command-r", 'Action: ```json\n[\n  {"tool_name": "get_weather", "parameters": {"city": "Oslo"}}\n]\n```'],
  [
    "seed",
    "<seed:tool_call>\n<function=get_weather>\n<parameter=city>Oslo</parameter>\n</function>\n</seed:tool_call>",
  ],
  [
    "an agent of code",
    'Thought: I need the weather.\nCode:\n```py\nreport = get_weather(city="Oslo")\nprint(report)\n```<end_code>',
  ],
  ["gigachat 3", '<|function_call|>{"name": "get_weather", "arguments": {"city": "Oslo"}}'],
  ["gigachat", 'function call{"name": "get_weather", "arguments": {"city": "Oslo"}}<|role_sep|>'],
  [
    "longcat",
    '<longcat_tool_call>{"name": "get_weather", "arguments": {"city": "Oslo"}}</longcat_tool_call>',
  ],
  [
    "hyperclova",
    ' -> tool/function_call\n[{"name": "get_weather", "arguments": {"city": "Oslo"}}]<|im_end|>',
  ],
  ["gemini in its own API, without a block", "print(default_api.get_weather(city='Oslo'))"],
  ["an object of tools", 'await tools.get_weather({city: "Oslo"})'],
  ["gemini in its own API", "```tool_code\nprint(default_api.get_weather(city='Oslo'))\n```"],
  ["nova", "<__function=get_weather>\n<__parameter=city>Oslo</__parameter>\n</__function>"],
  [
    "a server's tool in tags",
    '<use_mcp_tool>\n<server_name>files</server_name>\n<tool_name>get_weather</tool_name>\n<arguments>\n{"city": "Oslo"}\n</arguments>\n</use_mcp_tool>',
  ],
  ["groq, its tag not closed", '<function=get_weather{"city": "Oslo"}</function>'],
  ["groq with a slash", '<function/get_weather>{"city": "Oslo"}</function>'],
  ["groq in parentheses", '<function(get_weather)>{"city": "Oslo"}</function>'],
  ["glaive", '<functioncall> {"name": "get_weather", "arguments": \'{"city": "Oslo"}\'} <|endoftext|>'],
  ["gorilla", '<<function>>get_weather(city="Oslo")'],
  ["nexusraven", "Call: get_weather(city='Oslo')<bot_end>"],
  [
    "an item of the responses API",
    '{"type": "function_call", "call_id": "c1", "name": "get_weather", "arguments": "{\\"city\\": \\"Oslo\\"}"}',
  ],
  [
    "a request of MCP",
    '{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "get_weather", "arguments": {"city": "Oslo"}}}',
  ],
  ["lfm2, cut off", "<|tool_call_start|>[get_weather(city='Oslo', days=3"],
  ["tool_use in tags", '<tool_use>\n<name>get_weather</name>\n<input>{"city": "Oslo"}</input>\n</tool_use>'],
  ["lm studio", '[TOOL_REQUEST]{"name": "get_weather", "arguments": {"city": "Oslo"}}[END_TOOL_REQUEST]'],
  ["lm studio, cut off", 'I will ask.\n[TOOL_REQUEST]{"name": "get_weather", "arguments": {"city": "Os'],
  ["code in tags", '<execute_tool>\nget_weather(city="Oslo")\n</execute_tool>'],
  ["glm of old", '<|assistant|>get_weather\n{"city": "Oslo"}'],
  ["a name as attribute", '<function_call name="get_weather">{"city": "Oslo"}</function_call>'],
  ["JSON about the call", '{"tool_call": {"name": "get_weather", "arguments": {"city": "Oslo"}}}'],
  ["langchain in tags", '<action>get_weather</action>\n<action_input>{"city": "Oslo"}</action_input>'],
  ["langchain in two tags", "<tool>get_weather</tool><tool_input>Oslo</tool_input>"],
  ["functiongemma, bare", 'call:get_weather{city:"Oslo"}'],
  [
    "a name and parameters in tags",
    "<tool_call>\n<tool_name>get_weather</tool_name>\n<parameters><city>Oslo</city></parameters>\n</tool_call>",
  ],
  ["tools in tags", '<tools>\n[{"name": "get_weather", "arguments": {"city":"Oslo"}}]\n</tools>'],
  ["a plugin in tokens", '<|plugin|>get_weather<|endofplugin|>{"city": "Oslo"}'],
  ["code in brackets", '[FUNC]get_weather(city="Oslo")[/FUNC]'],
  ["an API call in tags", '<apicall>get_weather(city="Oslo")</apicall>'],
  ["chatml", '<|im_start|>tool_call\n{"name": "get_weather", "arguments": {"city":"Oslo"}}<|im_end|>'],
  ["a tool and its input in lines", 'Tool: get_weather\nInput: {"city": "Oslo"}'],
  ["arguments as attribute", '<tool_call name="get_weather" args=\'{"city":"Oslo"}\'/>'],
  ["invoke without quotation marks", "<function_calls><invoke name=get_weather><parameter name=city>Oslo"],
  ["Python with a comment", "```python\n# call\nget_weather(city='Oslo')\n```"],
  ["code before an end token", 'get_weather(city="Oslo")<|eot_id|>'],
  ["code in a tag that is not closed", 'So I check the weather.\n\n<tool_call>get_weather(city="Oslo")'],
];

/** Texts about calls, tokens, tools and code. */
const INNOCENT: string[] = [
  "vLLM has parsers of each: hermes reads <tool_call> and </tool_call>, mistral reads [TOOL_CALLS], and pythonic reads lists of calls.",
  "A call of DeepSeek looks like this:\n\n```\n<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n```\n\nIts parser splits at the separator.",
  '```python\ndef get_weather(city):\n    return api.get("/weather", city=city)\n```',
  '{"name": "get_weather", "description": "Weather of a city", "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}}',
  '{"paths": {"/weather": {"get": {"operationId": "get_weather", "parameters": []}}}}',
  '[{"tool": "get_weather", "calls": 2, "errors": 0}, {"tool": "send_mail", "calls": 1, "errors": 0}]',
  '<tools>\n  <tool name="get_weather"/>\n  <tool name="send_mail"/>\n</tools>',
  "```java\npublic void call() {\n  send_mail(to);\n}\n```",
  "$ get_weather --city Oslo\nrain\n$ send_mail --to anna",
  "```jinja\n{%- for call in message.tool_calls %}\n<|python_tag|>{{ call.name }}\n{%- endfor %}\n```",
  "The page says: <p>The <function>f</function> element is not part of HTML.</p>",
  "fn call<Function>(f: Function) -> Report { f() }",
  "```\n[TOOL_CALLS] 5\n[AVAILABLE_TOOLS] 6\n```\nThese are the ids of its control tokens.",
  "| token | id |\n|---|---|\n| <|tool_call|> | 200025 |\n| <|/tool_call|> | 200026 |",
  "The special tokens are:\n- <|tool_calls_section_begin|>\n- <|tool_call_begin|>\n- <|tool_call_end|>",
  'TOOL = re.compile(r"<tool_call>(.*?)</tool_call>", re.S)',
  "```python\nLEAKED = [\n    '<tool_call>{\"name\": \"get_weather\"}</tool_call>',\n    '[TOOL_CALLS]get_weather',\n]\n```",
  'The log of the gateway:\n\n```\nPOST /tools/get_weather {"city": "Oslo"} 200\n```\n\nSo it was called once.',
  "```diff\n-  <tool_call>\n+  <function_call>\n```\nThe tag was renamed.",
  "name,arguments\nget_weather,city\nsend_mail,to",
  "### get_weather\n\nReturns rain or sun.\n\n### send_mail\n\nReturns nothing.",
  "Action: get_weather\nOwner: Anna\nDue: Friday",
  "The signatures are get_weather(city) and send_mail(to, body).",
  "get_weather(city: string, days?: number): Promise<Report>",
  '```ts\nexport const tools = { get_weather: { city: "string" } };\n```',
  '{"mcpServers": {"files": {"command": "npx", "args": ["files__read"]}}}',
  "ReAct agents write three lines:\n\nThought: what to do\nAction: the tool\nAction Input: its arguments\n\nand wait for an observation.",
  '<process>\n  <invoke name="CheckWeather" partnerLink="weather" operation="get"/>\n</process>',
  "In gpt-oss a call is addressed by `to=functions.get_weather` in the commentary channel.",
  'The run of 3 May: get_weather(city="Oslo") took 2 s, send_mail(to="a@b.c") took 1 s.',
  "<section><action>Review get_weather</action></section>",
  "<action>deploy</action><input>none</input>",
  '{"result": {"name": "get_weather", "status": "ok"}}',
  '<tool name="get_weather">Weather of a city</tool>',
  "<tools>\nget_weather\nsend_mail\n</tools>",
  "Steps:\n1. get_weather\n2. send_mail",
  '<testcase name="get_weather" classname="weather"/>',
  '[INFO] get_weather(city="Oslo") took 2 s',
  "<ul><li>get_weather: rain</li><li>send_mail: sent</li></ul>",
  "<tool><name>get_weather</name><description>Weather</description></tool>",
  "Use [CALL NOW] or to=anna in the form.",
  "The call <b>get_weather</b> (2 s) was fast.",
];

describe("a call in another form", () => {
  it.each(LEAKED)("is none of a result: %s", (_, text) => {
    expect(writtenCall(text, TOOLS)).toBe("get_weather");
  });

  it.each(INNOCENT)("is none: %s", (text) => {
    expect(writtenCall(text, TOOLS)).toBeUndefined();
  });
});
