import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { savedViewsQuery } from "@/lib/client/query";
import { dehydrateRendered } from "@/lib/client/server-rendered";
import { ServerRendered, useRendered } from "./server-rendered";

const named = (name: string) => ({ items: [{ viewId: "view_1", name, page: "runs" as const, query: "" }] });
const { queryKey } = savedViewsQuery();
const read = (name: string) => dehydrateRendered([{ queryKey, data: named(name), readAt: 1_000 }]);

function Names() {
  const { items } = useRendered(savedViewsQuery());
  return items.map(({ name }) => name).join();
}

/** What a page is compared with while it is taken over, with a cache that others have written to by then. */
function takenOver(client: QueryClient, page: string): string {
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <ServerRendered state={read("of the frame")}>
        <ServerRendered state={read(page)}>
          <Names />
        </ServerRendered>
      </ServerRendered>
    </QueryClientProvider>,
  );
}

it("a page is taken over with what the server drew, whatever its cache has come to since", () => {
  const onServer = takenOver(new QueryClient(), "of the page");
  const client = new QueryClient();
  client.setQueryData(queryKey, named("of a change"), { updatedAt: 2_000 });
  expect(takenOver(client, "of the page")).toBe(onServer);
});
