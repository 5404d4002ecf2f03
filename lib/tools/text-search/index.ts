import { setImmediate as nextTurn } from "node:timers/promises";
import { type AttachmentNote, isDocument } from "@/lib/core/attachments";
import type { JsonObject } from "@/lib/core/json";
import { setOwn } from "@/lib/core/own";
import type { CancelSignal } from "@/lib/core/ports";
import { cutText } from "@/lib/core/text";
import type { ToolContext, ToolDescriptor } from "../descriptor";
import { pdfText } from "../pdf";
import { documentText } from "./document-text";
import { passagesOf } from "./passages";
import { createRanking, type Ranked } from "./rank";

const DEFAULT_PASSAGES = 5;
const MAX_PASSAGES = 20;
const AROUND_CHARS = 200;
/** Most characters of one reading: well below what would make an artifact of it. */
const MAX_READ_CHARS = 20_000;
/** So much text is looked at before others have their turn in this process. */
const CHARS_PER_TURN = 250_000;

type Source = { name: string; text: string };

/** Searches the attached documents by words, or reads one of them (docs/agents.md, "Attachments"). */
export const textSearch: ToolDescriptor = {
  name: "text_search",
  description:
    "Searches or reads the attached documents (text, Markdown, HTML, PDF, CSV, JSON). With query it gives the passages that fit " +
    "best, each with its document, its lines, and what stands around it; in a PDF, lines count from its first page. Use other words " +
    "when nothing is found. Without query it reads the document in from the character offset on, and says where to read on.",
  tags: ["data", "attachments"],
  sideEffects: "none",
  idempotent: true,
  inputSchema: {
    type: "object",
    properties: {
      query: { type: "string", minLength: 1, maxLength: 500, description: "Words that the passage has." },
      in: {
        type: "string",
        minLength: 1,
        maxLength: 200,
        description: "The name of one document; all without.",
      },
      limit: { type: "integer", minimum: 1, maximum: MAX_PASSAGES },
      offset: { type: "integer", minimum: 0 },
    },
    additionalProperties: false,
  },
  outputSchema: {
    type: "object",
    properties: {
      passages: { type: "array" },
      found: { type: "integer", description: "Passages with any of the words." },
      notSearched: { type: "array", description: "Attached files that are no text." },
      unreadable: { type: "object", description: "Files that could not be read, or not whole, and why." },
      text: { type: "string", description: "What is read, without query." },
      nextOffset: { type: ["integer", "null"], description: "Where to read on; null at the end." },
    },
  },
  timeoutMs: 120_000,
  examples: [{ query: "notice period termination", limit: 3 }],
  summarize: ({ query, in: name, offset = 0 }) =>
    query === undefined
      ? `Read ${String(name)}${offset === 0 ? "" : ` from character ${String(offset)}`}`
      : `Search ${name === undefined ? "the attached documents" : String(name)} for “${String(query).replace(/\s+/g, " ")}”`,
  async run({ query, in: name, limit = DEFAULT_PASSAGES, offset = 0 }, context) {
    const { attachments, signal } = context;
    const files = attachments.list();
    if (query === undefined) {
      if (name === undefined) throw new Error('give a query, or the document to read in "in".');
      return readDocument(named(files, String(name)), Number(offset), context);
    }
    const chosen =
      name === undefined ? files.filter(({ kind }) => isDocument(kind)) : [named(files, String(name))];
    if (chosen.length === 0) throw new Error(`no text is attached to this run. ${listOf(files)}`);
    const ranking = createRanking<Source>(String(query));
    if (ranking.wanted.length === 0) throw new Error("the query has no words.");
    const unreadable: Record<string, string> = {};
    const partly: Record<string, string> = {};
    for (const { name: document, kind } of chosen) {
      const read = await textIn({ name: document, kind }, context);
      if (!read) continue;
      if ("text" in read) {
        await searchSource({ name: document, text: read.text }, ranking, signal);
        if (read.lacks !== undefined) setOwn(partly, document, read.lacks);
      } else setOwn(unreadable, document, read.problem);
    }
    const [problem] = Object.values(unreadable);
    if (name !== undefined && problem !== undefined)
      throw new Error(`${name} cannot be searched: ${problem}.`);
    const others = name === undefined ? files.filter(({ kind }) => !isDocument(kind)) : [];
    return {
      passages: ranking.best(Number(limit)).map(shown),
      found: ranking.hits.length,
      ...(Object.keys({ ...unreadable, ...partly }).length > 0 && {
        unreadable: { ...unreadable, ...partly },
      }),
      ...(others.length > 0 && { notSearched: others.map((file) => file.name) }),
    };
  },
};

