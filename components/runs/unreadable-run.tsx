import { ButtonLink } from "../ui/links/button-link";

/** In place of a run that was removed or deleted. */
export function RemovedRun({ message }: { message: string }) {
  return (
    <div className="grid justify-items-center gap-3 px-4 py-16 text-center">
      <h1 className="font-semibold text-xl">This run was removed</h1>
      <p className="max-w-prose text-muted">{message} What people decided in it is still in the audit log.</p>
      <ButtonLink href="/runs" variant="main">
        All runs
      </ButtonLink>
    </div>
  );
}

/** In place of a run that this version cannot read. */
export function UnreadableRun({ message }: { message: string }) {
  return (
    <div className="grid justify-items-center gap-3 px-4 py-16 text-center">
      <h1 className="font-semibold text-xl">This version cannot open this run</h1>
      <p className="max-w-prose text-muted">{message} No data is lost, and other runs continue.</p>
      <ButtonLink href="/runs" variant="main">
        All runs
      </ButtonLink>
    </div>
  );
}
