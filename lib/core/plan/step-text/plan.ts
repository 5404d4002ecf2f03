import { cutText } from "../../text";
import { isUnreadSetting, knownNames } from "../read/account";
import { assignIds, idsByNumber } from "../read/edges/assign-ids";
import { linkReviews } from "../read/edges/link-reviews";
import { type WantedApproval, withApprovals } from "../read/guards/approvals";
import { demandsControl, speaksOfControl } from "../read/guards/asking";
import { settleMentions } from "../read/guards/mentions";
import { settlePromises } from "../read/guards/promises";
import { askOfLoneWords } from "../read/guards/title-type";
import { settleTitle } from "../read/plan-title";
import type { Report } from "../read/report";
import { corrects, takesBack } from "../read/text/taken-back";
import { settleWordsAround, type WordsAround } from "../read/text/words-around";
import { type Plan, UNTITLED } from "../schema";
import { agentsOf } from "./agents";
import { type Line, objectiveOf, quotedObjective, type StepBlock, type StepHeader, splitText } from "./lines";
import { paragraphsOf, readStep, readStepHead, type StepHead, type TextStep } from "./step";

/**
 * Reads Step text that has at least one `Step` header, or a list of steps whose headers are `listed` by line (docs/plans.md, "Step text"). Every line inside the plan ends
 * up in a field or in the details of its step. Numbers that no step here has stay `step_<n>`: in a new tail they
 * mean tasks of the plan before.
 */
export function readPlanText(text: string, report: Report, listed?: ReadonlyMap<number, StepHeader>): Plan {
  const { title, quotedTitle, preamble, agents, steps: allBlocks, ...around } = splitText(text, listed);
  if (around.stepAfterEnd) {
    report.fail(
      "invalid_plan_format",
      "Steps stand after the end of the code block: put all steps in one block.",
    );
  }
  if (allBlocks.some((_, index) => beginsAgain(allBlocks, index)))
    report.fail("invalid_plan_format", "The answer holds several plans: give one plan, and what counts.");
  for (const { title: done, number, isDone } of allBlocks)
    if (isDone)
      report.fail(
        "invalid_plan_format",
        `Step ${number} “${cutText(done, 100)}” has something ticked or struck out, as what is done or given up: leave it out, or write it as what is to be done.`,
      );
  const numbers = new Set(allBlocks.map(({ number }) => number));
  // Numbers say the order, unless one is given twice.
  const blocks =
    numbers.size === allBlocks.length ? [...allBlocks].sort((a, b) => a.number - b.number) : allBlocks;
  const heads = blocks.map(readStepHead);
  const wanted = blocks.map(({ number }, index) => ({
    id: heads[index]?.id,
    base: `step_${number}`,
    path: `Step ${number}`,
  }));
  const ids = assignIds(wanted, report);
  const numbered = idsByNumber(blocks.map(({ number }, index) => ({ id: String(ids[index]), number })));
  const before: string[] = [];
  const allowed = (found: readonly string[]) => (report.allowsReferences(found) ? found : []);
  const references = {
    ids: new Set(ids),
    last: () => before.slice(-1),
    before: () => allowed(before),
    resolve: (number: number) => allowed(numbered.get(number) ?? [`step_${number}`]),
  };
  const titles = blocks.map(({ title }, index) => heads[index]?.title ?? title);
  const known = knownNames([...ids.map(String), ...titles]);
  const isQuoted = quotedObjective(preamble) !== undefined;
  for (const [index, line] of preamble.entries())
    if (!isQuoted && (demandsControl(line) || isUnreadSetting(line)))
      report.unread(`objective[${index}]`, line, "is about when work may begin: say it as an edge or a gate");
  const all = report.allowsTasks(blocks.length) ? blocks : [];
  const loose = looseWords(all, heads);
  const steps = all.map((block, index): TextStep => {
    const step = readStep(block, String(ids[index]), references, report, known, heads[index], loose.lines);
    before.push(step.task.id);
    return step;
  });
  const ofWork = steps.map(({ task, tools }, index) => ({
    title: task.title,
    path: task.id,
    isAlone: (all[index]?.lines ?? []).every(({ trimmed }) => trimmed === "") && tools.length === 0,
    isWork: task.type === "task",
  }));
  askOfLoneWords(
    ofWork.filter(({ isWork }) => isWork),
    report,
  );
  const above = around.objective;
  if (above !== undefined && (demandsControl(above) || speaksOfControl(above)))
    report.unread("objective", above, "is about when work may begin: say it as an edge or a gate");
  const objective = objectiveOf(preamble) ?? above;
  const approvals = steps.flatMap(({ task, approval: gate }): WantedApproval[] =>
    gate ? [{ gate, title: `Approve: ${task.title}`, of: [task.id], path: task.id }] : [],
  );
  const tasks = withApprovals(
    steps.map((step) => step.task),
    { before: approvals, after: [] },
    report,
  );
  const linked = linkReviews(tasks, report);
  const byId = new Map(linked.map((task) => [task.id, task]));
  const numberOf = new Map(blocks.map(({ number }, index) => [String(ids[index]), number]));
  settleMentions(linked, report, {
    ownerOf: (id) => byId.get(id),
    numberOf: ({ id }) => numberOf.get(id) ?? 0,
  });
  const plan = {
    title: quotedTitle ?? (title || around.heading || UNTITLED),
    ...(objective === undefined ? {} : { objective }),
    agents: agentsOf(agents, steps, report),
    tasks: linked,
  };
  const words: WordsAround[] = [
    { place: "before", text: around.before.join("\n") },
    ...loose.words,
    { place: "behind", text: around.behind.join("\n") },
  ];
  settlePromises(plan, report);
  if (around.stepAfterEnd) return plan;
  const settled = settleTitle({ text: plan.title, path: "title" }, plan, report);
  return settleWordsAround(words, { ...plan, title: settled }, report);
}