/** The text of an attachment, with what could not be read of it, or why there is none; undefined where its content is gone. */
async function textIn(
  { name, kind }: Pick<AttachmentNote, "name" | "kind">,
  { attachments, signal }: ToolContext,
): Promise<{ text: string; lacks?: string } | { problem: string } | undefined> {
  const content = await attachments.read(name);
  if (!content) return;
  if (kind !== "pdf") return documentText(kind, content);
  const pdf = await pdfText(content, signal);
  if (!pdf.ok) return { problem: pdf.message };
  return { text: pdf.text, ...(pdf.unread && { lacks: unreadPages(pdf.unread) }) };
}

/** A part of a document, and where to read on. */
async function readDocument(file: AttachmentNote, offset: number, context: ToolContext): Promise<JsonObject> {
  const read = await textIn(file, context);
  const problem = !read ? "its content is not there any more" : "problem" in read && read.problem;
  if (!read || !("text" in read)) throw new Error(`${file.name} cannot be read: ${problem}.`);
  const text = cutText(read.text.slice(offset), MAX_READ_CHARS);
  const end = offset + text.length;
  return {
    document: file.name,
    text,
    offset,
    chars: read.text.length,
    nextOffset: end < read.text.length ? end : null,
    ...(read.lacks !== undefined && { unreadable: { [file.name]: read.lacks } }),
  };
}

const MAX_NAMED_PAGES = 20;

function unreadPages(pages: readonly number[]): string {
  const more = pages.length > MAX_NAMED_PAGES ? ` and ${pages.length - MAX_NAMED_PAGES} more` : "";
  const named = `${pages.slice(0, MAX_NAMED_PAGES).join(", ")}${more}`;
  return pages.length === 1
    ? `page ${named} has no text that can be read: it may be an image`
    : `pages ${named} have no text that can be read: they may be images`;
}

function named(files: readonly AttachmentNote[], name: string): AttachmentNote {
  const file = files.find((one) => one.name === name);
  if (!file) throw new Error(`there is no attached file "${name}". ${listOf(files)}`);
  if (isDocument(file.kind)) return file;
  if (file.kind === "parquet") throw new Error(`${name} is a table: ask it with sql_query.`);
  throw new Error(`${name} is not a text. Images and Word files are not read: attach their text.`);
}

const listOf = (files: readonly AttachmentNote[]): string =>
  files.length === 0 ? "Nothing is attached." : `Attached: ${files.map((file) => file.name).join(", ")}.`;

async function searchSource(
  source: Source,
  ranking: ReturnType<typeof createRanking<Source>>,
  signal: CancelSignal,
): Promise<void> {
  let charsSinceYield = 0;
  for (const passage of passagesOf(source.text)) {
    ranking.add(source, passage, source.text.slice(passage.start, passage.end));
    charsSinceYield += passage.end - passage.start;
    if (charsSinceYield < CHARS_PER_TURN) continue;
    charsSinceYield = 0;
    await nextTurn();
    if (signal.aborted) return;
  }
}

function shown({ source: { name, text }, passage, score }: Ranked<Source>): JsonObject {
  const { line, endLine, start, end } = passage;
  const before = tidy(text.slice(Math.max(0, start - AROUND_CHARS), start));
  const after = tidy(text.slice(end, end + AROUND_CHARS));
  return {
    document: name,
    line,
    endLine,
    score: Math.round(score * 1_000) / 1_000,
    text: tidy(text.slice(start, end)),
    ...(before !== "" && { before }),
    ...(after !== "" && { after }),
  };
}

/** Never half of a character at an edge. */
const tidy = (text: string): string => text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, "").trim();
