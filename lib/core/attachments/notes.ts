import { cleanText, cutText } from "../text";
import type { AttachmentFacts } from "./facts";
import { type AttachmentKind, attachmentKind, isDocument, isTable } from "./kind";
import { tableNames } from "./names";

const MAX_LINES = 5;
const MAX_LINE_CHARS = 300;
const MAX_CHARS = 600;

/** A file as prompts tell of it; `table` is its name in SQL, `begins` its first lines where it is text. */
export type AttachmentNote = {
  name: string;
  kind: AttachmentKind;
  bytes: number;
  table?: string;
  begins?: string;
  /** The model is given the file itself. */
  shown?: true;
};

type DescribedFile = Pick<AttachmentFacts, "name" | "mediaType" | "bytes"> & { preview?: string };

/** The files of a run as prompts, tools and pages call them, in their order. */
export function attachmentNotes(files: readonly DescribedFile[]): AttachmentNote[] {
  const tables = files.filter((file) => isTable(attachmentKind(file))).map(({ name }) => name);
  const names = new Map(tableNames(tables).map((table, index) => [tables[index], table]));
  return files.map(({ name, mediaType, bytes, preview = "" }) => {
    const table = names.get(name);
    return {
      name,
      kind: attachmentKind({ name, mediaType }),
      bytes,
      ...(table !== undefined && { table }),
      ...(preview !== "" && { begins: preview }),
    };
  });
}

/** The first lines of a file of text, for prompts; empty for any other. `text` is its beginning or all of it. */
export function previewOf(kind: AttachmentKind, text: string): string {
  if (!isDocument(kind) || kind === "pdf") return "";
  const lines = cleanText(text)
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\r|\n/, MAX_LINES)
    .map((line) => cutText(line, MAX_LINE_CHARS).trimEnd());
  return cutText(lines.join("\n"), MAX_CHARS).trim();
}
