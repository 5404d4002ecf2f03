import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { type Batch, messageTypes, recordStatements, startupParameters } from "./recording";
import { answerReader, playAsRecorded, playInOrder } from "./replay";

/** A message as both sides write it: a type, a length that counts itself, and a body. */
function message(type: string, body = ""): Buffer {
  const bytes = Buffer.alloc(5 + body.length);
  bytes.write(type, "latin1");
  bytes.writeInt32BE(4 + body.length, 1);
  bytes.write(body, 5, "latin1");
  return bytes;
}

function startup(words: string[]): Buffer {
  const text = Buffer.from(`${words.join("\0")}\0\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(8 + text.length, 0);
  head.writeInt32BE(196_608, 4);
  return Buffer.concat([head, text]);
}

describe("messages of a client", () => {
  it("are told by their types", () => {
    expect([...messageTypes(Buffer.concat([message("P", "select"), message("B"), message("S")]))]).toEqual([
      "P",
      "B",
      "S",
    ]);
  });

  it("begin with the parameters of the connection", () => {
    const parameters = startupParameters(startup(["user", "u", "plan_cache_mode", "force_generic_plan"]));
    expect(parameters).toEqual({ user: "u", plan_cache_mode: "force_generic_plan" });
  });
});

describe("answerReader", () => {
  it("counts ends and errors, wherever the chunks are cut", () => {
    const bytes = Buffer.concat([
      message("Z", "I"),
      message("E", "no"),
      message("D", "ZE"),
      message("Z", "I"),
    ]);
    for (let at = 0; at <= bytes.length; at += 1) {
      const read = answerReader();
      const [first, second] = [read(bytes.subarray(0, at)), read(bytes.subarray(at))];
      expect(first.readies + second.readies).toBe(2);
      expect(first.errors + second.errors).toBe(1);
    }
  });
});

describe("recordStatements", () => {
  it("keeps what leaves together, without passwords, and when it was answered", async () => {
    const server = createServer((socket) => socket.on("data", () => socket.write(message("Z", "I"))));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const recorder = recordStatements(port);
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    const answered = async (...parts: Buffer[]) => {
      for (const part of parts) socket.write(part);
      await once(socket, "data");
    };
    socket.on("data", () => {});
    await answered(startup(["user", "u"]));
    await answered(message("p", "secret"));
    await answered(message("P", "select 1"), message("S"));
    await answered(message("Q", "commit"));
    const { connections, batches } = recorder.stop();
    expect(connections).toEqual([{ user: "u" }]);
    expect(batches.map(({ bytes, answers }) => [[...messageTypes(bytes)].join(""), answers])).toEqual([
      ["PS", 1],
      ["Q", 1],
    ]);
    expect(batches[0]?.answeredAt).toBeLessThanOrEqual(batches[1]?.sentAt ?? 0);
    socket.destroy();
    server.close();
  });
});

const run = `run_${"0".repeat(26)}`;
const other = `run_${"1".repeat(26)}`;

function batch(connection: number, about: string, sentAt: number, answeredAt: number): Batch {
  return { connection, bytes: Buffer.from(about), answers: 1, sentAt, answeredAt };
}

/** Which batches are sent at the same time, when answers come only after nothing else can be sent. */
async function waves(batches: Batch[], play = playInOrder): Promise<number[][]> {
  const found: number[][] = [];
  let open: (() => void)[] = [];
  let wave: number[] = [];
  const played = play(batches, (one) => {
    wave.push(batches.indexOf(one));
    return new Promise((resolve) => open.push(resolve));
  });
  for (let left = batches.length; left > 0; ) {
    await new Promise((resolve) => setImmediate(resolve));
    found.push(wave);
    left -= wave.length;
    const answers = open;
    [open, wave] = [[], []];
    for (const answer of answers) answer();
  }
  await played;
  return found;
}

describe("playInOrder", () => {
  it("waits for what went before on the connection", async () => {
    expect(await waves([batch(0, "", 0, 1), batch(0, "", 2, 3), batch(1, "", 2, 3)])).toEqual([[0, 2], [1]]);
  });

  it("waits for what had been answered about the same run on another connection", async () => {
    expect(await waves([batch(0, run, 0, 1), batch(1, run, 2, 3), batch(2, other, 2, 3)])).toEqual([
      [0, 2],
      [1],
    ]);
  });

  it("does not wait for what had no answer yet: it may have waited for this one's lock", async () => {
    expect(await waves([batch(0, run, 0, 5), batch(1, run, 2, 3)])).toEqual([[0, 1]]);
  });
});

describe("playAsRecorded", () => {
  it("waits for all that had been answered, whatever it was about", async () => {
    const batches = [batch(0, run, 0, 2), batch(1, other, 1, 4), batch(2, "", 3, 5)];
    expect(await waves(batches, playAsRecorded)).toEqual([[0, 1], [2]]);
  });
});
