import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSafeHttp, resolveMailHost } from "@/lib/adapters/safe-http";
import type { OutgoingMessage } from "@/lib/core/message-ports";
import { openWebServer, type ReceivedRequest, type WebServer } from "@/lib/testing/web-server";
import { createMessageSender } from ".";

const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const LIMITS = { signal: new AbortController().signal, timeoutMs: 5_000 };

let site: WebServer;
let received: ReceivedRequest[] = [];
/** What the server answers at a path; at any other it never does. */
const ANSWERS: Record<string, { status: number; location?: string }> = {
  "/ok": { status: 204 },
  "/broken": { status: 500 },
  "/gone": { status: 410 },
  "/moved": { status: 307, location: "http://169.254.169.254/latest" },
  "/moved-here": { status: 308, location: "/ok" },
};

beforeAll(async () => {
  site = await openWebServer((request, response) => {
    received.push(request);
    const answer = ANSWERS[request.url ?? ""];
    if (!answer) return;
    response.writeHead(answer.status, answer.location ? { location: answer.location } : {});
    response.end("a page that is read by nobody");
  });
});
afterAll(() => site?.close());

const senderFor = (privateHosts: string[]) =>
  createMessageSender({
    http: createSafeHttp({ privateHosts }),
    resolveMailHost: (host, port) => resolveMailHost(host, port, { privateHosts }),
  });

const webhook = (path: string): OutgoingMessage => ({
  kind: "webhook",
  id: "msg_1",
  secret: SECRET,
  body: '{"type":"gate.opened"}',
  url: `http://127.0.0.1:${site.port}${path}`,
});

describe("messages by HTTP", () => {
  const sender = () => senderFor([`127.0.0.1:${site.port}`]);

  it("are signed so that the package of the standard takes them, and no other body", async () => {
    received = [];
    expect(await sender().send(webhook("/ok"), LIMITS)).toEqual({ ok: true });
    const [request] = received;
    expect(request).toMatchObject({ method: "POST", body: '{"type":"gate.opened"}' });
    const headers = request?.headers as Record<string, string>;
    expect(headers["webhook-id"]).toBe("msg_1");
    expect(headers["content-type"]).toBe("application/json");
    const verifier = new Webhook(SECRET);
    expect(verifier.verify(request?.body ?? "", headers)).toEqual({ type: "gate.opened" });
    expect(() => verifier.verify('{"type":"gate.closed"}', headers)).toThrow();
    const other = new Webhook(`whsec_${Buffer.alloc(32, 8).toString("base64")}`);
    expect(() => other.verify(request?.body ?? "", headers)).toThrow();
  });

  it("carry no signature to Slack", async () => {
    received = [];
    const url = `http://127.0.0.1:${site.port}/ok`;
    expect(await sender().send({ kind: "slack", url, body: "{}" }, LIMITS)).toEqual({ ok: true });
    expect(Object.keys(received[0]?.headers ?? {}).filter((name) => name.startsWith("webhook-"))).toEqual([]);
  });

  it.each([
    ["/broken", { ok: false, problem: expect.stringContaining("answered with status 500") }],
    ["/gone", { ok: false, problem: expect.stringContaining("wants no more messages"), isFinal: true }],
    ["/moved", { ok: false, problem: expect.stringContaining("redirects (307)") }],
  ])("at %s come to an outcome in words", async (path, outcome) => {
    expect(await sender().send(webhook(path), LIMITS)).toEqual(outcome);
  });

  it("follow no redirect, not even to the same server", async () => {
    received = [];
    expect(await sender().send(webhook("/moved-here"), LIMITS)).toMatchObject({ ok: false });
    expect(received.map(({ url }) => url)).toEqual(["/moved-here"]);
  });

  it("give up on a receiver that hangs", async () => {
    const outcome = await sender().send(webhook("/hangs"), { ...LIMITS, timeoutMs: 100 });
    expect(outcome).toEqual({ ok: false, problem: "No answer within 100 ms." });
  });

  it("reach no address within a network that is not allowed", async () => {
    received = [];
    const outcome = await senderFor([]).send(webhook("/ok"), LIMITS);
    expect(outcome).toMatchObject({ ok: false, problem: expect.stringContaining("not allowed") });
    expect(received).toEqual([]);
  });
});

