import { Webhook } from "standardwebhooks";
import type { OutgoingMessage, SendOutcome } from "@/lib/core/message-ports";
import type { CancelSignal, HttpFailure, HttpRequest, SafeHttp } from "@/lib/core/ports";

type Post = Exclude<OutgoingMessage, { kind: "email" }>;

/** Nothing in an answer is of interest but its status. */
const MAX_REPLY_BYTES = 4_096;
const GONE = 410;

/** One POST. A redirect counts as refused: what is signed for one address is not for another. */
export async function postMessage(
  message: Post,
  http: SafeHttp,
  now: Date,
  limits: { signal: CancelSignal; timeoutMs: number },
): Promise<SendOutcome> {
  const { url, body } = message;
  const headers = {
    "content-type": "application/json",
    ...(message.kind === "webhook" && signed(message, now)),
  };
  const request: HttpRequest = { method: "POST", url, headers, body };
  try {
    const { status } = await http.send(request, { ...limits, maxBytes: MAX_REPLY_BYTES });
    return outcomeOf(status, new URL(url).host);
  } catch (failure) {
    const { code, message: problem } = failure as HttpFailure;
    if (code === undefined) throw failure;
    // An answer that cannot be read has come all the same, and its status is lost with it.
    return { ok: false, problem };
  }
}

/** Headers of Standard Webhooks 1.0: the id of the message, the second of this try, and an HMAC over both and the body. */
function signed({ id, secret, body }: Extract<Post, { kind: "webhook" }>, now: Date): Record<string, string> {
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(now.getTime() / 1_000)),
    "webhook-signature": new Webhook(secret).sign(id, now, body),
  };
}

function outcomeOf(status: number, host: string): SendOutcome {
  if (status >= 200 && status < 300) return { ok: true };
  if (status === GONE) return { ok: false, problem: `${host} wants no more messages (410).`, isFinal: true };
  const problem =
    status >= 300 && status < 400
      ? `${host} redirects (${status}). Enter the address that it leads to.`
      : `${host} answered with status ${status}.`;
  return { ok: false, problem };
}
