import { getOwn } from "../own";

/** What can be done with a file: tables are asked in SQL, documents are searched; CSV and JSON are both. */
const ATTACHMENT_KINDS = [
  "csv",
  "json",
  "ndjson",
  "parquet",
  "text",
  "markdown",
  "html",
  "pdf",
  "image",
  "other",
] as const;
export type AttachmentKind = (typeof ATTACHMENT_KINDS)[number];

const BY_EXTENSION: Readonly<Record<string, AttachmentKind>> = {
  csv: "csv",
  tsv: "csv",
  json: "json",
  ndjson: "ndjson",
  jsonl: "ndjson",
  parquet: "parquet",
  txt: "text",
  log: "text",
  md: "markdown",
  markdown: "markdown",
  html: "html",
  htm: "html",
  pdf: "pdf",
  png: "image",
  jpg: "image",
  jpeg: "image",
  gif: "image",
  webp: "image",
};

const BY_MEDIA_TYPE: Readonly<Record<string, AttachmentKind>> = {
  "text/csv": "csv",
  "text/tab-separated-values": "csv",
  "application/json": "json",
  "application/x-ndjson": "ndjson",
  "application/vnd.apache.parquet": "parquet",
  "text/plain": "text",
  "text/markdown": "markdown",
  "text/html": "html",
  "application/pdf": "pdf",
  "image/png": "image",
  "image/jpeg": "image",
  "image/gif": "image",
  "image/webp": "image",
};

/** The kind of a file: its name says more than the type that a browser made of it. */
export function attachmentKind({ name, mediaType }: { name: string; mediaType: string }): AttachmentKind {
  const extension = /\.([a-z\d]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  const type = mediaType.replace(/;.*$/s, "").trim().toLowerCase();
  return getOwn(BY_EXTENSION, extension) ?? getOwn(BY_MEDIA_TYPE, type) ?? "other";
}

const IMAGE_TYPES: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
};

/** The media type under which a model is shown the file; undefined for what models are not shown. */
export function shownMediaType(file: { name: string; mediaType: string }): string | undefined {
  const kind = attachmentKind(file);
  if (kind === "pdf") return "application/pdf";
  const extension = /\.([a-z\d]+)$/i.exec(file.name)?.[1]?.toLowerCase() ?? "";
  return kind === "image" ? (getOwn(IMAGE_TYPES, extension) ?? file.mediaType) : undefined;
}

export type TableKind = "csv" | "json" | "ndjson" | "parquet";

export const isTable = (kind: AttachmentKind): kind is TableKind =>
  kind === "csv" || kind === "json" || kind === "ndjson" || kind === "parquet";

export const isDocument = (kind: AttachmentKind): boolean =>
  kind !== "parquet" && kind !== "image" && kind !== "other";
