import type { TaskComments, TaskFacts } from "./facts";
import { commentsText } from "./labels";

const LOOKS: Record<TaskComments["commentsAre"], { icon?: string; look: string }> = {
  open: { look: "border-ink text-ink" },
  answered: { icon: "↩", look: "border-edge text-muted" },
  addressed: { icon: "✓", look: "border-ok text-ok" },
  stale: { look: "border-edge border-dashed text-muted" },
};

/** How many comments a task has, by icon, number and frame; the words are for those who hear them. */
export function CommentPin({ facts, className }: { facts: TaskFacts; className: string }) {
  const { icon, look } = LOOKS[facts.commentsAre ?? "open"];
  return (
    <span
      data-pin={facts.commentsAre}
      title={commentsText(facts)}
      className={`inline-flex h-5 shrink-0 items-center gap-1 rounded-[10px_10px_10px_3px] border-[1.5px] bg-panel px-1.5 font-semibold text-[0.6875rem] leading-none ${look} ${className}`}
    >
      <span aria-hidden="true" className="inline-flex items-center gap-1">
        {icon ?? <Bubble />}
        {facts.comments}
      </span>
      <span className="sr-only">{commentsText(facts)}</span>
    </span>
  );
}

/** What a comment looks like; one path, since every canvas loads it. */
const Bubble = () => (
  <svg aria-hidden="true" viewBox="0 0 12 12" className="size-3 fill-none stroke-[1.3] stroke-current">
    <path d="M1.5 2h9v6.2H6L3.4 10.4V8.2H1.5z" strokeLinejoin="round" />
  </svg>
);
