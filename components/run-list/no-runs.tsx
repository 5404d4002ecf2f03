import { ButtonLink } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import type { RunsView } from "./groups";

/** Why there is no row: nothing has been started yet, or the filters hide everything. */
export function NoRuns({ view }: { view: RunsView }) {
  const filtered = view.group !== "all" || view.text !== "" || view.cursor !== undefined;
  return (
    <section aria-label="Runs" className="rounded-xl border border-line bg-panel shadow-card">
      {filtered ? (
        <EmptyState
          title={view.group === "needs-me" && view.text === "" ? "Nothing waits for you" : "No run matches"}
          action={<ButtonLink href="/runs">Show all runs</ButtonLink>}
        >
          {view.text === ""
            ? "No run is in this group at the moment."
            : `No run in this group has “${view.text}” in its mission.`}
        </EmptyState>
      ) : (
        <EmptyState
          title="Nothing yet"
          action={
            <>
              <ButtonLink href="/runs/new" variant="main">
                New mission
              </ButtonLink>
              <ButtonLink href="/">Try a sample</ButtonLink>
            </>
          }
        >
          A run appears here as soon as a mission is started, and stays with everything that happened in it.
        </EmptyState>
      )}
    </section>
  );
}
