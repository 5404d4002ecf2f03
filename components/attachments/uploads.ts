import { MAX_FILE_BYTES, MAX_FILES, MAX_RUN_BYTES } from "@/lib/core/attachments/limits";
import { formatBytes } from "@/lib/core/describe/bytes";

type LocalFile = { key: string; name: string; bytes: number };

/** A file that a person brought to a form; `key` tells it from others of the same name. */
export type FormFile = LocalFile &
  (
    | { status: "waiting" }
    | { status: "sending"; sent: number }
    | { status: "kept"; id: string }
    | { status: "failed"; problem: string }
  );

export type FileChange =
  | { type: "brought"; files: LocalFile[] }
  | { type: "sent"; key: string; sent: number }
  | { type: "kept"; key: string; id: string }
  | { type: "failed"; key: string; problem: string }
  | { type: "removed"; key: string };

/** The files of a form after something happened to one. What is too large is refused before it is sent. */
export function changeFiles(files: readonly FormFile[], change: FileChange): FormFile[] {
  switch (change.type) {
    case "brought":
      return withAdded(files, change.files);
    case "removed":
      return files.filter(({ key }) => key !== change.key);
    default:
      return files.map((file) => (file.key === change.key ? withStatus(file, change) : file));
  }
}

function withStatus({ key, name, bytes }: FormFile, change: FileChange): FormFile {
  const facts = { key, name, bytes };
  switch (change.type) {
    case "kept":
      return { ...facts, status: "kept", id: change.id };
    case "failed":
      return { ...facts, status: "failed", problem: change.problem };
    default:
      return { ...facts, status: "sending", sent: change.type === "sent" ? change.sent : 0 };
  }
}

function withAdded(files: readonly FormFile[], added: LocalFile[]): FormFile[] {
  const all = [...files];
  for (const file of added) all.push(validated(all, file));
  return all;
}

function validated(before: readonly FormFile[], file: LocalFile): FormFile {
  const problem = sizeProblem(before, file.bytes);
  return problem === undefined ? { ...file, status: "waiting" } : { ...file, status: "failed", problem };
}

function sizeProblem(before: readonly FormFile[], bytes: number): string | undefined {
  if (bytes === 0) return "The file is empty.";
  if (bytes > MAX_FILE_BYTES)
    return `Too large: ${formatBytes(bytes)} (limit ${formatBytes(MAX_FILE_BYTES)}).`;
  const taken = before.filter(({ status }) => status !== "failed");
  if (taken.length >= MAX_FILES) return `A run can have at most ${MAX_FILES} files.`;
  const all = taken.reduce((sum, file) => sum + file.bytes, bytes);
  if (all > MAX_RUN_BYTES)
    return `The total would be ${formatBytes(all)} (limit ${formatBytes(MAX_RUN_BYTES)}).`;
  return;
}

export const attachedIds = (files: readonly FormFile[]): string[] =>
  files.flatMap((file) => (file.status === "kept" ? [file.id] : []));

/** Why a run cannot start with these files yet; undefined when it can. */
export function notReadyReason(files: readonly FormFile[]): string | undefined {
  const failed = files.filter(({ status }) => status === "failed");
  if (failed.length > 0)
    return `Remove the files that could not be attached: ${failed.map(({ name }) => name).join(", ")}.`;
  const uploading = files.some(({ status }) => status !== "kept");
  return uploading ? "Files are still uploading." : undefined;
}

/** What has happened to a file, in words. */
export function fileStatusText(file: FormFile): string {
  switch (file.status) {
    case "waiting":
      return `Waiting, ${formatBytes(file.bytes)}`;
    case "sending":
      return `${formatBytes(Math.min(file.sent, file.bytes))} of ${formatBytes(file.bytes)} uploaded`;
    case "kept":
      return `Attached, ${formatBytes(file.bytes)}`;
    case "failed":
      return file.problem;
  }
}
