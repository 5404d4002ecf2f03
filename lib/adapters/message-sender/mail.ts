import { createTransport } from "nodemailer";
import type { OutgoingMessage, SendOutcome } from "@/lib/core/message-ports";
import type { CancelSignal } from "@/lib/core/ports";

type Mail = Extract<OutgoingMessage, { kind: "email" }>;
/** The addresses of a mail server, each of them checked. Rejects with an error whose message says why there are none. */
export type ResolveMailHost = (host: string, port: number) => Promise<{ address: string; family: number }[]>;

const PROBLEM_CHARS = 300;

/** One e-mail over one connection, to an address that was checked; its Message-ID stays through all tries. */
export async function sendMail(
  mail: Mail,
  resolveMailHost: ResolveMailHost,
  { signal, timeoutMs }: { signal: CancelSignal; timeoutMs: number },
): Promise<SendOutcome> {
  const { server, id, from, to, subject, text } = mail;
  const addresses = await resolveMailHost(server.host, server.port).catch((error: Error) => error.message);
  if (typeof addresses === "string") return { ok: false, problem: addresses };
  const transport = createTransport(optionsOf(server, addresses[0]?.address ?? server.host, timeoutMs));
  const limit = stopAfter(timeoutMs, signal);
  try {
    const messageId = `<${id}@${from.slice(from.lastIndexOf("@") + 1)}>`;
    const headers = { "Auto-Submitted": "auto-generated" };
    const sent = await Promise.race([
      transport.sendMail({ from, to, subject, text, messageId, headers }),
      limit.over.then((problem) => Promise.reject(new Error(problem))),
    ]);
    const refused = sent.rejected.map(addressOf);
    if (refused.length === 0) return { ok: true };
    // The others have it: a second try would only repeat it to them.
    return { ok: false, problem: `The mail server takes no mail for ${refused.join(", ")}.`, isFinal: true };
  } catch (error) {
    return { ok: false, problem: problemOf(error as MailError, server.host) };
  } finally {
    limit.done();
    transport.close();
  }
}

function optionsOf(
  { host, port, security, user, password }: Mail["server"],
  address: string,
  timeoutMs: number,
) {
  return {
    host: address,
    port,
    secure: security === "tls",
    ...(security === "starttls" && { requireTLS: true }),
    ...(security === "none" && { ignoreTLS: true }),
    ...(user !== undefined && { auth: { user, pass: password ?? "" } }),
    // The name is what the certificate is for; the connection goes to the address that was checked.
    tls: address === host ? {} : { servername: host },
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // A message is text alone: nothing in it is read from files or fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

type MailError = Error & { code?: string; responseCode?: number; response?: string };

function problemOf({ code, responseCode, message }: MailError, host: string): string {
  if (code === "EAUTH") return `${host} refuses the user name or the password.`;
  if (code === "EENVELOPE") return `${host} refuses the sender or a recipient${statusOf(responseCode)}.`;
  if (code === "ETLS") return `${host} offers no encryption that can be used. Choose another one.`;
  if (code === "ECONNECTION" || code === "ESOCKET" || code === "ETIMEDOUT" || code === "EDNS")
    return `${host} cannot be reached: ${oneLine(message)}`;
  return responseCode === undefined
    ? oneLine(message)
    : `${host} refuses the message${statusOf(responseCode)}.`;
}

const statusOf = (code: number | undefined): string => (code === undefined ? "" : ` (${code})`);
const oneLine = (text: string): string => text.replace(/\s+/g, " ").slice(0, PROBLEM_CHARS);
const addressOf = (address: string | { address: string }): string =>
  typeof address === "string" ? address : address.address;

/** Resolves with what to say when the time is over or the caller gives up. */
function stopAfter(timeoutMs: number, signal: CancelSignal) {
  let timer: NodeJS.Timeout | undefined;
  let cancel = () => {};
  const over = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`No answer within ${timeoutMs} ms.`), timeoutMs);
    cancel = () => resolve("It was stopped before it was sent.");
    if (signal.aborted) cancel();
    signal.addEventListener("abort", cancel, { once: true });
  });
  return {
    over,
    done() {
      clearTimeout(timer);
      signal.removeEventListener("abort", cancel);
    },
  };
}