type Arrived = { from: string; to: string[]; user: string | undefined; text: string };

async function openMailServer(options: SMTPServerOptions = {}) {
  const arrived: Arrived[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      password === "right" ? done(null, { user: username }) : done(new Error("no")),
    onRcptTo: ({ address }, _session, done) =>
      address.startsWith("nobody@") ? done(new Error("There is nobody")) : done(),
    onData(stream, { envelope, user }, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : "";
        const to = envelope.rcptTo.map(({ address }) => address);
        arrived.push({ from, to, user: user as string | undefined, text: Buffer.concat(parts).toString() });
        done();
      });
    },
    ...options,
  });
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const { port } = listening.address() as AddressInfo;
  return { arrived, port, close: () => new Promise<void>((done) => server.close(done)) };
}

describe("messages by e-mail", () => {
  const mailTo = (port: number, server: object = {}): OutgoingMessage => ({
    kind: "email",
    id: "msg_2",
    from: "waymark@example.com",
    to: ["ada@example.com", "bob@example.com"],
    subject: "[Waymark] Waiting for you: deploy?",
    text: "Waiting for you: deploy?\n",
    server: { host: "127.0.0.1", port, security: "none", ...server },
  });
  const sender = (port: number) => senderFor([`127.0.0.1:${port}`]);

  it("reach every recipient as plain text, under an id that stays through all tries", async () => {
    const server = await openMailServer();
    const mail = mailTo(server.port, { user: "waymark", password: "right" });
    expect(await sender(server.port).send(mail, LIMITS)).toEqual({ ok: true });
    await sender(server.port).send(mail, LIMITS);
    await server.close();
    const [first, second] = server.arrived;
    expect(first).toMatchObject({
      from: "waymark@example.com",
      to: ["ada@example.com", "bob@example.com"],
      user: "waymark",
    });
    expect(first?.text).toContain("Subject: [Waymark] Waiting for you: deploy?");
    expect(first?.text).toContain("Content-Type: text/plain");
    expect(first?.text).toContain("Message-ID: <msg_2@example.com>");
    expect(second?.text).toContain("Message-ID: <msg_2@example.com>");
  });

  it("say what the server did not take, and never the password", async () => {
    const server = await openMailServer();
    const { port } = server;
    const refused = await sender(port).send(mailTo(port, { user: "w", password: "my wrong one" }), LIMITS);
    expect(refused).toEqual({ ok: false, problem: "127.0.0.1 refuses the user name or the password." });
    const unknown = { ...mailTo(port), to: ["ada@example.com", "nobody@example.com"] } as OutgoingMessage;
    expect(await sender(port).send(unknown, LIMITS)).toEqual({
      ok: false,
      problem: "The mail server takes no mail for nobody@example.com.",
      isFinal: true,
    });
    const plain = await sender(port).send(mailTo(port, { security: "starttls" }), LIMITS);
    expect(plain).toMatchObject({ ok: false, problem: expect.stringContaining("no encryption") });
    await server.close();
  });

  it("give up on a server that says nothing, and reach none that is not allowed", async () => {
    const silent = createServer(() => {}).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const { port } = silent.address() as AddressInfo;
    const late = await sender(port).send(mailTo(port), { ...LIMITS, timeoutMs: 100 });
    expect(late).toMatchObject({ ok: false, problem: expect.stringMatching(/No answer|cannot be reached/) });
    silent.close();
    const away = await senderFor([]).send(mailTo(port), LIMITS);
    expect(away).toMatchObject({ ok: false, problem: expect.stringContaining(`Port ${port} is not one of`) });
    const within = await senderFor([]).send(mailTo(25), LIMITS);
    expect(within).toMatchObject({ ok: false, problem: expect.stringContaining("not allowed") });
  });
});
