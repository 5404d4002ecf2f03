import { getApp } from "@/lib/compose";
import { routeMaker } from "@/lib/http/with-route";

/** Route handlers of this process's app. */
export const withRoute = routeMaker(getApp);
