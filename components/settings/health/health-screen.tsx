"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { statusQuery } from "@/lib/client/query";
import type { SystemStatus } from "@/lib/core/views";
import { Card } from "../../ui/card";
import { RelativeTime } from "../../ui/relative-time";
import { StatusLabel } from "../../ui/status-label";
import { type HealthLine, healthLines } from "./health-lines";

/** How the installation stands, part by part; it keeps itself up to date while one looks. */
export function HealthScreen({ first }: { first: SystemStatus }) {
  const { data = first, isError } = useQuery({ ...statusQuery(), initialData: first });
  return (
    <Card
      title="Health"
      aside={
        <>
          as of <RelativeTime at={data.atMs} />, read every 10 s
        </>
      }
    >
      {isError && (
        <p role="alert" className="mb-3 text-bad">
          <span aria-hidden="true">✕ </span>The server does not answer. What stands here is the last that it
          said; it is asked again.
        </p>
      )}
      <ul className="-mx-4 -my-3 divide-y divide-line">
        {healthLines(data).map((line) => (
          <Part key={line.part} {...line} />
        ))}
      </ul>
    </Card>
  );
}

function Part({ part, status, text, todo, link }: HealthLine) {
  return (
    <li className="grid gap-x-4 gap-y-0.5 px-4 py-3 sm:grid-cols-[13rem_9rem_minmax(0,1fr)]">
      <h3 className="font-medium">{part}</h3>
      <StatusLabel status={status} />
      <div className="min-w-0 break-words">
        <p>{text}</p>
        {todo && <p className="text-muted">{todo}</p>}
        {link && (
          <Link href={link.href} className="inline-block py-0.5 text-run underline">
            {link.name}
          </Link>
        )}
      </div>
    </li>
  );
}
