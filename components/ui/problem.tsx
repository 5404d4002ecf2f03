export type ProblemFacts = { message: string; issues: readonly string[] };

/** What went wrong with what was just asked, in words, announced when it appears. */
export function Problem({ problem }: { problem: ProblemFacts | undefined }) {
  return (
    <div role="alert" className="empty:sr-only">
      {problem && (
        <div className="rounded-lg border border-bad px-3 py-2 text-bad">
          <p>
            <span aria-hidden="true">✕ </span>
            {problem.message}
          </p>
          {problem.issues.length > 1 && (
            <ul className="mt-1 list-disc pl-5 text-ink">
              {problem.issues.map((issue) => (
                <li key={issue}>{issue}</li>
              ))}
            </ul>
          )}
        </div>
      )}
    </div>
  );
}
