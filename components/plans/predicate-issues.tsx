import type { Issue } from "@/lib/core/lisp";
import { SEVERITY_DISPLAY, TONE_TEXT } from "../status";

/** What is wrong with a predicate, in words and with its place, for those who do not see the marks. */
export function PredicateIssues({ issues }: { issues: readonly Issue[] }) {
  return (
    <ul
      aria-live="polite"
      aria-label="What is wrong with the predicate"
      className="grid gap-1.5 empty:hidden"
    >
      {issues.map(({ at, severity, line, column, message, excerpt }) => {
        const { icon, tone } = SEVERITY_DISPLAY[severity];
        return (
          <li key={`${at} ${message}`} className="relative">
            <span className={TONE_TEXT[tone]}>
              <span aria-hidden="true">{icon} </span>
              <span className="sr-only">{severity}: </span>
              {message}
            </span>{" "}
            <span className="whitespace-nowrap text-muted text-xs">
              line {line}, column {column}
            </span>
            <pre aria-hidden="true" className="overflow-x-auto font-mono text-muted text-xs">
              {excerpt}
            </pre>
          </li>
        );
      })}
    </ul>
  );
}
