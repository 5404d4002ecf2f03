import { serviceNamed } from "@/lib/services/verb-by-name";
import type { RouteCall } from "./route-call";

const HEADERS = {
  "content-type": "application/x-ndjson; charset=utf-8",
  "content-disposition": 'attachment; filename="runs.jsonl"',
  "cache-control": "no-store",
};

/**
 * Runs as a file of lines (docs/api.md), page after page as fast as the client takes them, so that no export is ever held
 * whole. What is wrong with the request is found with the first page; a fault after it breaks the file off.
 */
export async function runExport({ services, actor, input, request }: RouteCall): Promise<Response> {
  const read = (cursor?: string) =>
    serviceNamed(services, "runs/export")({ actor, input: { ...input, ...(cursor && { cursor }) } });
  let page: Awaited<ReturnType<typeof read>> | undefined = await read();
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (request.signal.aborted || page === undefined) return controller.close();
        const { items, nextCursor } = page;
        page = nextCursor === null ? undefined : await read(nextCursor);
        controller.enqueue(encoder.encode(items.map((line) => `${line}\n`).join("")));
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: HEADERS });
}
