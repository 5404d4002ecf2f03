"use client";

import { type QueryClient, type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { isJsonObject, type Json } from "../core/json";

/** Why an act was refused or never arrived, in words; `code` is that of the API's problem. */
export type MutationProblem = { code?: string; message: string; issues: readonly unknown[] };

/** What every reply has, of a server action as of a route: a problem, or none. */
export type MutationReply = { problem?: MutationProblem | undefined };

/** Sends an act: a server action as it is, or a route by `byPost`. The same key again counts once. */
export type Send<Input, Reply> = (input: Input, key: string) => Promise<Reply>;

export type MutationOptions<Input, Reply> = {
  send: Send<Input, Reply>;
  /** What is shown when the server cannot be reached. */
  unreachable?: string;
  /** Queries that are read again when the act was taken. */
  invalidates?: readonly QueryKey[];
  /** Whether the act shows on the page now; until then it counts as under way. */
  shows?: (input: Input) => boolean;
  /** What the page says while the act is under way, such as "Pausing…". */
  words?: (input: Input) => string | undefined;
  /** How long the reply may take. */
  patienceMs?: number;
};

/** No reply came: the act may have been taken or not. */
type Unreachable = { code: "unreachable"; message: string; issues: [] };

export type Mutation<Input, Reply extends MutationReply> = {
  /** What is under way. */
  pending: Input | undefined;
  words: string | undefined;
  /** The last reply, until the next act begins. */
  reply: Reply | undefined;
  /** Why the reply refused the act, or that none came. */
  problem: Reply["problem"] | Unreachable;
  /** Resolves to the reply; to undefined where none came, and without sending while another act is under way. */
  act(input: Input): Promise<Reply | undefined>;
  clear(): void;
};

/** Twice as long as the server lets a request take: what is sent into a tunnel gets neither a reply nor a failure. */
const PATIENCE_MS = 30_000;

/** What the server gives two minutes: tests of what is elsewhere, and acts on many runs. */
export const SLOW = { patienceMs: 130_000 };

const UNREACHABLE = "Could not reach the server. Try again.";

/** The one way a page changes something: one act at a time, what it shows in the meantime, and why it was refused. */
export function useAct<Input, Reply extends MutationReply>(
  options: MutationOptions<Input, Reply>,
): Mutation<Input, Reply> {
  const client = useQueryClient();
  const [keys] = useState(idempotencyKeys);
  const busy = useRef(false);
  const state = useMutation(mutationOf(options, keys, client));
  const { isPending, data: reply, variables, mutateAsync, reset } = state;
  const isTaken = reply !== undefined && reply.problem === undefined;
  const isShown = isTaken && (options.shows?.(variables as Input) ?? true);
  // A state that comes back later must not bring a finished act back.
  useEffect(() => {
    if (options.shows && isShown) reset();
  });
  const pending = isPending || (isTaken && !isShown) ? variables : undefined;
  const act = async (input: Input) => {
    if (busy.current) return;
    busy.current = true;
    try {
      return await mutateAsync(input);
    } catch {
      return;
    } finally {
      busy.current = false;
    }
  };
  return {
    pending,
    words: pending === undefined ? undefined : options.words?.(pending),
    reply,
    problem: problemOf(state, options.unreachable),
    act,
    clear: reset,
  };
}

/** Why an act came to nothing; undefined while it has not. */
export function problemOf<Reply extends MutationReply>(
  { isError, data }: { isError: boolean; data: Reply | undefined },
  message = UNREACHABLE,
): Reply["problem"] | Unreachable {
  return isError ? { code: "unreachable", message, issues: [] } : data?.problem;
}

/** An act as TanStack Query runs it: it fails where no reply came, is never sent twice by itself, and its queries are read again when it was taken. */
export function mutationOf<Input, Reply extends MutationReply>(
  {
    send,
    invalidates = [],
    patienceMs = PATIENCE_MS,
  }: Pick<MutationOptions<Input, Reply>, "send" | "invalidates" | "patienceMs">,
  keys: IdempotencyKeys,
  client: QueryClient,
) {
  return {
    retry: false,
    networkMode: "always" as const,
    mutationFn: async (input: Input): Promise<Reply> => {
      const reply = await within(patienceMs, send(input, keys.of(input)));
      if (!isUncertain(reply.problem)) keys.next();
      return reply;
    },
    onSuccess: ({ problem }: Reply) => {
      if (problem) return;
      for (const queryKey of invalidates) void client.invalidateQueries({ queryKey: [...queryKey] });
    },
  };
}

/** Rejects where there is no reply by then. */
function within<Reply>(ms: number, reply: Promise<Reply>): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(reject, ms);
    reply.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

export type IdempotencyKeys = { of(input: unknown): string; next(): void };

/** One key for an act until its end is known, so that sending it again after a lost reply counts once. */
export function idempotencyKeys(newKey: () => string = () => crypto.randomUUID()): IdempotencyKeys {
  let last = { text: "", key: "" };
  return {
    of: (input) => {
      const text = JSON.stringify(input) ?? "";
      if (last.key === "" || last.text !== text) last = { text, key: newKey() };
      return last.key;
    },
    next: () => {
      last = { text: "", key: "" };
    },
  };
}

/** What a route is sent: JSON in which a part that is undefined is left out. */
type JsonBody = { readonly [name: string]: Json | undefined };

/** An act by a route of the API. `read` takes what is wanted out of a success, and the problem out of a refusal. */
export function byPost<Input, Reply>(
  address: (input: Input) => { path: string; body: JsonBody },
  read: (reply: { ok: boolean; body: Json }) => Reply,
): Send<Input, Reply> {
  return async (input, key) => {
    const { path, body } = address(input);
    const response = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": key },
      body: JSON.stringify(body),
    });
    return read({ ok: response.ok, body: (await response.json().catch(() => null)) as Json });
  };
}

/** The code and the words of a problem document (RFC 9457), without its issues. */
export function readProblem(
  body: Json,
  fallback = "Unexpected response from the server.",
): MutationProblem & { issues: [] } {
  const { code, title } = isJsonObject(body) ? body : {};
  return {
    code: typeof code === "string" ? code : "internal",
    message: typeof title === "string" ? title : fallback,
    issues: [],
  };
}

/** Whether the act may have been taken although it was refused. */
const isUncertain = (problem: MutationProblem | undefined): boolean =>
  problem?.code === "internal" || problem?.code === "unavailable";
