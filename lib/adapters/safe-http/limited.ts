import { type Readable, Transform } from "node:stream";

/** The stream, which fails once more than `maxBytes` have come through. */
export function limitBytes(source: Readable, maxBytes: number): Readable {
  let left = maxBytes;
  const gate = new Transform({
    transform(part: Buffer, _encoding, done) {
      left -= part.length;
      if (left < 0) done(new Error(`more than ${maxBytes} bytes came`));
      else done(null, part);
    },
  });
  source.on("error", (error) => gate.destroy(error));
  source.on("close", () => source.readableEnded || gate.destroy(new Error("it ended too early")));
  gate.on("close", () => source.destroy());
  return source.pipe(gate);
}
