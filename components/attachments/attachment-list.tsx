import { Download } from "lucide-react";
import { routeAddress } from "@/lib/client/call";
import type { AttachmentFacts } from "@/lib/core/attachments/facts";
import { attachmentNotes } from "@/lib/core/attachments/notes";
import { formatCounted } from "@/lib/core/describe/amounts";
import { formatBytes } from "@/lib/core/describe/bytes";
import { Section } from "../ui/section";

/** The files that came with a run's mission, each to be downloaded; nothing where none came. */
export function AttachmentList({ files = [] }: { files: readonly AttachmentFacts[] | undefined }) {
  if (files.length === 0) return null;
  const tables = new Map(attachmentNotes(files).map(({ name, table }) => [name, table]));
  return (
    <Section title="Attachments" level={2} aside={formatCounted(files.length, "file", "files")}>
      <ul className="grid gap-1">
        {files.map(({ id, name, bytes }) => {
          const table = tables.get(name);
          return (
            <li key={id} className="flex flex-wrap items-baseline gap-x-3">
              <a
                href={routeAddress("GET /api/v1/attachments/{id}/content", { id })}
                download={name}
                className="inline-flex min-h-6 min-w-0 items-center gap-1.5 underline"
              >
                <Download aria-hidden="true" className="size-3.5 shrink-0" />
                <span className="break-all">{name}</span>
              </a>
              <span className="text-muted text-xs">
                {formatBytes(bytes)}
                {table !== undefined && (
                  <>
                    {" · table "}
                    <span className="font-mono">{table}</span>
                  </>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
