import type { Draw } from "../../runs/swaps/plans";
import type { OwnPlan, OwnStep } from "./own-plan";
import { drawName, inCase, PLAIN } from "./words";
import {
  edgeShape,
  guardEntry,
  guardedEdges,
  guardSentence,
  guardShape,
  inputNaming,
  jsonOf,
  Keyed,
  keyed,
  planOrder,
  type Written,
} from "./written";

/** Plans written down: as docs/plans.md says, with one thing done in another way, or with whatever comes to mind. */

/** What of a plan is written in a way of its own. */
export const SOUND_FORMS = [
  "plain",
  "case",
  "known_names",
  "known_ends",
  "map",
  "phases",
  "edges",
  "fence",
  "notes",
] as const;
const LIGHT_FORMS = [
  "edge_name",
  "edge_shape",
  "other_end",
  "guard_name",
  "guard_shape",
  "sentence",
] as const;
const HEAVY_FORMS = [
  ...([
    "type",
    "nested",
    "twice",
    "plan_order",
    "all_names",
    "wild",
    "text_label",
    "text_line",
    "text_title",
  ] as const),
  ...(["update_plan", "corrected", "edge_guard", "in_input"] as const),
] as const;
export const FORMS = [...SOUND_FORMS, ...LIGHT_FORMS, ...HEAVY_FORMS] as const;
export type Form = (typeof FORMS)[number];

type Entry = [key: string, value: Written];
type Ways = {
  edge: (step: OwnStep) => Entry[];
  guard: (step: OwnStep) => Entry[];
  odd: ReadonlySet<OwnStep>;
};

export function writePlan(draw: Draw, plan: OwnPlan, form: Form): string {
  return new Writer(draw, plan, form).written();
}

/** Forms in which a task does not say what it waits for in a field of its own. */
const UNSAID_EDGES: ReadonlySet<Form> = new Set([
  "edges",
  "plan_order",
  "known_ends",
  "edge_guard",
  "in_input",
]);

const AGENTS = keyed(["worker", keyed(["prompt", "You do the work."], ["tools", ["post"]])]);

class Writer {
  private readonly draw: Draw;
  private readonly plan: OwnPlan;
  private readonly form: Form;

  constructor(draw: Draw, plan: OwnPlan, form: Form) {
    this.draw = draw;
    this.plan = plan;
    this.form = form;
  }

  written(): string {
    const { form, plan } = this;
    if (form.startsWith("text_")) return this.text();
    if (form === "update_plan") return this.updatePlan();
    if (form === "corrected") return this.corrected();
    const { steps } = plan;
    const ways = this.ways();
    const tasks =
      form === "phases" ? this.phases(ways) : form === "nested" ? this.nested(ways) : this.list(ways);
    const document = keyed(["title", plan.title], ["agents", AGENTS], [this.name("tasks"), tasks]);
    const { entries } = document;
    const pairs = steps.flatMap((step) => step.after.map((one) => [one.id, step.id]));
    if (form === "edges") entries.push(["edges", pairs]);
    if (form === "plan_order") entries.push(planOrder(this.draw, steps, pairs));
    if (form === "edge_guard") entries.push(["edges", guardedEdges(this.draw, steps)]);
    if (form === "twice") this.writeTwice(document);
    const text = jsonOf(document);
    return form === "fence"
      ? `Here is the plan:\n\n\`\`\`json\n${text}\n\`\`\`\nTell me what you think.`
      : text;
  }

  private name(known: string): string {
    const { draw, form } = this;
    if (form === "case") return inCase(draw, known);
    return form === "all_names" && draw.chance(0.15) ? drawName(draw, "edge") : known;
  }

  /** Light forms write few places in their way: one that is not read would hide all others. */
  private ways(): Ways {
    const { draw, form, plan } = this;
    const isWild = form === "wild" || form === "all_names";
    const isLight = (LIGHT_FORMS as readonly string[]).includes(form);
    const saying = plan.steps.filter((step) => this.says(step));
    const target = saying.length > 0 ? draw.pick(saying) : undefined;
    const odd = new Set(plan.steps.filter((step) => !isLight || step === target || draw.chance(0.1)));
    const edge = (step: OwnStep): Entry[] => {
      const after = this.ownEdges(step, odd);
      if (after.length === 0) return [];
      const ids = after.map(({ id }) => id);
      if (UNSAID_EDGES.has(form)) return [];
      if (!odd.has(step)) return [["depends_on", ids]];
      if (form === "edge_name") return [[drawName(draw, "edge"), ids]];
      if (form === "edge_shape") return [[draw.pick(PLAIN.edge), edgeShape(draw, after)]];
      if (isWild) return [[drawName(draw, "edge"), edgeShape(draw, after)]];
      if (form === "known_names")
        return [
          [draw.pick(PLAIN.edge), draw.pick<Written>([ids, ids.join(", "), after.map(({ title }) => title)])],
        ];
      return [[this.name("depends_on"), ids]];
    };
    const guard = (step: OwnStep): Entry[] => {
      const { by } = step;
      if (by === undefined) return [];
      if (form === "edge_guard" && step.after.length > 0) return [];
      if (!odd.has(step)) return [["approver", by]];
      if (form === "guard_name") return [guardEntry(draw, draw.pick<Written>([by, true]))];
      if (form === "guard_shape") return [[draw.pick(PLAIN.guard), guardShape(draw, by)]];
      if (form === "sentence")
        return [[drawName(draw, draw.pick(["edge", "guard"])), guardSentence(draw, by)]];
      if (isWild) return [guardEntry(draw, guardShape(draw, by))];
      return [[this.name("approver"), by]];
    };
    return { edge, guard, odd };
  }

