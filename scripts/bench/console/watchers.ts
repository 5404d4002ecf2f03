import { connect } from "node:net";

/** Of so many watchers one takes the time: the others read as well, but reading is not what is measured. */
const EACH_TIMED = 10;
const RAISED = /"at":(\d+)[^\n]*?"type":"budget_raised"/g;

/** Run as a process of its own: follows a run as many watchers, says when all are connected, and at the end how late each event was. */
const [port = "", path = "", authorization = "", count = "0"] = process.argv.slice(2);
const delays: number[] = [];
const request = [
  ...[`GET ${path} HTTP/1.1`, `Host: 127.0.0.1:${port}`, "Accept: text/event-stream"],
  ...[`Authorization: ${authorization}`, "", ""],
].join("\r\n");

await Promise.all(Array.from({ length: Number(count) }, (_, n) => watch(n % EACH_TIMED === 0)));
process.send?.("connected");
process.once("message", () => process.send?.(delays, () => process.exit()));

/** Resolves once the answer has begun. Text of a socket is read as it comes: nothing parses what nobody times. */
function watch(isTimed: boolean): Promise<void> {
  return new Promise((done, fail) => {
    const socket = connect(Number(port), "127.0.0.1", () => socket.write(request));
    socket.on("error", fail);
    socket.once("data", (begun) => {
      if (!begun.toString().startsWith("HTTP/1.1 200")) fail(new Error(begun.toString().slice(0, 200)));
      if (isTimed) socket.on("data", (chunk) => note(chunk.toString(), Date.now()));
      else socket.resume();
      done();
    });
  });
}

function note(text: string, now: number): void {
  for (const [, at] of text.matchAll(RAISED)) delays.push(now - Number(at));
}
