"use client";

import { useState } from "react";
import type { ApiKeyView, RoleView } from "@/lib/core/key-views";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { EmptyState } from "../../ui/empty-state";
import { KeyTable, PastKeys } from "./key-table";
import { NewKey } from "./new-key";

type Props = {
  /** The one who looks, for whom everyone at this address counts. */
  person: string;
  keys: readonly ApiKeyView[];
  roles: readonly RoleView[];
};

/** Who there is: the local person, the keys of the API, and the roles that they answer for. */
export function PeopleScreen({ person, keys, roles }: Props) {
  const [making, setMaking] = useState(false);
  const working = keys.filter(({ status }) => status === "working");
  const past = keys.filter(({ status }) => status !== "working");
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Card title="People" aside="1 person">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{person}</span>
          <Badge>all rights</Badge>
          <Badge>every role</Badge>
        </p>
        <p className="mt-1 max-w-prose text-muted">
          Accounts are off: everyone at this address is this person. Each API key counts as someone else, with
          its own name, rights and quotas.
        </p>
      </Card>
      <Card
        title="API keys"
        aside={
          <Button size="small" data-act="New API key" onClick={() => setMaking(true)}>
            New key
          </Button>
        }
      >
        {working.length > 0 ? (
          <KeyTable keys={working} />
        ) : past.length > 0 ? (
          // In the room of the last one, which was read here when it was revoked.
          <p className="grid min-h-20 content-center font-medium">No active API keys</p>
        ) : (
          <EmptyState
            title="No API keys yet"
            action={
              <Button variant="main" onClick={() => setMaking(true)}>
                New key
              </Button>
            }
          >
            Give a script or a bot its own key instead of the access token. It gets only the rights you
            choose, decides under its own name, and can be revoked on its own.
          </EmptyState>
        )}
        {past.length > 0 && <PastKeys keys={past} />}
        {making && <NewKey onClose={() => setMaking(false)} />}
      </Card>
      <Roles roles={roles} person={person} />
    </div>
  );
}

function Roles({ roles, person }: Pick<Props, "roles" | "person">) {
  return (
    <Card title="Roles" aside={`${roles.length} ${roles.length === 1 ? "role" : "roles"}`}>
      <p className="max-w-prose text-muted">
        A gate assigned to <code className="text-ink">role:name</code> asks everyone with that role. {person}{" "}
        answers for every role.
      </p>
      {roles.length === 0 ? (
        <p className="mt-3">No key has a role, and no open gate asks for one.</p>
      ) : (
        <ul aria-label="Roles" className="mt-3 divide-y divide-line">
          {roles.map(({ name, keys, openGates }) => (
            <li key={name} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 py-2">
              <span className="min-w-0 wrap-anywhere font-medium">{name}</span>
              <span className="min-w-0 wrap-anywhere text-muted text-xs">
                {keys.length === 0 ? "no key" : keys.join(", ")}
                {openGates > 0 && ` · ${openGates} open ${openGates === 1 ? "gate" : "gates"}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