  private says(step: OwnStep): boolean {
    const { form, plan } = this;
    if (form === "other_end") return plan.steps.some(({ after }) => after.includes(step));
    if (form === "edge_name" || form === "edge_shape") return step.after.length > 0;
    if (form.startsWith("guard") || form === "sentence") return step.by !== undefined;
    return true;
  }

  private ownEdges({ after }: OwnStep, odd: ReadonlySet<OwnStep>): OwnStep[] {
    return this.form === "other_end" ? after.filter((one) => !odd.has(one)) : after;
  }

  private task(step: OwnStep, { edge, guard, odd }: Ways): Keyed {
    const { draw, form } = this;
    const entries: Entry[] = [
      [this.name("id"), step.id],
      [this.name("title"), step.title],
      ...(step.kind === "work" ? ([[this.name("agent"), "worker"]] as Entry[]) : []),
      [this.name("input"), form === "in_input" ? inputNaming(draw, step) : step.input],
      ...this.kind(step),
      ...edge(step),
      ...guard(step),
    ];
    const follow = this.plan.steps.filter(({ after }) => after.includes(step));
    if (form === "known_ends" && follow.length > 0)
      entries.push([draw.pick(PLAIN.follower), follow.map(({ id }) => id)]);
    if (form === "other_end" && odd.has(step) && follow.length > 0)
      entries.push([drawName(draw, "follower"), edgeShape(draw, follow)]);
    if (form === "notes")
      entries.push(
        draw.pick<Entry>([
          ["priority", "high"],
          ["tags", ["house", "spring"]],
          ["expected_output", "A short list"],
          ["notes", "Mind the colors of the old ones."],
          ["estimated_minutes", 10],
          ["status", "pending"],
        ]),
      );
    return new Keyed(entries);
  }

  /** A gate by its type, or by whatever else somebody may call it. */
  private kind({ kind, title }: OwnStep): Entry[] {
    const { draw, form } = this;
    if (kind === "work") return [];
    if (form === "type" || (form === "wild" && draw.chance(0.4)))
      return draw.pick<Entry[]>([
        [
          [
            "type",
            draw.pick(["userTask", "HumanNode", "menschliche Prüfung", "UserProxy", "wait", "form", "人間"]),
          ],
        ],
        [["agent", draw.pick(["human", "user_proxy", "Ann", "person", "Mensch", "me", "the boss"])]],
        [[drawName(draw, "guard"), "human_review"]],
        [["human_review", true]],
        [["assignee", draw.pick(["Ann", "bob@example.org"])]],
        [["gate", keyed(["prompt", title])]],
      ]);
    if (kind === "gate") return [["type", "human_review"]];
    return [
      ["type", "planning_review"],
      ["review", keyed(["focus", title], [this.name("requires_human_approval"), true])],
    ];
  }

  private list(ways: Ways): Written {
    const { form, plan } = this;
    const tasks = plan.steps.map((step) => this.task(step, ways));
    if (form !== "map") return tasks;
    return new Keyed(
      plan.steps.map(({ id }, n): Entry => [id, new Keyed((tasks[n] as Keyed).entries.slice(1))]),
    );
  }

  /** Two phases, of which the second waits for the first; what is in them waits for its own as well. */
  private phases(ways: Ways): Written {
    const { steps } = this.plan;
    const at = this.draw.int(1, steps.length - 1);
    const phase = (name: string, part: readonly OwnStep[], ...more: Entry[]) =>
      keyed(["name", name], ...more, ["tasks", part.map((step) => this.task(step, ways))]);
    return [
      phase("First part", steps.slice(0, at)),
      phase("Second part", steps.slice(at), ["depends_on", ["First part"]]),
    ];
  }

  /** Steps below another one, under some name. */
  private nested(ways: Ways): Written {
    const { draw } = this;
    const { steps } = this.plan;
    const at = draw.int(1, steps.length - 1);
    const inner = steps.slice(at).map((step) => this.task(step, ways));
    const outer = steps.slice(0, at).map((step) => this.task(step, ways));
    const name = draw.pick([
      "subtasks",
      "substeps",
      "steps",
      "children",
      "actions",
      "do",
      "Teilschritte",
      "body",
      "plan",
    ]);
    (draw.pick(outer) as Keyed).entries.push([
      name,
      draw.chance(0.7)
        ? inner
        : new Keyed(steps.slice(at).map(({ id }, n): Entry => [id, inner[n] as Keyed])),
    ]);
    return outer;
  }

