import { getApp } from "@/lib/compose";
import { createApi } from "@/lib/http/api";

/** All of the API: which verb answers is the table's affair (`lib/http/routes.ts`). */
const answer = createApi(getApp);

export { answer as DELETE, answer as GET, answer as PATCH, answer as POST, answer as PUT };
