import { SCENARIOS } from "@/lib/core/scenarios";
import { type Example, play } from "./world";

const mission = SCENARIOS.find(({ name }) => name === "reflect")?.mission ?? "";

/** An answer with a gap is scored by a critic and revised before it stands (docs/agents.md, "Answer reflection"). */
export const reflection: Example = async (world) => {
  const { print } = world;
  for (const enabled of [false, true]) {
    const settings = { reviewMode: "auto" as const, reflection: { enabled, maxRevisions: 2 } };
    const report = await play(world, { mission, settings });
    print(`Reflection ${enabled ? "on" : "off"}: ${report.costs.total.modelCalls} calls of the model`);
    for (const { answer, score, issues, kept } of report.reflection?.answers ?? []) {
      print(`  score ${score}${kept ? ", kept" : ""}: ${issues.join(" ") || "nothing is missing"}`);
      if (!kept) print(`    ${firstLine(answer)}`);
    }
    print(`  answer: ${firstLine(report.answer)}`);
    for (const { title, reflection: ofTask } of report.tasks) {
      if (ofTask) print(`  ${title}: ${ofTask.revisions} revision, score ${ofTask.score}`);
    }
  }
};

const firstLine = (value: unknown): string => String(value).replaceAll("\n", " / ");
