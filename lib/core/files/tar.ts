const BLOCK = 512;
/** What a name may be without the second field for long ones. */
const NAME = /^[ -~]{1,100}$/;

/** A file of a tar archive as it stands in it (POSIX.1-1988, ustar): its header, its content, and zeros to the next block. */
export function tarFile(name: string, content: Uint8Array, atMs: number): Uint8Array[] {
  const rest = (BLOCK - (content.byteLength % BLOCK)) % BLOCK;
  return [headerOf(name, content.byteLength, atMs), content, new Uint8Array(rest)];
}

/** What follows the last file. */
export const tarEnd = (): Uint8Array => new Uint8Array(2 * BLOCK);

function headerOf(name: string, bytes: number, atMs: number): Uint8Array {
  const header = new Uint8Array(BLOCK);
  if (!NAME.test(name)) throw new Error(`No name for a tar archive: ${name}`);
  const put = (offset: number, text: string) => {
    for (let at = 0; at < text.length; at += 1) header[offset + at] = text.charCodeAt(at);
  };
  put(0, name);
  put(100, octal(0o600, 8));
  put(108, octal(0, 8));
  put(116, octal(0, 8));
  put(124, octal(bytes, 12));
  put(136, octal(Math.max(0, Math.floor(atMs / 1_000)), 12));
  // The sum of the header is taken with blanks in its place.
  put(148, "        ");
  put(156, "0");
  put(257, "ustar\u000000");
  put(
    148,
    `${octal(
      header.reduce((sum, byte) => sum + byte, 0),
      7,
    )} `,
  );
  return header;
}

/** A number in octal digits, with a zero byte at its end, in so many bytes. */
const octal = (value: number, bytes: number): string => `${value.toString(8).padStart(bytes - 1, "0")}\u0000`;
