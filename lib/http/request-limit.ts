import { DomainFailure, domainError } from "@/lib/core/errors";

/** How long a request may take where its route says nothing else: statements give up sooner. */
const REQUEST_LIMIT_MS = 15_000;

/**
 * The answer, or `unavailable` when it takes longer than a client should wait. What was begun continues: a command that
 * is sent again under its key finds its reply.
 */
export async function withinRequestLimit<T>(answer: Promise<T>, limitMs = REQUEST_LIMIT_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tookTooLong()), limitMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

const tookTooLong = () =>
  new DomainFailure(domainError("unavailable", "The server took too long to answer. Try again shortly."));
