import type { JobTransaction } from "./job-ports";
import type { SmtpSecurity } from "./notifications";
import type { CancelSignal } from "./ports";

/** What the engine needs to reach people outside the console, beside the ports of `ports.ts`. */

/** A claimed message that is to be sent. */
export type DeliveryClaim = { jobId: string; retryCount: number; deliveryId: string };

/** Messages that wait for a worker, each until it has been tried (docs/notifications.md, "Retries"). */
export interface DeliveryJobs {
  /** Queues messages inside the transaction, each to be sent `afterMs` from now. */
  enqueue(
    tx: JobTransaction,
    deliveries: readonly { id: string; channelId: string; afterMs?: number }[],
  ): Promise<void>;
  /** Claims up to `limit` messages, few of one channel, so that a receiver that hangs holds up no other; one whose worker is lost can be claimed again half a minute later. */
  claim(limit: number): Promise<DeliveryClaim[]>;
  /** Ends the claim inside the transaction; false when it was lost in the meantime. */
  complete(tx: JobTransaction, claim: DeliveryClaim): Promise<boolean>;
}

/** A message in the form of its channel. `body` is JSON as text. */
export type OutgoingMessage =
  /** Signed with `secret` for the moment at which it is sent. */
  | { kind: "webhook"; id: string; url: string; secret: string; body: string }
  | { kind: "slack"; url: string; body: string }
  | {
      kind: "email";
      id: string;
      server: MailServer;
      from: string;
      to: string[];
      subject: string;
      text: string;
    };
type MailServer = {
  host: string;
  port: number;
  security: SmtpSecurity;
  user?: string;
  password?: string;
};

/** `problem` says in a sentence what went wrong; `isFinal`: there is nobody any more who would take it. */
export type SendOutcome = { ok: true } | { ok: false; problem: string; isFinal?: true };

export interface MessageSender {
  /** One try, which may take `timeoutMs`; what the other side does wrong is an outcome, not a throw. */
  send(message: OutgoingMessage, limits: { signal: CancelSignal; timeoutMs: number }): Promise<SendOutcome>;
}
