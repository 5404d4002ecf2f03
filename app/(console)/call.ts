import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { getApp } from "@/lib/compose";
import { asDomainError } from "@/lib/core/errors";
import { actorOf } from "@/lib/http/actor";

/** The services of this process, and who looks at this page. */
export async function consoleCall() {
  const actor = actorOf(await headers());
  const { services, log, tokenRequired } = await getApp();
  return { services, log, actor, tokenRequired };
}

/** What a page shows, or the not-found page when its address names something that is not there or cannot be. */
export async function orNotFound<T>(wanted: Promise<T>): Promise<T> {
  return wanted.catch((thrown: unknown) => {
    const { code } = asDomainError(thrown) ?? {};
    if (code === "not_found" || code === "invalid_input") notFound();
    throw thrown;
  });
}

/** Why this version cannot show a run, in words for people; undefined when it can. */
export async function unsupportedReason(wanted: Promise<unknown>): Promise<string | undefined> {
  return wanted.then(
    () => undefined,
    (thrown: unknown) => {
      const known = asDomainError(thrown);
      if (known?.code !== "unsupported") throw thrown;
      return known.message;
    },
  );
}