/** Is a step the first of another plan: its number is given again further on, or words before it take back what stands there? */
function beginsAgain(blocks: readonly StepBlock[], index: number): boolean {
  const { number } = blocks[index] as StepBlock;
  const { number: last, lines } = blocks[index - 1] ?? { number: -1, lines: [] };
  if (number < last && blocks.slice(0, index).some((block) => block.number === number)) return true;
  const words = lines.findLast(({ trimmed }) => trimmed !== "")?.trimmed ?? "";
  return number <= last && (corrects(words) || takesBack(words));
}

/**
 * Paragraphs that are no step's: behind the last step those beyond what most steps have, and where most have none those that are
 * not all that a step has.
 */
function looseWords(
  blocks: readonly StepBlock[],
  heads: readonly StepHead[],
): { lines: ReadonlySet<Line>; words: WordsAround[] } {
  const found = blocks.map((block, index) => paragraphsOf(block, heads[index] as StepHead));
  const usual = found.map(({ length }) => length).sort((a, b) => a - b)[Math.ceil(found.length / 2) - 1] ?? 0;
  const others = found.map((paragraphs, index) => {
    if (index === found.length - 1) return paragraphs.slice(usual);
    const { lines = [] } = blocks[index] ?? {};
    const isWhole = paragraphs.flat().length === lines.filter(({ trimmed }) => trimmed !== "").length;
    // What follows a line of the step at once belongs to it.
    const isApart = ([first]: Line[]) => lines[lines.indexOf(first as Line) - 1]?.trimmed === "";
    return usual === 0 && !isWhole ? paragraphs.filter(isApart) : [];
  });
  return {
    lines: new Set(others.flat(2)),
    words: others.map((paragraphs, index) => ({
      place: index === others.length - 1 ? "behind" : "among",
      text: paragraphs.map((lines) => lines.map(({ trimmed }) => trimmed).join("\n")).join("\n\n"),
    })),
  };
}
