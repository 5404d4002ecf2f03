import type { SafeHttp } from "@/lib/core/ports";
import type { ToolDescriptor } from "../descriptor";
import { httpGet } from "./http-get";
import { httpRequest } from "./http-request";

/** The tools that reach the web, all by the given way. */
export function webTools(http: SafeHttp): ToolDescriptor[] {
  return [httpGet(http), httpRequest(http)];
}
