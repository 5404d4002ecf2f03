import { DiffLines } from "@/components/plans/diff-lines";
import { behindLines, doneLines, weakenedHeading, weakenedLines } from "@/lib/core/describe/controls";
import { answerBasisLines } from "@/lib/core/describe/gates/questions";
import { titledLines } from "@/lib/core/describe/plans/plan-diff";
import type { WeakenedFacts } from "@/lib/core/run/controls/terms/finding";
import { CHECKS_CONTROL } from "@/lib/core/run/controls/terms/names";
import type { Question } from "@/lib/core/run/events/questions";
import { SeenText } from "../../ui/seen-text";
import { PanelSection } from "../panel-section";
import { Part } from "./unread";

/** What a version that waits for the people of a control would change, and what would stand behind less than it. */
export function ControlFacts({ question }: { question: Extract<Question, { about: "control" | "answer" }> }) {
  if (question.about === "answer") {
    return (
      <Part name="changes">
        <PanelSection title="Not approved by">
          <Lines lines={question.controls} />
        </PanelSection>
        {question.restsOn && (
          <PanelSection title="What the answer would rest on">
            <Lines lines={answerBasisLines(question)} icon="✓" />
          </PanelSection>
        )}
      </Part>
    );
  }
  const { weakened, changes, version } = question;
  const done = doneLines(weakened);
  const behind = behindLines(weakened);
  return (
    <Part name="changes">
      <PanelSection title={exposedTitle(weakened)}>
        <Lines lines={weakenedLines(weakened)} />
      </PanelSection>
      {behind.length > 0 && (
        <PanelSection title="Acts behind these checks">
          <Lines lines={behind} />
        </PanelSection>
      )}
      {done.length > 0 && (
        <PanelSection title="Already done behind it">
          <Lines lines={done} icon="✓" />
        </PanelSection>
      )}
      <PanelSection title={`Changes in plan v${version}`} aside={<SeenText text={question.title} />}>
        <DiffLines lines={titledLines(changes)} />
      </PanelSection>
    </Part>
  );
}

const exposedTitle = (weakened: WeakenedFacts): string =>
  weakened.control === CHECKS_CONTROL ? "Checks that people wrote or approved" : weakenedHeading(weakened);

function Lines({ lines, icon = "▲" }: { lines: readonly string[]; icon?: "▲" | "✓" }) {
  return (
    <ul className={`grid gap-0.5 ${icon === "▲" ? "text-amber" : "text-muted"}`}>
      {lines.map((line) => (
        <li key={line} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-1">
          <span aria-hidden="true">{icon}</span>
          <span className="first-letter:uppercase">
            <SeenText text={line} />
          </span>
        </li>
      ))}
    </ul>
  );
}
