import { crc32, deflateSync, inflateSync } from "node:zlib";

const SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");
const COLORS = 256;
/** Colors that agree in this many of the upper bits of each channel share an entry of the palette. */
const SHARED_BITS = 5;

/** The same picture with 256 colors, a third of the bytes: pages have few, and letters blend them. Takes RGB of 8 bits. */
export function shrinkPng(png: Buffer): Buffer {
  const chunks = chunksOf(png);
  const header = Buffer.from(chunks.find(({ type }) => type === "IHDR")?.data ?? []);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const rows = inflateSync(Buffer.concat(chunks.flatMap(({ type, data }) => (type === "IDAT" ? data : []))));
  const pixels = unfilter(rows, width * 3, height);
  const palette = paletteOf(pixels);
  const entries = new Map<number, number>();
  const indexed = Buffer.alloc((width + 1) * height);
  for (let at = 0; at < width * height; at += 1) {
    const color = pixels.readUIntBE(at * 3, 3);
    const entry = entries.get(color) ?? nearest(palette, color);
    entries.set(color, entry);
    indexed[at + Math.floor(at / width) + 1] = entry;
  }
  header[9] = 3;
  const colors = Buffer.alloc(palette.length * 3);
  for (const [at, color] of palette.entries()) colors.writeUIntBE(color, at * 3, 3);
  return Buffer.concat([
    SIGNATURE,
    ...[chunk("IHDR", header), chunk("PLTE", colors)],
    ...[chunk("IDAT", deflateSync(indexed, { level: 9 })), chunk("IEND", Buffer.alloc(0))],
  ]);
}

function chunksOf(png: Buffer): { type: string; data: Buffer }[] {
  const chunks = [];
  for (let at = SIGNATURE.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.push({
      type: png.toString("latin1", at + 4, at + 8),
      data: png.subarray(at + 8, at + 8 + length),
    });
    at += length + 12;
  }
  return chunks;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Takes back what each row says in differences from its neighbors. */
function unfilter(rows: Buffer, stride: number, height: number): Buffer {
  const pixels = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1) {
    const kind = rows[y * (stride + 1)];
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x;
      const left = x < 3 ? 0 : (pixels[at - 3] ?? 0);
      const above = y === 0 ? 0 : (pixels[at - stride] ?? 0);
      const corner = x < 3 || y === 0 ? 0 : (pixels[at - stride - 3] ?? 0);
      const expected = [0, left, above, (left + above) >> 1, closest(left, above, corner)][kind ?? 0] ?? 0;
      pixels[at] = ((rows[y * (stride + 1) + 1 + x] ?? 0) + expected) & 255;
    }
  }
  return pixels;
}

function closest(left: number, above: number, corner: number): number {
  const guess = left + above - corner;
  const [toLeft, toAbove, toCorner] = [left, above, corner].map((one) => Math.abs(guess - one)) as [
    number,
    number,
    number,
  ];
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

/** The most frequent color of each group of similar ones, of the groups that count most. */
function paletteOf(pixels: Buffer): number[] {
  const counts = new Map<number, number>();
  for (let at = 0; at < pixels.length; at += 3) {
    const color = pixels.readUIntBE(at, 3);
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const groups = new Map<number, { color: number; count: number; all: number }>();
  for (const [color, count] of counts) {
    const key = channels(color).reduce((sum, one) => (sum << SHARED_BITS) | (one >> (8 - SHARED_BITS)), 0);
    const group = groups.get(key) ?? { color, count, all: 0 };
    const { all } = group;
    groups.set(key, { ...(count > group.count ? { color, count } : group), all: all + count });
  }
  // What has a hue is rare on a page, and says something there; shades of gray are many and say little.
  const weight = ({ color, all }: { color: number; all: number }) => all * (1 + hueOf(color));
  const largest = [...groups.values()].sort((a, b) => weight(b) - weight(a)).slice(0, COLORS);
  return largest.map(({ color }) => color);
}

const channels = (color: number): [number, number, number] => [color >> 16, (color >> 8) & 255, color & 255];

const hueOf = (color: number): number => Math.max(...channels(color)) - Math.min(...channels(color));

function nearest(palette: readonly number[], color: number): number {
  const wanted = channels(color);
  const distance = (one: number) =>
    channels(one).reduce((sum, value, at) => sum + (value - (wanted[at] ?? 0)) ** 2, 0);
  return palette.reduce((best, one, at) => (distance(one) < distance(palette[best] ?? 0) ? at : best), 0);
}
