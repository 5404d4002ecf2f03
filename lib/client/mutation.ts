"use client";

import { type QueryClient, type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { JsonRouteKey } from "../http/route-types";
import { type ApiProblem, call, type RouteInput, type RouteOutput, unreachable } from "./call";

/** Sends an act and gives its reply, or throws why it was refused (ApiProblem). The same key again counts once. */
export type Send<Input, Reply> = (input: Input, key: string) => Promise<Reply>;

/** An act that is one call of a route. */
export const byRoute =
  <Key extends JsonRouteKey & `POST ${string}`>(route: Key): Send<RouteInput<Key>, RouteOutput<Key>> =>
  (input, key) =>
    call(route, input, { key });

export type MutationOptions<Input, Reply> = {
  send: Send<Input, Reply>;
  /** What is shown when the server cannot be reached. */
  unreachable?: string;
  /** Queries that are read again when the act was taken. */
  invalidates?: readonly QueryKey[];
  /** Reads again what the server rendered: an act that was taken is under way until then. */
  reload?: () => Promise<void>;
  /** Called with why the act was refused, also once the page has moved on. */
  onRefused?: (problem: ApiProblem) => void;
  /** Whether the act shows on the page now; until then it counts as under way. */
  shows?: (input: Input) => boolean;
  /** What the page says while the act is under way, such as "Pausing…". */
  words?: (input: Input) => string | undefined;
  /** How long the reply may take. */
  patienceMs?: number;
};

export type Mutation<Input, Reply> = {
  /** What is under way. */
  pending: Input | undefined;
  words: string | undefined;
  /** What the last act came to, until the next one begins. */
  reply: Reply | undefined;
  /** Why the act was refused, or that no reply came. */
  problem: ApiProblem | undefined;
  /** Resolves to the reply; to undefined where the act was refused, none came, or another one is under way. */
  act(input: Input): Promise<Reply | undefined>;
  clear(): void;
};

/** Twice as long as the server lets a request take: what is sent into a tunnel gets neither a reply nor a failure. */
const PATIENCE_MS = 30_000;

/** What the server gives two minutes: tests of what is elsewhere, and acts on many runs. */
export const SLOW = { patienceMs: 130_000 };

const UNREACHABLE = "Could not reach the server. Try again.";

/** The one way a page changes something: one act at a time, what it shows in the meantime, and why it was refused. */
export function useAct<Input, Reply>(options: MutationOptions<Input, Reply>): Mutation<Input, Reply> {
  const client = useQueryClient();
  const [keys] = useState(idempotencyKeys);
  const busy = useRef(false);
  const state = useMutation<Reply, ApiProblem, Input>(mutationOf(options, keys, client));
  const { isPending, isSuccess: isTaken, data: reply, error, variables, mutateAsync, reset } = state;
  const isShown = isTaken && (options.shows?.(variables) ?? true);
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
    } catch (problem) {
      options.onRefused?.(problem as ApiProblem);
      return;
    } finally {
      busy.current = false;
    }
  };
  return {
    pending,
    words: pending === undefined ? undefined : options.words?.(pending),
    reply,
    problem: error ?? undefined,
    act,
    clear: reset,
  };
}

/** An act as TanStack Query runs it: it is never sent twice by itself, and what it changes is read again when it was taken. */
export function mutationOf<Input, Reply>(
  options: Pick<
    MutationOptions<Input, Reply>,
    "send" | "invalidates" | "reload" | "unreachable" | "patienceMs"
  >,
  keys: IdempotencyKeys,
  client: QueryClient,
) {
  const { send, invalidates = [], reload, patienceMs = PATIENCE_MS } = options;
  return {
    retry: false,
    networkMode: "always" as const,
    mutationFn: async (input: Input): Promise<Reply> => {
      try {
        const reply = await within(patienceMs, send(input, keys.of(input)));
        keys.next();
        await reload?.();
        return reply;
      } catch (thrown) {
        const problem = problemIn(thrown, options.unreachable);
        if (isUncertain(problem)) throw problem;
        keys.next();
        // Who is refused may look at what has changed since.
        void reload?.();
        throw problem;
      }
    },
    onSuccess: () => {
      for (const queryKey of invalidates) void client.invalidateQueries({ queryKey: [...queryKey] });
    },
  };
}

/** Why an act came to nothing; a reply that cannot be read has not come. */
function problemIn(thrown: unknown, message = UNREACHABLE): ApiProblem {
  const problem = thrown as Partial<ApiProblem> | undefined;
  const hasReply = problem?.issues !== undefined && problem.code !== "unreachable";
  return hasReply ? (problem as ApiProblem) : unreachable(message);
}

/** Rejects where there is no reply by then. */
function within<Reply>(ms: number, reply: Promise<Reply>): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(reject, ms);
    reply.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

type IdempotencyKeys = { of(input: unknown): string; next(): void };

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

/** Whether the act may have been taken although it was refused. */
export const isUncertain = ({ code }: ApiProblem): boolean =>
  code === "internal" || code === "unavailable" || code === "unreachable";
