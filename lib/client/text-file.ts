import type { TextFile } from "@/lib/core/views";

/** A file of this server's API, with the name that it has there. Throws when the server does not give it. */
export async function fetchTextFile(path: string, otherName: string): Promise<TextFile> {
  const response = await fetch(path);
  if (!response.ok) throw new Error("Could not load the file.");
  const disposition = response.headers.get("content-disposition") ?? "";
  return {
    fileName: /filename="([^"]+)"/.exec(disposition)?.[1] ?? otherName,
    contentType: response.headers.get("content-type") ?? "text/plain",
    text: await response.text(),
  };
}

/** Gives the browser a file to keep. */
export function saveFile(fileName: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}

/** The same for a text. */
export const saveTextFile = ({ fileName, contentType, text }: TextFile): void =>
  saveFile(fileName, new Blob([text], { type: contentType }));
