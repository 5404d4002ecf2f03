import { apiProblem } from "./call";

type UploadedFile = { id: string; name: string; bytes: number };

export type Upload = {
  /** Throws an ApiProblem for what the server refuses or never gets. */
  done: Promise<UploadedFile>;
  cancel(): void;
};

/** Sends a file to this server as it is, and tells how much of it is on its way: `fetch` would not. */
export function uploadFile(file: File, onSent: (bytes: number) => void): Upload {
  const request = new XMLHttpRequest();
  const done = new Promise<UploadedFile>((resolve, reject) => {
    request.open("POST", `/api/v1/attachments?${new URLSearchParams({ name: file.name, type: file.type })}`);
    request.setRequestHeader("content-type", "application/octet-stream");
    request.responseType = "json";
    request.upload.onprogress = ({ loaded }) => onSent(loaded);
    request.onload = () => {
      const { status, response } = request;
      if (status === 201) return resolve(response as UploadedFile);
      const { title, code } = (response ?? {}) as { title?: string; code?: string };
      const message = title ?? "Unexpected response from the server.";
      reject(apiProblem(message, { code: code ?? "internal", status }));
    };
    request.onerror = () =>
      reject(apiProblem("Could not reach the server.", { code: "unavailable", status: 0 }));
    request.onabort = () => reject(apiProblem("Canceled.", { code: "stopped", status: 0 }));
    request.send(file);
  });
  return { done, cancel: () => request.abort() };
}
