"use client";

import { createElement, Fragment } from "react";
import type { ApiEntry, ApiField } from "@/lib/core/openapi/document";
import { Badge } from "../../ui/badge";
import { useUrlText } from "../../ui/behavior/use-url-param";
import { Card } from "../../ui/card";
import { EmptyState } from "../../ui/empty-state";
import { DownloadLink } from "../../ui/links/download-link";
import { SearchInput } from "../../ui/search-input";

/** Every address of the API: what it does, what it takes, and which right it needs. */
export function ApiScreen({ entries }: { entries: readonly ApiEntry[] }) {
  const [text, setText] = useUrlText("q");
  const wanted = text.trim().toLowerCase();
  const shown = entries.filter(({ name, description }) =>
    [name, description].some((one) => one.toLowerCase().includes(wanted)),
  );
  const groups = [...new Set(shown.map(({ group }) => group))];
  return (
    <>
      <Card title="HTTP API" aside={<DownloadLink href="/api/v1/openapi.json">OpenAPI 3.1</DownloadLink>}>
        <p className="max-w-prose text-muted">
          Addresses begin with <code>/api/v1</code>. Send an API key or the access token as a bearer, and JSON
          as the body. Repeat a POST safely with the same <code>Idempotency-Key</code>.
        </p>
        <SearchInput label="Search endpoints" value={text} onChange={setText} className="mt-3 sm:max-w-80" />
      </Card>
      {groups.length === 0 && <EmptyState title="No endpoints match the search" />}
      {groups.map((group) => (
        <section key={group} aria-label={group} className="grid gap-1">
          <h2 className="font-mono text-sm font-semibold">{group}</h2>
          <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-panel shadow-card">
            {shown
              .filter((one) => one.group === group)
              .map((one) => (
                <Entry key={one.name} entry={one} />
              ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function Entry({ entry }: { entry: ApiEntry }) {
  const { name, description, scope, parameters, body, alternatives } = entry;
  return (
    <li>
      <details>
        <summary className="flex cursor-pointer flex-wrap items-baseline gap-x-3 gap-y-1 px-4 py-2 hover:bg-raised">
          <code className="min-w-0 break-all font-medium">{name}</code>
          {scope && <Badge>{scope}</Badge>}
        </summary>
        <div className="grid gap-3 px-4 pt-1 pb-4">
          <p className="max-w-prose whitespace-pre-line break-words text-muted">
            <WithCode text={description} />
          </p>
          <Fields title="Parameters" fields={parameters} />
          <Fields title="Body" fields={body} />
          {alternatives.length > 0 && (
            <div>
              <h3 className="text-sm font-medium">Body, one of</h3>
              <ul className="mt-1 grid gap-1">
                {alternatives.map((type) => (
                  <li key={type}>
                    <code className="break-words text-xs">{type}</code>
                  </li>
                ))}
              </ul>
            </div>
          )}
        </div>
      </details>
    </li>
  );
}

/** Words with what stands between backticks as code. */
function WithCode({ text }: { text: string }) {
  const parts = text.split("`").map((part, index) => (index % 2 ? createElement("code", null, part) : part));
  return createElement(Fragment, null, ...parts);
}

function Fields({ title, fields }: { title: string; fields: readonly ApiField[] }) {
  if (fields.length === 0) return null;
  return (
    <div>
      <h3 className="text-sm font-medium">{title}</h3>
      <dl className="mt-1 grid gap-1 text-xs">
        {fields.map(({ name, type, required }) => (
          <div key={name} className="flex flex-wrap gap-x-2">
            <dt className="font-mono font-medium">
              {name}
              {required && <span className="ml-1 font-sans font-normal text-muted">required</span>}
            </dt>
            <dd className="min-w-0 break-words font-mono text-muted">{type}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
