const AGAIN_AFTER_MS = 1_000;
/** Where builds have the scripts and styles of parts that a page fetches when it needs them. */
const PARTS = "/_next/static/";

type Server = { answers(): Promise<boolean>; wait(ms: number): Promise<void> };

const SERVER: Server = {
  answers: () =>
    fetch("/api/v1/health", { cache: "no-store" }).then(
      () => true,
      () => false,
    ),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** A part's script or style, as far as it is looked at. */
type Part = EventTarget & { src?: string; href?: string };

/**
 * Keeps the news that a part of a page did not come from what loads it until the server answers: that asks once more by
 * itself. While a server starts again, the page would be lost for the want of a part, and what was typed there.
 */
export function holdBackFaults(
  root: Pick<EventTarget, "addEventListener">,
  { answers, wait } = SERVER,
): void {
  const told = new WeakSet<Part>();
  const tellOnceAnswered = async (part: Part) => {
    while (!(await answers())) await wait(AGAIN_AFTER_MS);
    told.add(part);
    part.dispatchEvent(new Event("error"));
  };
  root.addEventListener(
    "error",
    (event) => {
      const part = event.target as Part | null;
      const address = part?.src ?? part?.href;
      if (!part || !address?.includes(PARTS) || told.has(part)) return;
      event.stopImmediatePropagation();
      void tellOnceAnswered(part);
    },
    // Such errors do not rise, and this has to hear of them first.
    true,
  );
}
