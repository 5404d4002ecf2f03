import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { MAX_FILE_BYTES, MAX_FILES } from "@/lib/core/attachments";
import { AttachmentField } from "./attachment-field";
import { AttachmentList } from "./attachment-list";
import {
  attachedIds,
  changeFiles,
  type FileChange,
  type FormFile,
  fileStatusText,
  notReadyReason,
} from "./uploads";

const play = (...changes: FileChange[]): FormFile[] => changes.reduce(changeFiles, [] as FormFile[]);
const brought = (...files: [key: string, bytes?: number][]): FileChange => ({
  type: "brought",
  files: files.map(([key, bytes = 10]) => ({ key, name: `${key}.csv`, bytes })),
});
const kept = (key: string): FileChange => ({ type: "kept", key, id: `att_${key}` });

describe("files of a form", () => {
  it("are sent one by one, and start with the run when all are there", () => {
    const files = play(brought(["a"], ["b"]), { type: "sent", key: "a", sent: 5 });
    expect(files.map(fileStatusText)).toEqual(["5 bytes of 10 bytes uploaded", "Waiting, 10 bytes"]);
    expect(notReadyReason(files)).toBe("Files are still uploading.");
    const all = [kept("a"), kept("b")].reduce(changeFiles, files);
    expect(all.map(fileStatusText)).toEqual(["Attached, 10 bytes", "Attached, 10 bytes"]);
    expect(attachedIds(all)).toEqual(["att_a", "att_b"]);
    expect(notReadyReason(all)).toBeUndefined();
  });

  it("that cannot be attached say why, each for itself, and keep the run from starting", () => {
    const files = play(brought(["a"], ["b"]), kept("a"), { type: "failed", key: "b", problem: "No room." });
    expect(notReadyReason(files)).toBe("Remove the files that could not be attached: b.csv.");
    expect(attachedIds(files)).toEqual(["att_a"]);
    const left = changeFiles(files, { type: "removed", key: "b" });
    expect(notReadyReason(left)).toBeUndefined();
  });

  it.each([
    ["that are empty", [["a", 0]], 0, "The file is empty."],
    ["that are too large", [["a", MAX_FILE_BYTES + 1]], 0, "limit 20 MB"],
    [
      "that are too large together",
      [
        ["a", MAX_FILE_BYTES],
        ["b", MAX_FILE_BYTES],
        ["c", MAX_FILE_BYTES],
      ],
      2,
      "limit 50 MB",
    ],
    ["that are too many", Array.from({ length: MAX_FILES + 1 }, (_, n) => [`f${n}`]), MAX_FILES, "20 files"],
  ] as [string, [string, number?][], number, string][])(
    "%s are refused unsent",
    (_what, files, at, words) => {
      const judged = play(brought(...files));
      expect(judged[at]).toMatchObject({ status: "failed", problem: expect.stringContaining(words) });
      expect(judged.filter(({ status }) => status === "waiting")).toHaveLength(files.length - 1);
    },
  );

  it("that were refused leave their room to others", () => {
    const files = play(brought(["a", MAX_FILE_BYTES + 1], ["b", MAX_FILE_BYTES]));
    expect(files.map(({ status }) => status)).toEqual(["failed", "waiting"]);
  });

  it("are shown with how far they are, and can be removed", () => {
    const files = play(brought(["a"], ["b"], ["c", 0]), { type: "sent", key: "a", sent: 5 }, kept("b"));
    const uploads = { files, add: () => {}, remove: () => {} };
    const html = renderToStaticMarkup(<AttachmentField uploads={uploads} />);
    expect(html).toContain('aria-label="Sending a.csv"');
    expect(html.match(/aria-label="Remove /g)).toHaveLength(3);
    expect(html).toContain("The file is empty.");
  });
});

describe("files of a run", () => {
  it("can be downloaded, and say what SQL calls them", () => {
    const file = { id: "att_1", mediaType: "", digest: "d" };
    const files = [
      { ...file, name: "Sales <1>.csv", bytes: 2_048 },
      { ...file, id: "att/2", name: "notes.md", bytes: 10 },
    ];
    const html = renderToStaticMarkup(<AttachmentList files={files} />);
    expect(html).toContain('href="/api/v1/attachments/att_1/content"');
    expect(html).toContain('href="/api/v1/attachments/att%2F2/content"');
    expect(html).toContain("Sales &lt;1&gt;.csv");
    expect(html).toContain("2 KB");
    expect(html).toContain("sales_1");
    expect(html).toContain("2 files");
  });

  it("are left out where there are none", () => {
    expect(renderToStaticMarkup(<AttachmentList files={undefined} />)).toBe("");
  });
});
