import type { ExportOutcome } from "./words";

/** A download of all that the workspace has. `silent`: nothing was sent for a minute, and nobody said why. */
export type DataExportView = {
  exportId: string;
  by: string | null;
  startedAt: number;
  /** Lists of the file that are sent, of how many. */
  doneLists: number;
  lists: number;
  rows: number;
  /** Before they are compressed. */
  bytes: number;
  status: ExportOutcome | "running" | "silent";
};
