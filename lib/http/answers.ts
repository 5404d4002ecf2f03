import type { FileAnswers, StreamAnswer } from "@/lib/services/verb-route";
import { attachmentResponse, gzipResponse, textFileResponse, textPartsResponse } from "./file-response";
import type { RouteCall } from "./route-call";
import { runEventStream } from "./run-events";
import { runExport } from "./run-export";
import { sharedStream } from "./shared-stream";

/** Responses that files become. */
export const FILES: { readonly [Kind in keyof FileAnswers]: (file: FileAnswers[Kind]) => Response } = {
  textFile: textFileResponse,
  textParts: textPartsResponse,
  gzip: gzipResponse,
  attachment: attachmentResponse,
};

type Stream = { mediaType: string; respond(call: RouteCall): Promise<Response> };

/** Responses that are sent as they come. */
export const STREAMS: { readonly [Kind in StreamAnswer]: Stream } = {
  runEvents: { mediaType: "text/event-stream", respond: runEventStream },
  runLines: { mediaType: "application/x-ndjson", respond: runExport },
  sharedStream: { mediaType: "text/event-stream", respond: sharedStream },
};
