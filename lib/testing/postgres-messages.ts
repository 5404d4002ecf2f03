export type WireMessage = {
  /** The type byte as a letter; "" for the first message of a client, which has none. */
  type: string;
  /** The body as text up to its first NUL: the statement of a Q, the tag of a C. */
  text: string;
};

/** Splits one direction of a PostgreSQL connection into messages, whatever the chunks it arrives in. */
export function createMessageReader(options: { startup: boolean }): (chunk: Buffer) => WireMessage[] {
  let typeless = options.startup;
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const messages: WireMessage[] = [];
    for (;;) {
      const head = typeless ? 0 : 1;
      if (rest.length < head + 4) return messages;
      const length = head + rest.readInt32BE(head);
      if (rest.length < length) return messages;
      const type = typeless ? "" : rest.toString("latin1", 0, 1);
      const body = rest.subarray(head + 4, length);
      const end = body.indexOf(0);
      messages.push({ type, text: body.toString("utf8", 0, end < 0 ? body.length : end) });
      typeless = false;
      rest = rest.subarray(length);
    }
  };
}
