import { describe, expect, it } from "vitest";
import { chooseEventsInput, listDeliveriesInput, saveChannelInput } from "./notifications";

const WEBHOOK = { kind: "webhook", name: "Ops", url: "https://example.com/hook", events: ["gate.opened"] };
const MAIL = {
  kind: "email",
  name: "Team",
  events: ["run.failed"],
  host: "smtp.example.com",
  port: 587,
  from: "waymark@example.com",
  to: ["ada@example.com"],
};
const refusal = (input: object) => saveChannelInput.safeParse(input).error?.issues[0]?.message;

describe("saveChannelInput", () => {
  it("keeps each event once, in the order of the table, and sends each by itself unless asked to gather them", () => {
    const events = ["run.failed", "gate.opened", "run.failed"];
    expect(saveChannelInput.parse({ ...WEBHOOK, events })).toEqual({
      ...WEBHOOK,
      events: ["gate.opened", "run.failed"],
      digest: "off",
      enabled: true,
      newSecret: false,
    });
  });

  it("encrypts mail unless told otherwise, and leaves out what is written and never read", () => {
    expect(saveChannelInput.parse(MAIL)).toMatchObject({ security: "starttls" });
    expect(refusal({ kind: "slack", name: "Chat", events: ["gate.opened"], channelId: "c" })).toBeUndefined();
  });

  it.each([
    [{ ...WEBHOOK, events: [] }, /at least one event/],
    [{ ...WEBHOOK, name: " " }, /Enter a name/],
    [{ ...WEBHOOK, name: "a\nb" }, /Line breaks/],
    [{ ...WEBHOOK, url: "file:///etc/passwd" }, /http/],
    [{ ...WEBHOOK, url: "https://ada:secret@example.com" }, /passwords cannot be part/],
    [{ ...MAIL, host: "smtp example" }, /Enter a host/],
    [{ ...MAIL, from: "ada" }, /Enter an e-mail address/],
    [{ ...MAIL, to: [] }, /at least one recipient/],
    [{ ...MAIL, port: 0 }, />=1/],
    [{ ...MAIL, user: "a\r\nRCPT TO:<x>" }, /Line breaks/],
    [{ ...WEBHOOK, secret: "own" }, /[Uu]nrecognized/],
  ])("refuses %j", (input, words) => expect(refusal(input)).toMatch(words));
});

it("lists fifty messages unless another number is asked for", () => {
  expect(listDeliveriesInput.parse({})).toEqual({ limit: 50 });
  expect(listDeliveriesInput.parse({ limit: "20" })).toEqual({ limit: 20 });
});

describe("chooseEventsInput", () => {
  it("keeps each event once, in the order of the table, and none where none is wanted", () => {
    const events = ["run.completed", "gate.opened", "run.completed"];
    expect(chooseEventsInput.parse({ events })).toEqual({ events: ["gate.opened", "run.completed"] });
    expect(chooseEventsInput.parse({ events: [] })).toEqual({ events: [] });
  });

  it.each([[["run.rested"]], [["gate.opened", "gate.opened", "gate.opened", "gate.opened"]]])(
    "refuses %j",
    (events) => expect(chooseEventsInput.safeParse({ events }).success).toBe(false),
  );
});
