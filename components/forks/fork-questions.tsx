import { pastVerbLabel, verbLabel } from "@/lib/core/describe/gates/words";
import { getOwn } from "@/lib/core/own";
import type { ForkQuestion } from "@/lib/core/run/fork-views";
import { type GateVerb, isApproving } from "@/lib/core/run/gates/table";
import { Badge } from "../ui/badge";
import { Field, Select } from "../ui/field";

type ForkQuestionsProps = {
  questions: readonly ForkQuestion[];
  decisions: Record<string, GateVerb>;
  onDecide(decisions: Record<string, GateVerb>): void;
};

/** Gates and reviews of the fork: each asks again, or is decided with it where one person may. */
export function ForkQuestions({ questions, decisions, onDecide }: ForkQuestionsProps) {
  if (questions.length === 0) return null;
  const decide = (taskId: string, verb: GateVerb | undefined) => {
    const { [taskId]: _before, ...others } = decisions;
    onDecide(verb === undefined ? others : { ...others, [taskId]: verb });
  };
  return (
    <section aria-label="Decisions" className="grid gap-3">
      <h3 className="font-medium">Gates and reviews</h3>
      <ul className="grid gap-3">
        {questions.map((question) => (
          <li key={`${question.taskId} ${question.title}`}>
            <Question question={question} decision={decisions} onDecide={decide} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type QuestionProps = {
  question: ForkQuestion;
  decision: Record<string, GateVerb>;
  onDecide(taskId: string, verb: GateVerb | undefined): void;
};

function Question({
  question: { taskId, title, open, verbs: given, because, was },
  decision,
  onDecide,
}: QuestionProps) {
  // What it asks is not shown here: nobody lets that pass without having read it.
  const verbs = open ? given.filter((verb) => !isApproving(verb)) : given;
  const label = (
    <span className="flex flex-wrap items-baseline gap-2">
      <span>{title}</span>
      {open && <Badge tone="person">open here</Badge>}
    </span>
  );
  const before = was === null ? undefined : `In this run: ${pastVerbLabel(was)}.`;
  if (taskId === null || verbs.length === 0) {
    return (
      <div className="grid gap-0.5">
        <span className="font-medium">{label}</span>
        <span className="text-muted text-xs">Asks again in the fork. {because ?? before}</span>
      </div>
    );
  }
  return (
    <Field label={label} help={before}>
      {(wiring) => (
        <Select
          {...wiring}
          value={getOwn(decision, taskId) ?? ""}
          onChange={({ target }) =>
            onDecide(
              taskId,
              verbs.find((verb) => verb === target.value),
            )
          }
        >
          <option value="">Ask again</option>
          {verbs.map((verb) => (
            <option key={verb} value={verb}>
              {verbLabel(verb)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
