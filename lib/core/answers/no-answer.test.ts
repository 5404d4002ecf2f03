import { describe, expect, it } from "vitest";
import { noAnswerProblem } from "./no-answer";

const TURNS = "other turns";
const CUT = "breaks off";
const ANNOUNCES = "what will be done";
const REFUSES = "refuses the task";

describe("a text that is no answer", () => {
  it.each([
    [TURNS, "The price is 5 EUR.<|im_end|>\n<|im_start|>user\nThanks"],
    [TURNS, "<|start_header_id|>assistant<|end_header_id|>"],
    [TURNS, "Paris.\n<start_of_turn>user\nAnd of Spain?"],
    [TURNS, "Paris. [INST] And of Spain? [/INST]"],
    [TURNS, "The capital is Paris.\n\nUser: And of Spain?\nAssistant: Madrid."],
    [TURNS, "Assistant: Paris.\nHuman: And of Spain?"],
    [CUT, '{"rows": [{"a": 1}, {"a": "two'],
    [CUT, '[{"a": 1}, {"a": "two \\" and'],
    [CUT, "Here is the script:\n\n```python\nimport csv\ndef total("],
    [CUT, "~~~\nfirst\n```\nsecond"],
    [CUT, "Three steps.\n1. Read\n2. Write\n3."],
    [CUT, "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | fo"],
    [CUT, '<?xml version="1.0"?>\n<urlset>\n<url><loc>https://exam'],
    [CUT, "It is cheap. The price is 41.90 EUR a month, to which the"],
    [CUT, "Es ist günstig. Der Preis beträgt 41 Euro im Monat, zuzüglich der"],
    [CUT, "It is cheap. The price has three parts, the first of them being large,"],
    [ANNOUNCES, "Understood! I will now start to read the documents and get back to you shortly."],
    [ANNOUNCES, "Let me check the file first."],
    [ANNOUNCES, "Sure.\n\nI'll look at the prices…"],
    [ANNOUNCES, "One moment please. I'm going to start with the first page."],
    [ANNOUNCES, "Alles klar. Ich werde nun die Unterlagen prüfen."],
    [ANNOUNCES, "Okay, I'll begin by reading the report. Then I will get back to you soon."],
    [ANNOUNCES, "Je vais d'abord lire le rapport."],
    [REFUSES, "I'm sorry, but I can't assist with that request."],
    [REFUSES, "I cannot help with this."],
    [REFUSES, "Sorry, I am unable to comply with your request. Please ask something else."],
    [REFUSES, "Es tut mir leid, ich kann dir dabei nicht helfen."],
  ])("%s: %j", (why, text) => {
    expect(noAnswerProblem(text)).toContain(why);
    expect(noAnswerProblem(`<think>Hm.</think>\n${text}`)).toContain(why);
  });

  it.each([
    "",
    "<think>I will now look</think>",
    "42",
    "Yes.",
    "Paris",
    "A template ends each turn with `<|im_start|>` in our code.",
    "The template:\n\n```\n<|im_start|>user\n{{ text }}\n```\n\nIt is right.",
    "The talk went like this:\n\nUser: Where is it?\nAssistant: On its way.",
    "# Chat\n\nUser: Where is it?\nAssistant: On its way.",
    "**Chat**\nUser: Where is it?\nAssistant: On its way.",
    "User: Where is it?\nAssistant: On its way.",
    "Assistant: manages the diary.\nAssistant: answers the phone.",
    "Two roles.\nUser: reads.\nSystem: answers.",
    "Two roles.\nAI: reads.\nUser: answers.",
    "One role is new.\nUser: reads.",
    '{"rows": [1, 2]}',
    '{"rows": [1, 2]} and more {',
    "[1] Smith, 2020. On the",
    "```\nonly code\n```",
    "```markdown\n# A\n```js\nb\n```\n```",
    "The list.\n```",
    "Ingredients\n- flour\n- milk",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "<p>one<br>two</p>",
    "<note>no end</note>",
    "<br> is a tag that has no end >",
    "Dear Ms Okafor,\n\nthe parcel is late. It comes on Monday.\n\nKind regards,",
    "It is cheap. Sold by Nordmetall and Kessler, of Graz and Vienna",
    "I will attend the meeting on 5 May.",
    "I will attend.",
    "Let me know if you need more.",
    "Let me tell you what I found: nothing is left of it.",
    "I'll start with “Yes”.",
    "Let me summarise: three of the five servers are up, two are down.",
    "Great. Thanks.",
    "We will begin. All of the rooms are booked.",
    "Okay. Now. Then. Next. I will start now.",
    "I could not find the contract: three searches returned nothing.",
    "I can't help with this part: page 3 is missing.",
    "The desk cannot help with that.",
  ])("is none of these: %j", (text) => {
    expect(noAnswerProblem(text)).toBeUndefined();
  });
});
