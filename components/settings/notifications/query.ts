import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/client/call";

/** Workers send messages and tell no page: while somebody looks at it, it asks. */
const POLL_MS = 4_000;

/** The newest messages of all channels. */
export const deliveriesQuery = queryOptions({
  queryKey: ["notification-deliveries"] as const,
  queryFn: ({ signal }) => call("GET /api/v1/notifications/deliveries", { limit: 50 }, { signal }),
  refetchInterval: POLL_MS,
});
