import { getApp } from "@/lib/compose";
import { createRoutes } from "@/lib/http/with-route";

/** Route handlers of this process's app. */
export const { routes, unknownRoute } = createRoutes(getApp);
