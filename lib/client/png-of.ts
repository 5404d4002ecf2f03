/** Twice as fine as on the canvas, as far as browsers make pictures at all. */
const PNG_SCALE = 2;
const MAX_SIDE_PX = 16_000;
const MAX_AREA_PX = 100_000_000;

/** A picture in SVG as one in PNG, drawn by the browser, which has the fonts. Throws when it cannot. */
export async function pngOf(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const { naturalWidth: width, naturalHeight: height } = image;
  const scale = Math.min(
    PNG_SCALE,
    MAX_SIDE_PX / Math.max(width, height),
    Math.sqrt(MAX_AREA_PX / (width * height)),
  );
  const canvas = document.createElement("canvas");
  canvas.width = Math.floor(width * scale);
  canvas.height = Math.floor(height * scale);
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("Could not draw the picture.")))),
  );
}
