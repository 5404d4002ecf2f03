import { ButtonLink } from "../ui/button";

/** In place of a run that this version cannot read. */
export function UnreadableRun({ message }: { message: string }) {
  return (
    <div className="grid justify-items-center gap-3 px-4 py-16 text-center">
      <h1 className="font-semibold text-xl">This run cannot be opened by this version</h1>
      <p className="max-w-prose text-muted">{message} Nothing of it is lost, and other runs go on.</p>
      <ButtonLink href="/runs" variant="main">
        All runs
      </ButtonLink>
    </div>
  );
}
