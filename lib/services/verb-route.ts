import type { FileBytes, TextFile, TextFileParts } from "@/lib/core/views";

export type Method = "GET" | "POST";

/** Files that verbs give, by the kind of answer that they become. */
export type FileAnswers = {
  textFile: TextFile;
  textParts: TextFileParts;
  gzip: FileBytes;
  attachment: { name: string; content: Uint8Array };
};
/** Answers that are sent as they come. */
export type StreamAnswer = "runEvents" | "runLines" | "sharedStream";

/** Output that a verb has to give for the answer that its first route makes of it. */
export type OutputFor<Routes> = Routes extends readonly [
  { answer: infer Kind extends keyof FileAnswers },
  ...unknown[],
]
  ? FileAnswers[Kind]
  : unknown;

export type FieldOf<Input> = Input extends unknown ? Extract<keyof Input, string> : never;

/**
 * An address at which a verb is asked, and how a request becomes its input: its query, its JSON body and the parameters of
 * its path, the path first.
 */
export type VerbRoute<Field extends string = string> = {
  at: `${Method} /api/v1/${string}`;
  /** Description of a further address; without it that of the verb. */
  description?: string;
  /** The field that `{id}` of the address is, where that has another name. */
  id?: Field;
  /** Fields that a client cannot give at this address. */
  omit?: readonly Field[];
  /** Fields of the query that are lists, separated by commas. */
  lists?: readonly Field[];
  /** The field that is the body, a file. */
  file?: Field;
  /** Requests that this verb answers, where another answers all others at the address. */
  when?: { accepts: string } | { query: string };
  /** Kind of answer: JSON with 200 where absent, with 201 where something was `created`. */
  answer?: "created" | StreamAnswer | keyof FileAnswers;
  /** Time it may take: `long` where it waits for a model, for somebody else's server, or changes much at once. */
  limit?: "short" | "long";
};
