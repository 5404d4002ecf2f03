import { z } from "zod";
import { getOwn } from "../own";

/** Query of a page's address; a name that stands in it twice has a list. */
export type AddressQuery = Readonly<Record<string, string | string[] | undefined>>;

type TextOf<Field> = unknown extends Field ? string : Extract<Field, string>;

/** Fields of an input that an address can say, as it says them. The number of rows of a page is none of them. */
export type AddressView<Input> = { [Name in keyof Omit<Input, "limit">]?: TextOf<Input[Name]> };

type Words = Readonly<Record<string, readonly string[]>>;
type WordView<Known extends Words> = { [Name in keyof Known]?: Known[Name][number] };

/**
 * Reads what an address asks of a list by the schema of the verb that lists it; `words` are names of the page's own.
 * Passes over what neither understands, and what goes without saying.
 */
export function readAddress<Shape extends z.core.$ZodShape, Known extends Words = Record<never, never>>(
  { shape }: z.ZodObject<Shape>,
  query: AddressQuery,
  words?: Known,
): AddressView<z.input<z.ZodObject<Shape>>> & WordView<Known> {
  const fields = Object.entries<z.core.$ZodType>(shape).filter(([name]) => name !== "limit");
  const own = Object.entries(words ?? {}).map(([name, known]) => [name, z.enum(known).optional()] as const);
  const understood = [...fields, ...own].flatMap(([name, field]) => {
    const given = getOwn(query, name);
    const text = typeof given === "string" ? given.trim() : "";
    return text !== "" && saysMore(field, text) ? [[name, text]] : [];
  });
  return Object.fromEntries(understood);
}

/** Takes a text that a field reads, and reads otherwise than what it is without one. */
function saysMore(field: z.core.$ZodType, text: string): boolean {
  const read = z.safeParse(field, text);
  return read.success && read.data !== z.safeParse(field, undefined).data;
}
