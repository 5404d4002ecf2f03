import { createApi } from "@/lib/http/api";
import type { RoutePath } from "@/lib/http/route-types";
import type { Method } from "@/lib/services/verb-route";

type Handler = (request: Request, at: { params: Promise<Record<string, string>> }) => Promise<Response>;

/** The API as tests ask it: by an address of the table, whose open parts come beside the request. */
export function createRoutes(...given: Parameters<typeof createApi>) {
  const api = createApi(...given);
  const answer =
    (path: string): Handler =>
    async (request, at) => {
      const params = await at.params;
      const url = new URL(request.url);
      const filled = path.replace(/\{(\w+)\}/g, (whole, name) =>
        encodeURIComponent((params[name] ?? whole).toWellFormed()),
      );
      if (url.pathname === filled) return api(request);
      url.pathname = filled;
      return api(new Request(url, request));
    };
  return {
    routes: (path: RoutePath): Record<Method, Handler> => ({ GET: answer(path), POST: answer(path) }),
    unknownRoute: ((request) => api(request)) as Handler,
  };
}
