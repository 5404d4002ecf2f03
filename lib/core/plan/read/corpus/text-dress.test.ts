import { describe, it } from "vitest";
import { type CorpusCase, expectReadsAs } from "@/lib/testing/plans/compact-plan";

const DRESSES: CorpusCase[] = [
  {
    name: "prose before and after",
    input: `Certainly! I will proceed in two steps. Here is the plan.

PLAN: Ship it
Step 1: Build
- Compile
Step 2: Deploy
- Copy

That is my plan. Let me know if you want changes!`,
    head: { title: "Ship it" },
    tasks: [
      'step_1 @supervisor "Build" {"details":["Compile"]}',
      'step_2 @supervisor "Deploy" <- step_1 {"details":["Copy"]}',
    ],
  },
  {
    name: "a code fence around, prose outside it",
    input: `Here you go:
\`\`\`text
PLAN: Ship it
Step 1: Build
Step 2: Deploy
\`\`\`
Step by step we will get there.`,
    head: { title: "Ship it" },
    tasks: ['step_1 @supervisor "Build"', 'step_2 @supervisor "Deploy" <- step_1'],
  },
  {
    name: "indented as a block",
    input: `    PLAN: Ship it
    Step 1: Build
      - Compile
    Step 2: Deploy`,
    head: { title: "Ship it" },
    tasks: ['step_1 @supervisor "Build" {"details":["Compile"]}', 'step_2 @supervisor "Deploy" <- step_1'],
  },
  {
    name: "bold headers with the colon inside",
    input: `**PLAN:** Ship it

**Step 1:** Build
- Compile

**Step 2:** Deploy`,
    head: { title: "Ship it" },
    tasks: ['step_1 @supervisor "Build" {"details":["Compile"]}', 'step_2 @supervisor "Deploy" <- step_1'],
  },
  {
    name: "bold whole lines",
    input: `**PLAN: Ship it**
**Step 1: Build**
**Step 2: Deploy**`,
    head: { title: "Ship it" },
    tasks: ['step_1 @supervisor "Build"', 'step_2 @supervisor "Deploy" <- step_1'],
  },
  {
    name: "headings",
    input: `# PLAN: Ship it

## Step 1: Build

Compile it all.

## Step 2: Deploy`,
    head: { title: "Ship it" },
    tasks: [
      'step_1 @supervisor "Build" {"details":["Compile it all."]}',
      'step_2 @supervisor "Deploy" <- step_1',
    ],
  },
  {
    name: "headings of three signs with bold",
    input: `### **Step 1: Build**
### **Step 2: Deploy**`,
    tasks: ['step_1 @supervisor "Build"', 'step_2 @supervisor "Deploy" <- step_1'],
  },
  {
    name: "numbered headers",
    input: `PLAN: Ship it
1. Step 1: Build
   - Compile
2. Step 2: Deploy`,
    head: { title: "Ship it" },
    tasks: ['step_1 @supervisor "Build" {"details":["Compile"]}', 'step_2 @supervisor "Deploy" <- step_1'],
  },
  {
    name: "numbered headers with brackets",
    input: `1) Step 1: Build
2) Step 2: Deploy`,
    tasks: ['step_1 @supervisor "Build"', 'step_2 @supervisor "Deploy" <- step_1'],
  },
  {
    name: "headers with dashes and capitals",
    input: `STEP 1 - Build
STEP 2 – Deploy`,
    tasks: ['step_1 @supervisor "Build"', 'step_2 @supervisor "Deploy" <- step_1'],
  },
  {
    name: "headers with full stops",
    input: `Step 1. Build
Step 2. Deploy`,
    tasks: ['step_1 @supervisor "Build"', 'step_2 @supervisor "Deploy" <- step_1'],
  },
  {
    name: "headers with a number sign",
    input: `Step #1: Build
Step #2: Deploy`,
    tasks: ['step_1 @supervisor "Build"', 'step_2 @supervisor "Deploy" <- step_1'],
  },
  {
    name: "CRLF and tabs",
    input: "PLAN: Ship it\r\nStep 1: Build\r\n\t- Compile\r\n\t\t- with flags\r\nStep 2: Deploy\r\n",
    head: { title: "Ship it" },
    tasks: [
      'step_1 @supervisor "Build" {"details":["Compile","    - with flags"]}',
      'step_2 @supervisor "Deploy" <- step_1',
    ],
  },
  {
    name: "old Mac line ends",
    input: "PLAN: Ship it\rStep 1: Build\r- Compile\rStep 2: Deploy",
    head: { title: "Ship it" },
    tasks: ['step_1 @supervisor "Build" {"details":["Compile"]}', 'step_2 @supervisor "Deploy" <- step_1'],
  },
  {
    name: "no title",
    input: `Step 1: Build
Step 2: Deploy`,
    tasks: ['step_1 @supervisor "Build"', 'step_2 @supervisor "Deploy" <- step_1'],
  },
  {
    name: "an empty title",
    input: `PLAN:
Step 1: Build`,
    tasks: ['step_1 @supervisor "Build"'],
  },
  {
    name: "an objective below the title",
    input: `PLAN: Ship it
Objective: Ship version 2
without downtime

Step 1: Build`,
    head: { title: "Ship it", objective: "Ship version 2\nwithout downtime" },
    tasks: ['step_1 @supervisor "Build"'],
  },
  {
    name: "many bullets",
    input: `Step 1: Build
* star
- dash
• dot
+ plus
– long dash
1. number
2) bracket
plain
[ ] box`,
    tasks: [
      'step_1 @supervisor "Build" {"details":["star","dash","dot","plus","long dash","1. number","2) bracket","plain","[ ] box"]}',
    ],
  },
  {
    name: "nested details",
    input: `Step 1: Build
- Compile
  - with flags
    - -O2
  * and warnings
- Link`,
    tasks: [
      'step_1 @supervisor "Build" {"details":["Compile","  - with flags","    - -O2","  * and warnings","Link"]}',
    ],
  },
  {
    name: "a header inside a detail",
    input: `Step 1: Build
- as in Step 9: use the cache
- Step 9: is not here
Step 2: Deploy`,
    tasks: [
      'step_1 @supervisor "Build" {"details":["as in Step 9: use the cache","Step 9: is not here"]}',
      'step_2 @supervisor "Deploy" <- step_1',
    ],
  },
  {
    name: "a sentence that begins with Step",
    input: `Step 1: Build
Step 2 comes when this is done
Step back if it fails
Step 2: Deploy`,
    tasks: [
      'step_1 @supervisor "Build" {"details":["Step 2 comes when this is done","Step back if it fails"]}',
      'step_2 @supervisor "Deploy" <- step_1',
    ],
  },
  {
    name: "gaps in the numbers",
    input: `Step 1: Build
Step 5: Test
Step 10: Deploy
- Depends on: Steps 1, 5`,
    tasks: [
      'step_1 @supervisor "Build"',
      'step_5 @supervisor "Test" <- step_1',
      'step_10 @supervisor "Deploy" <- step_1 step_5',
    ],
  },
  {
    name: "a number used twice",
    input: `Step 1: Build
Step 2: Test
Step 2: Lint
Step 3: Deploy
- Depends on: Step 2`,
    tasks: [
      'step_1 @supervisor "Build"',
      'step_2 @supervisor "Test" <- step_1',
      'step_2_2 @supervisor "Lint" <- step_2',
      'step_3 @supervisor "Deploy" <- step_2 step_2_2',
    ],
    warnings: ["renumbered_step Step 2"],
  },
  {
    name: "numbers that begin at zero",
    input: `Step 0: Prepare
Step 1: Build`,
    tasks: ['step_0 @supervisor "Prepare"', 'step_1 @supervisor "Build" <- step_0'],
  },
  {
    name: "numbers backwards",
    input: `Step 3: C
Step 2: B
- Depends on: Step 3
Step 1: A`,
    tasks: ['step_1 @supervisor "A"', 'step_2 @supervisor "B" <- step_3', 'step_3 @supervisor "C" <- step_2'],
  },
  {
    name: "unicode and emoji",
    input: `PLAN: Größe prüfen 📏
Step 1: Maß nehmen – 中文
- « citer »
Step 2: Fertig ✅`,
    head: { title: "Größe prüfen 📏" },
    tasks: [
      'step_1 @supervisor "Maß nehmen – 中文" {"details":["« citer »"]}',
      'step_2 @supervisor "Fertig ✅" <- step_1',
    ],
  },
];

describe("Step text in the dress models give it", () => {
  it.each(DRESSES)("$name", expectReadsAs);
});