  /** Some key once more, with other content behind it or before it. */
  private writeTwice({ entries }: Keyed): void {
    const { draw } = this;
    const lists = entries.filter(([, value]) => Array.isArray(value));
    const [, list] = lists[0] ?? [];
    const tasks = (Array.isArray(list) ? list : []) as Keyed[];
    if (draw.chance(0.3)) {
      const at = draw.int(1, tasks.length - 1);
      entries.splice(entries.length - 1, 1, ["tasks", tasks.slice(0, at)], ["tasks", tasks.slice(at)]);
      return;
    }
    for (const task of tasks) {
      const again = task.entries.find(([key]) => ["depends_on", "approver", "type"].includes(key));
      const isReview = task.entries.some(([key]) => key === "review");
      if (!again || isReview) continue;
      const weaker: Written = again[0] === "depends_on" ? [] : again[0] === "type" ? "task" : false;
      task.entries.splice(draw.pick([task.entries.indexOf(again), task.entries.length]), 0, [
        again[0],
        weaker,
      ]);
    }
  }

  /** Steps in words, in order, with a control in words. */
  private updatePlan(): string {
    const { draw, plan } = this;
    const isNumbered = draw.chance(0.3);
    const steps = plan.steps.map(({ title, kind, by, number }) =>
      keyed(
        ...((isNumbered
          ? [
              ["step", number],
              ["description", title],
            ]
          : [["step", title]]) as Entry[]),
        ...((kind === "work" ? [] : [["type", "human_review"]]) as Entry[]),
        [
          "status",
          by === undefined ? "pending" : draw.pick(["blocked", "waiting", `waiting for ${by}`, "on hold"]),
        ],
      ),
    );
    return jsonOf(keyed(["explanation", "What we do with the house"], ["plan", steps]));
  }

  /** A draft without its controls, and the plan. */
  private corrected(): string {
    const { draw, plan } = this;
    const ways = this.ways();
    const task = (step: OwnStep) => this.task(step, ways);
    const weak = plan.steps
      .filter(({ kind }) => kind === "work")
      .map((step) =>
        this.task({ ...step, after: [], by: "" }, { edge: () => [], guard: () => [], odd: new Set() }),
      );
    const [draft, whole] = [weak, plan.steps.map(task)].map((tasks) =>
      jsonOf(keyed(["title", plan.title], ["agents", AGENTS], ["tasks", tasks])),
    ) as [string, string];
    const words = draw.pick([
      "Wait, that is wrong. Let me fix it:",
      "Oder so:",
      "Second thoughts:",
      "Corrected final plan:",
      "",
    ]);
    return `\`\`\`json\n${draft}\n\`\`\`\n${words}\n\`\`\`json\n${whole}\n\`\`\``;
  }

  private text(): string {
    const { draw, plan, form } = this;
    const steps = draw.chance(0.2) ? [...plan.steps].reverse() : plan.steps;
    const lines = steps.flatMap((step) => {
      const { number, title, kind, after, by, input } = step;
      // Step text knows no ids: a step has its title and its number.
      const told = (after.length > 0 ? after : [step]).map((one) => ({ ...one, id: `step_${one.number}` }));
      const names = edgeShape(draw, told);
      const said =
        typeof names === "string" || typeof names === "number"
          ? String(names)
          : after.map(({ number: n }) => `step ${n}`).join(", ");
      const inTitle =
        form === "text_title" && after.length > 0
          ? draw.pick([` (after ${said})`, ` [${said}]`, ` - once ${said} is done`])
          : "";
      const byTitle =
        form === "text_title" && by !== undefined
          ? draw.pick([` (once ${by} agrees)`, ` - needs approval of ${by}`])
          : "";
      const head = kind === "work" ? title : `Human Review - ${title}`;
      const label = (meaning: "edge" | "guard") =>
        form === "text_label"
          ? drawName(draw, meaning)
          : draw.pick(["Depends on", "Approver"].slice(meaning === "edge" ? 0 : 1));
      const isLine = form === "text_line";
      const edges =
        after.length === 0
          ? ["- Depends on: none"]
          : isLine
            ? [
                `- ${draw.pick([`Only after step ${after.map(({ number: n }) => n).join(" and ")}.`, `Depends on: ${said}`])}`,
              ]
            : inTitle
              ? []
              : [`- ${label("edge")}: ${said}`];
      const guards =
        by === undefined
          ? []
          : isLine
            ? [`- ${guardSentence(draw, by)}`]
            : byTitle
              ? []
              : [`- ${guardEntry(draw, by, label("guard"))[0]}: ${by}`];
      const work = kind === "work" ? ["- Agent: worker", "- Tool: post", `- ${input}`] : [];
      return [`Step ${number}: ${head}${inTitle}${byTitle}`, ...work, ...edges, ...guards];
    });
    return [`PLAN: ${plan.title}`, ...lines].join("\n");
  }
}
