import type { Json } from "../../json";
import { cutText } from "../../text";
import type { Issue, IssueCode, Plan } from "../schema";
import { textsIn } from "../texts-in";

// More than any plan that may run, and few enough to hold: short words ("all") can stand for a great many ids.
const MAX_TASKS = 10_000;
const MAX_REFERENCES = 500_000;

/**
 * `leaveOut`: paths of pieces that a person who may decide does without. `settled`: titles and details
 * that ask for an approval, of which is settled that an agent does what they say: those of a plan that is in force.
 */
export type ReadOptions = { leaveOut?: readonly string[]; settled?: readonly string[] };

/** The words of a plan in force. */
export const settledWords = ({ title: name, objective = "", agents, tasks }: Plan): string[] => [
  name,
  objective,
  ...Object.values(agents).map(({ prompt }) => prompt),
  ...tasks.flatMap(({ title, input, details, llmReview }) => [
    title,
    ...textsIn(input).map(({ text }) => text),
    ...(typeof llmReview === "string" ? [llmReview] : []),
    ...details,
  ]),
];

/**
 * A part of a plan that no field took. `note` takes words for the task, agent or question that they stand beside: prose, and
 * texts of `fromWords` words or more.
 */
export type Piece = {
  path: string;
  key: string;
  value: Json;
  note?: ((words: string) => void) | undefined;
  fromWords?: number | undefined;
  /** The task says in no field what is to be done: words that would only name or rate it are all that it has. */
  isAllWords?: boolean | undefined;
  /** Where the task stands that it is a part of. */
  owner?: string | undefined;
};

/** The details of a task as they are written, without the notes that came to them from `from` on. */
type Details = { task: { details: string[] }; path: string; from: number };

/**
 * `owner`: where the task stands that the words are about; absent for words about the plan. `named`: the task that they stand
 * for, where they are nothing but its name.
 */
type Mention = { path: string; text: string; owner?: string | undefined; named?: string };

/** What a reader has to say about what it read. */
export class Report {
  readonly warnings: Issue[] = [];
  readonly errors: Issue[] = [];
  /** Pieces that a person left out although they were not read. */
  readonly leftOut: Issue[] = [];
  private pieces: Piece[] = [];
  private mentions: Mention[] = [];
  private details: Details[] = [];
  private owner: string | undefined;
  private references = 0;
  private readonly leaveOut: ReadonlySet<string>;
  private readonly settled: ReadonlySet<string>;

  constructor({ leaveOut = [], settled = [] }: ReadOptions = {}) {
    this.leaveOut = new Set(leaveOut);
    this.settled = new Set(settled);
  }

  /** Nothing was passed over, and nothing is left to account for. */
  get isClean(): boolean {
    return this.warnings.length + this.errors.length + this.pieces.length === 0;
  }

  warn(code: IssueCode, path: string, message: string, taskId?: string): void {
    const issue: Issue = { severity: "warning", code, message, path };
    this.warnings.push(taskId === undefined ? issue : { ...issue, taskId });
  }

  /** A value that could not be used; `wanted` says what could. */
  notUnderstood(path: string, value: Json, wanted: string): void {
    this.unread(path, value, `is not ${wanted}`);
  }

  /** A piece of the plan that was not read, and why. */
  unread(path: string, value: Json, why: string): void {
    this.fail("unread", `${path}: ${excerptOf(value)} ${why}.`, { path });
  }

  /** A task that an agent is to do, and whose title asks for an approval or names no work. */
  askWhoDoes(path: string, title: string, why = "asks for an approval"): void {
    if (this.isSettled(title)) return;
    const message =
      `${path}: "${title}" ${why}. Is it a person who decides (type "human_review"), or does an agent do it? ` +
      `An agent's task is named after what the agent does.`;
    this.fail("person_or_agent", message, { path });
  }

  /** Words of a plan that is in force: what they say was asked about when it came into force. */
  isSettled(title: string): boolean {
    return this.settled.has(title);
  }

  /** A part that no field took: what becomes of it is said once the names of all tasks are known. */
  leave(piece: Piece): void {
    this.pieces.push({ owner: this.owner, ...piece });
  }

  /** Reads the task at a place: what it leaves is a part of it. */
  within<T>(owner: string, read: () => T): T {
    this.owner = owner;
    const value = read();
    this.owner = undefined;
    return value;
  }

  takePieces(): Piece[] {
    const { pieces } = this;
    this.pieces = [];
    return pieces;
  }

  /** Lines that stand beside a task: what of them is none of its details is said once all names are known. */
  detail(details: Details): void {
    this.details.push(details);
  }

  takeDetails(): Details[] {
    const { details } = this;
    this.details = [];
    return details;
  }

  /** Words that stay beside a task, and may name another: whether one of them waits is said once all edges are known. */
  mention(mention: Mention): void {
    this.mentions.push(mention);
  }

  takeMentions(): Mention[] {
    const { mentions } = this;
    this.mentions = [];
    return mentions;
  }

  /** False, and an error, for more tasks than are read at all. */
  allowsTasks(count: number): boolean {
    if (Report.hasTooManyTasks(count))
      this.fail("too_large", `There are more than ${MAX_TASKS} tasks, too many to read: write fewer.`);
    return !Report.hasTooManyTasks(count);
  }

  /** So many tasks are refused: reading more is pointless. */
  static hasTooManyTasks(count: number): boolean {
    return count > MAX_TASKS;
  }

  /** Counts `ids`; false, and an error, once the plan refers to more than are read at all. */
  allowsReferences(ids: readonly string[]): boolean {
    if (this.hasTooManyReferences) return false;
    this.references += ids.length;
    if (!this.hasTooManyReferences) return true;
    this.fail(
      "too_large",
      `The tasks have more than ${MAX_REFERENCES} dependencies: name fewer, or use a gate.`,
    );
    return false;
  }

  /** No more references are read. */
  get hasTooManyReferences(): boolean {
    return this.references > MAX_REFERENCES;
  }

  fail(code: IssueCode, message: string, { path, at }: Pick<Issue, "path" | "at"> = {}): void {
    const issue: Issue = {
      severity: "error",
      code,
      message,
      ...(path !== undefined && { path }),
      ...(at && { at }),
    };
    const isLeftOut = path !== undefined && this.leaveOut.has(path) && CAN_BE_LEFT_OUT.has(code);
    (isLeftOut ? this.leftOut : this.errors).push(issue);
  }

  /** A value that guards something, or says what a task is, is never passed over: nobody would know that it is gone. */
  refuse(code: IssueCode, path: string, value: Json, wanted: string): void {
    this.fail(code, `${path}: ${excerptOf(value)} is not ${wanted}.`, { path });
  }
}

/** Errors about a piece without which the plan can be read. */
export const CAN_BE_LEFT_OUT: ReadonlySet<IssueCode> = new Set([
  "unread",
  "unreadable_guard",
  "person_or_agent",
  "unknown_review_template",
]);

/** The beginning of a value as JSON, for messages. */
export function excerptOf(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${cutText(text, 60)}…` : text;
}
