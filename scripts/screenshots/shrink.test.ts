import { deflateSync, inflateSync } from "node:zlib";
import { expect, it } from "vitest";
import { shrinkPng } from "./shrink";

/** A picture of 2 by 2 pixels, the second row said in differences from the first. */
function pngOf(rows: number[][]): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(type, "latin1"), data, Buffer.alloc(4)]);
  };
  const header = Buffer.from([0, 0, 0, 2, 0, 0, 0, rows.length, 8, 2, 0, 0, 0]);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.from(rows.flat()))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

it("keeps each color of a picture that has few, and says them by their place in a palette", () => {
  const [red, white] = [
    [255, 0, 0],
    [255, 255, 255],
  ] as const;
  const small = shrinkPng(
    pngOf([
      [0, ...red, ...white],
      [2, ...[0, 0, 0], ...[0, 1, 1]],
    ]),
  );
  const at = (type: string) => small.indexOf(type) + 4;
  expect([...small.subarray(at("IHDR"), at("IHDR") + 10)]).toEqual([0, 0, 0, 2, 0, 0, 0, 2, 8, 3]);
  const palette = [...small.subarray(at("PLTE"), at("PLTE") + 9)];
  const [, first = 0, second = 0, , third = 0, fourth = 0] = inflateSync(small.subarray(at("IDAT")));
  const colorAt = (entry: number) => palette.slice(entry * 3, entry * 3 + 3);
  expect([first, second, third, fourth].map(colorAt)).toEqual([[...red], [...white], [...red], [255, 0, 0]]);
});
