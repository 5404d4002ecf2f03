import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { tarEnd, tarFile } from "./tar";

const archive = (files: [string, Uint8Array][]) =>
  Buffer.concat([...files.flatMap(([name, content]) => tarFile(name, content, 1_800_000_000_000)), tarEnd()]);
const tar = (args: string[], input: Uint8Array) => execFileSync("tar", args, { input });

describe("tarFile", () => {
  it("is read by tar, whatever the size of the files", () => {
    const sizes = [0, 1, 511, 512, 513, 70_000];
    const files = sizes.map((size): [string, Uint8Array] => [`a/${size}.bin`, new Uint8Array(size).fill(7)]);
    const bytes = archive(files);
    expect(bytes.byteLength % 512).toBe(0);
    const names = tar(["-tf", "-"], bytes).toString().trim().split("\n");
    expect(names).toEqual(files.map(([name]) => name));
    for (const [name, content] of files)
      expect(tar(["-xOf", "-", name], bytes).equals(Buffer.from(content)), name).toBe(true);
  });

  it("refuses a name that would not fit", () => {
    for (const name of ["x".repeat(101), "", "\u00e4"])
      expect(() => tarFile(name, new Uint8Array(), 0)).toThrow("No name");
    expect(tarFile("x".repeat(100), new Uint8Array(), 0)).toHaveLength(3);
  });
});
