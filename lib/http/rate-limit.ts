import { QUOTA_WINDOW_S, type QuotaName, type QuotaStanding } from "@/lib/services/quotas";

/** How the quotas stand that a request was held against, the last word of each. */
export type Counted = Map<QuotaName, QuotaStanding>;

/** The fields that tell a client its limits (draft-ietf-httpapi-ratelimit-headers-11), as the OpenAPI document has them. */
export const RATE_LIMIT_FIELDS = {
  "RateLimit-Policy": {
    description:
      'The quotas that the request was held against, such as `"runsPerMinute";q=300;w=60`: `q` is the limit, `w` its seconds, `qu` what is counted where it is not requests.',
    schema: { type: "string" },
  },
  RateLimit: {
    description:
      'What is left of them, such as `"runsPerMinute";r=299;t=1`: `r` is what is left, and after `t` seconds all of it is there again.',
    schema: { type: "string" },
  },
};

/** Units other than requests, by the registry of the draft (10.3). */
const UNITS: { readonly [Name in QuotaName]?: string } = {
  streams: "concurrent-requests",
  uploadBytesPerMinute: "content-bytes",
  planBytesPerMinute: "content-bytes",
};

/** The response with the fields for what was counted; none for a request that no quota counts. */
export function withRateLimit(response: Response, counted: Counted): Response {
  if (counted.size === 0) return response;
  const waitSeconds = Number(response.headers.get("retry-after") ?? Number.POSITIVE_INFINITY);
  const standings = [...counted.values()];
  response.headers.set("ratelimit-policy", standings.map(policyItem).join(", "));
  response.headers.set("ratelimit", standings.map((one) => limitItem(one, waitSeconds)).join(", "));
  return response;
}

/** A quota as an item of a structured list (RFC 9651), with the parameters of 3.1. */
function policyItem({ quota, limit, fullInSeconds }: QuotaStanding): string {
  const unit = UNITS[quota];
  const window = fullInSeconds === undefined ? "" : `;w=${QUOTA_WINDOW_S}`;
  return `"${quota}";q=${limit}${unit === undefined ? "" : `;qu="${unit}"`}${window}`;
}

/** What is left of it (4.1); no effective window ends after the time to try again (6). */
function limitItem({ quota, left, fullInSeconds }: QuotaStanding, waitSeconds: number): string {
  const window = fullInSeconds === undefined ? "" : `;t=${Math.min(fullInSeconds, waitSeconds)}`;
  return `"${quota}";r=${left}${window}`;
}
