export type WireMessage = {
  /** The type byte as a letter; "" for the first message of a client, which has none. */
  type: string;
  /** The body as text up to its first NUL: the statement of a Q, the name of a P, the tag of a C. */
  text: string;
  /** What follows up to the second NUL: the statement of a P, the prepared name of a B. */
  second: string;
  /** The whole message as it came. */
  raw: Buffer;
};

/** Splits one direction of a PostgreSQL connection into messages, whatever the chunks it arrives in. */
export function createMessageReader(options: { startup: boolean }): (chunk: Buffer) => WireMessage[] {
  let typeless = options.startup;
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const messages: WireMessage[] = [];
    for (;;) {
      const head = typeless ? 0 : 1;
      if (rest.length < head + 4) return messages;
      const length = head + rest.readInt32BE(head);
      if (rest.length < length) return messages;
      const raw = rest.subarray(0, length);
      const type = typeless ? "" : raw.toString("latin1", 0, 1);
      const [text, end] = textAt(raw, head + 4);
      const [second] = textAt(raw, end + 1);
      messages.push({ type, text, second, raw });
      typeless = false;
      rest = rest.subarray(length);
    }
  };
}

function textAt(raw: Buffer, start: number): [text: string, end: number] {
  const nul = raw.indexOf(0, start);
  const end = nul < 0 ? raw.length : nul;
  return [raw.toString("utf8", start, end), end];
}
