"use client";

import type { ReactNode } from "react";
import { call } from "@/lib/client/call";
import type { ApiKeyView } from "@/lib/core/key-views";
import { Badge } from "../../ui/badge";
import { RelativeTime } from "../../ui/relative-time";
import { StatusLabel } from "../../ui/status-label";
import { RemoveDialog } from "../remove-dialog";
import { KEY_STATUS, madeWith, RIGHTS } from "./labels";

const HEADS = ["Name", "Rights", "Roles", "Last used", "Ends", "Status"];

/** The keys that work. On phones each is a block whose cells say what they are. */
export function KeyTable({ keys }: { keys: readonly ApiKeyView[] }) {
  return (
    <table aria-label="Active API keys" className="w-full max-md:block">
      <thead className="text-left text-muted text-xs max-md:sr-only">
        <tr>
          {HEADS.map((head) => (
            <th key={head} scope="col" className="pr-4 pb-1 font-medium">
              {head}
            </th>
          ))}
          <th scope="col">
            <span className="sr-only">Revoke</span>
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line max-md:block">
        {keys.map((key) => (
          <KeyRow key={key.keyId} apiKey={key} keys={keys} />
        ))}
      </tbody>
    </table>
  );
}

function KeyRow({ apiKey, keys }: { keys: readonly ApiKeyView[]; apiKey: ApiKeyView }) {
  const { keyId, name, prefix, capabilities, roles, lastUsedAt, endsAt, status } = apiKey;
  const made = madeWith(keyId, keys).length;
  return (
    <tr className="align-top max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:gap-y-1 max-md:py-3">
      <th scope="row" className="min-w-0 text-left font-normal md:max-w-64 md:py-2.5 md:pr-4">
        <span className="block wrap-anywhere font-medium">{name}</span>
        <code className="text-muted text-xs">{prefix}…</code>
      </th>
      <Cell className="max-md:order-1">
        <span className="flex flex-wrap gap-1">
          {capabilities.map((one) => (
            <Badge key={one} tone={one === "admin" ? "amber" : "plain"}>
              {RIGHTS[one].label}
            </Badge>
          ))}
        </span>
      </Cell>
      <Cell label="Roles" className="max-md:order-1" isEmpty={roles.length === 0}>
        <span className="wrap-anywhere">{roles.length === 0 ? "–" : roles.join(", ")}</span>
      </Cell>
      <Cell label="Last used" className="max-md:order-1">
        {lastUsedAt === null ? "never" : <RelativeTime at={lastUsedAt} />}
      </Cell>
      <Cell label="Ends" className="max-md:order-1">
        <EndDay at={endsAt} />
      </Cell>
      <Cell className="max-md:order-1">
        <StatusLabel status={KEY_STATUS[status]} />
      </Cell>
      <td className="text-right md:py-2">
        <RemoveDialog
          name={name}
          title={`Revoke the key ${name}?`}
          remove={(key) => call("POST /api/v1/keys/{id}/revoke", { id: keyId }, { key })}
          actionLabel="Revoke"
          busyLabel="Revoking…"
        >
          Its requests are refused from now on, and its open streams end within seconds. This cannot be
          undone.
          {made > 0 && ` The ${made === 1 ? "key" : `${made} keys`} created with it will be revoked, too.`}
        </RemoveDialog>
      </td>
    </tr>
  );
}

type CellProps = { label?: string; isEmpty?: boolean; className: string; children: ReactNode };

/** `label` stands before it where there are no heads of columns. */
function Cell({ label, isEmpty = false, className, children }: CellProps) {
  return (
    <td
      className={`min-w-0 max-md:col-span-2 md:max-w-56 md:py-2.5 md:pr-4 ${isEmpty ? "max-md:hidden" : ""} ${className}`}
    >
      {label && <span className="text-muted text-xs md:hidden">{label}: </span>}
      {children}
    </td>
  );
}

/** A day in UTC, which reads the same everywhere. */
function EndDay({ at }: { at: number | null }) {
  if (at === null) return "never";
  const iso = new Date(at).toISOString();
  return (
    <time dateTime={iso} title={iso}>
      {iso.slice(0, 10)}
    </time>
  );
}

/** Keys that no longer work, folded away: who has to know finds who revoked them. */
export function PastKeys({ keys }: { keys: readonly ApiKeyView[] }) {
  return (
    <details className="mt-3 border-line border-t pt-2">
      <summary className="cursor-pointer rounded py-1 text-muted">
        {keys.length} ended or revoked {keys.length === 1 ? "key" : "keys"}
      </summary>
      <ul aria-label="Ended and revoked keys" className="divide-y divide-line">
        {keys.map(({ keyId, name, prefix, status, endsAt, revokedAt, revokedBy }) => (
          <li key={keyId} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 py-2">
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <code className="text-muted text-xs">{prefix}…</code>
            <span className="text-muted text-xs">
              <StatusLabel status={KEY_STATUS[status]} /> <RelativeTime at={revokedAt ?? endsAt ?? 0} />
              {revokedBy?.kind === "person" && ` by ${revokedBy.name}`}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
