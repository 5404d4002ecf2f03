"use client";

import { useState } from "react";
import { routeAddress } from "@/lib/client/call";
import { Field, TextInput } from "../../ui/field";
import { DownloadLink } from "../../ui/links/download-link";

/** The audit log of some days as a file; of all of them while no day is chosen. */
export function ExportAudit() {
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const isReversed = from !== "" && to !== "" && to < from;
  const hrefOf = (format: "csv" | "jsonl") => routeAddress("GET /api/v1/data/audit", { from, to, format });
  return (
    <div className="grid gap-3">
      <p>Who decided and changed what, on the days that you choose or on all of them.</p>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="From (UTC)">
          {(wiring) => (
            <TextInput
              {...wiring}
              type="date"
              value={from}
              onChange={({ target }) => setFrom(target.value)}
            />
          )}
        </Field>
        <Field
          label="To (UTC)"
          error={isReversed ? "Enter a last day that is not before the first." : undefined}
        >
          {(wiring) => (
            <TextInput {...wiring} type="date" value={to} onChange={({ target }) => setTo(target.value)} />
          )}
        </Field>
      </div>
      {!isReversed && (
        <div className="flex flex-wrap gap-2">
          <DownloadLink href={hrefOf("csv")}>Download CSV</DownloadLink>
          <DownloadLink href={hrefOf("jsonl")}>Download JSON lines</DownloadLink>
        </div>
      )}
    </div>
  );
}
