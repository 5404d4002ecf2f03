import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { getApp } from "@/lib/compose";
import { asDomainError } from "@/lib/core/errors";
import { isJsonObject } from "@/lib/core/json";
import { actorOf } from "@/lib/http/actor";
import { SEARCH_HEADER } from "@/lib/http/guard";

/** The services of this process, and who looks at this page. */
export async function consoleCall() {
  const actor = actorOf(await headers());
  const { services, log, tokenRequired } = await getApp();
  return { services, log, actor, tokenRequired };
}

/** The query of the request, for layouts, which are not given it; of a page that is reached by a click it is that of its first. */
export async function searchOf(): Promise<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams((await headers()).get(SEARCH_HEADER) ?? ""));
}

/**
 * What a page shows, or the not-found page when its address names something that is not there or cannot be. What was
 * removed under retention is thrown, for a page that says so.
 */
export async function orNotFound<T>(wanted: Promise<T>): Promise<T> {
  return wanted.catch((thrown: unknown) => {
    const { code, details } = asDomainError(thrown) ?? {};
    if (isJsonObject(details) && "removedAt" in details) throw thrown;
    if (code === "not_found" || code === "invalid_input") notFound();
    throw thrown;
  });
}

/** Why a run cannot be shown, in words for people; undefined when it can. */
export type Refusal = { code: "unsupported" | "removed"; message: string };

/** The same of a run that is about to be shown: this version cannot read it, or it was removed. */
export async function refusalOf(wanted: Promise<unknown>): Promise<Refusal | undefined> {
  return wanted.then(
    () => undefined,
    (thrown: unknown) => {
      const known = asDomainError(thrown);
      if (known?.code === "unsupported") return { code: known.code, message: known.message };
      if (known?.code !== "not_found" || known.details === undefined) throw thrown;
      return { code: "removed", message: known.message };
    },
  );
}
