/** A key, or keys pressed one after the other. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <span className="inline-flex gap-1">
      {keys.split(" ").map((key) => (
        <kbd
          key={key}
          className="inline-grid min-w-5 place-items-center rounded border border-line bg-ground px-1 font-mono text-[0.6875rem] text-muted leading-5"
        >
          {key}
        </kbd>
      ))}
    </span>
  );
}

/** The key that does the same as a button, at the end of what the button says. */
export function KeyHint({ keys }: { keys: string | undefined }) {
  if (keys === undefined) return null;
  return (
    <span
      aria-hidden="true"
      className="font-mono font-normal text-xs max-md:hidden [[data-single-keys=off]_&]:hidden"
    >
      {keys}
    </span>
  );
}
