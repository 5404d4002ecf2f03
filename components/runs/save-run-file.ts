import { fetchTextFile, saveFile, saveTextFile } from "@/lib/client/text-file";

/** What of a run can be taken away, as its menu has it. */
export type RunFile = "report" | "svg" | "png" | "mermaid";

/** Twice as fine as on the canvas, as far as browsers make pictures at all. */
const PNG_SCALE = 2;
const MAX_SIDE_PX = 16_000;
const MAX_AREA_PX = 100_000_000;

/** Saves a run as a file. Throws when the server does not give it or the browser cannot draw it. */
export async function saveRunFile(runId: string, file: RunFile): Promise<void> {
  const run = `/api/v1/runs/${encodeURIComponent(runId)}`;
  if (file === "mermaid") return saveTextFile(await fetchTextFile(`${run}/plan?format=mermaid`, "plan.mmd"));
  if (file === "report") return saveTextFile(await fetchTextFile(`${run}/report?format=html`, "report.html"));
  const picture = await fetchTextFile(`${run}/report?format=svg`, "graph.svg");
  if (file === "svg") return saveTextFile(picture);
  saveFile(picture.fileName.replace(/\.svg$/, ".png"), await pngOf(picture.text));
}

/** Draws in the browser, which has the fonts. */
async function pngOf(svg: string): Promise<Blob> {
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
