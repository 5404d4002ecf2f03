import { describe, expect, it } from "vitest";
import { formEntries, readEntries } from "@/lib/core/form";
import { channelForm, saveChannelInput } from "@/lib/core/inputs/notifications";
import type { ChannelAddress, ChannelView, DeliveryView } from "@/lib/core/notifications";
import { renderHtml } from "@/lib/testing/render";
import { channelView, deliveryView } from "@/lib/testing/views/settings/channel-view";
import { beginsOf, movedPort } from "./channel-form";
import { addressText, channelStatus, deliveryStatus } from "./labels";
import { NotificationSettings } from "./notification-settings";

const OWNERS = [{ id: "role:legal", name: "Role legal" }];
const page = (channels: ChannelView[], messages: DeliveryView[] = []) =>
  renderHtml(
    <NotificationSettings
      nodes={channelForm}
      channels={channels}
      deliveries={messages}
      owners={OWNERS}
      chosen={["run.failed"]}
    />,
  );

describe("the page of notifications", () => {
  it("says what a channel is for while there is none, and that nothing was sent", () => {
    expect(page([])).toContain("No channels yet");
    expect(page([])).toContain("No messages yet");
  });

  it("shows where a channel leads and what became of its newest message, with a link to the gate", () => {
    const failed = deliveryView({
      status: "failed",
      attempts: 6,
      problem: "ops.example answered with status 500.",
    });
    const html = page([channelView({ digest: "daily" })], [failed]);
    for (const words of [
      "https://ops.example/h",
      "Daily digest",
      "failed",
      "answered with status 500",
      "6 tries",
    ])
      expect(html).toContain(words);
    expect(html).toContain('href="/inbox?gate=apr_1-1"');
    expect(html).toContain("Send again: Waiting for you: Deploy it?");
    expect(page([channelView()], [deliveryView()])).not.toContain("Send again:");
  });

  it("says whose a channel is, by name where it is known, and what the one who looks chose for the console", () => {
    expect(page([channelView({ owner: "role:legal" })])).toContain("For Role legal");
    expect(page([channelView({ owner: "key:gone" })])).toContain("For key:gone");
    expect(page([channelView()])).not.toContain("For ");
    const checked = page([]).match(/<input[^>]*checked=""[^>]*>.*?<\/label>/gs) ?? [];
    expect(checked.map((one) => one.includes("Run failed"))).toEqual([true]);
  });

  it("counts a channel that is off as that, whatever it sent before", () => {
    expect(channelStatus(channelView({ enabled: false }), deliveryView()).word).toBe("disabled");
    expect(channelStatus(channelView(), null).word).toBe("nothing sent yet");
    expect(deliveryStatus(deliveryView({ status: "pending", attempts: 2 })).word).toBe("will be retried");
    expect(deliveryStatus(deliveryView({ status: "pending", attempts: 0 })).word).toBe("being sent");
  });
});

describe("the form of a channel", () => {
  const filled = (entries: Record<string, string>, channel?: ChannelView) =>
    readEntries(channelForm, {
      ...formEntries(channelForm, beginsOf(channel)),
      name: " Ops ",
      ...entries,
    });
  const mail = {
    kind: '"email"',
    host: "smtp.example",
    from: " w@example.com ",
    to: "ada@example.com, bob@example.com\ncy@example.com",
  };

  it.each<[string, Record<string, string>]>([
    ["webhook", { url: " https://ops.example/h " }],
    ["slack", { kind: '"slack"', url: "https://hooks.slack.example/x" }],
    ["email", mail],
  ])("of kind %s makes what the service takes, and nothing of other kinds", (kind, entries) => {
    const read = filled({ ...entries, password: "" });
    expect("value" in read && saveChannelInput.parse(read.value)).toMatchObject({ kind, name: "Ops" });
  });

  it("reads recipients however they are separated, and sends no empty password or address", () => {
    const { value } = filled(mail) as { value: object };
    expect(value).toMatchObject({
      port: 587,
      events: ["gate.opened", "gate.escalated", "run.failed"],
      to: ["ada@example.com", "bob@example.com", "cy@example.com"],
    });
    expect(value).not.toHaveProperty("password");
    expect(value).not.toHaveProperty("owner");
    expect(filled({ kind: '"slack"', url: "" })).not.toHaveProperty("value.url");
    expect(filled({ url: "https://ops.example/h", owner: "role:legal" })).toMatchObject({
      value: { owner: "role:legal" },
    });
  });

  it("says what is wrong before it is sent", () => {
    for (const port of ["", "0", "70000", "smtp"])
      expect(filled({ ...mail, port })).toMatchObject({ problems: { port: expect.any(String) } });
    expect(filled({ url: "" })).toEqual({ problems: { url: "Required" } });
  });

  it("moves the port with the encryption, unless somebody chose one", () => {
    expect(movedPort({ port: "587", security: '"starttls"' }, '"tls"')).toBe("465");
    expect(movedPort({ port: "2525", security: '"starttls"' }, '"tls"')).toBeUndefined();
  });

  it("begins with what the channel is, shows no secret, and gives it back unchanged", () => {
    const address: ChannelAddress = {
      kind: "email",
      host: "smtp.example",
      port: 465,
      security: "tls",
      user: "w",
      from: "w@example.com",
      to: ["ada@example.com"],
    };
    const view = channelView({ address, hasPassword: true, owner: "key:k1" });
    const entries = formEntries(channelForm, beginsOf(view));
    expect(entries).toMatchObject({ port: "465", user: "w", to: "ada@example.com" });
    const { name, events, digest, enabled, owner } = view;
    expect(readEntries(channelForm, entries)).toEqual({
      value: { name, events, digest, enabled, owner, ...address },
    });
    expect(addressText(view.address)).toBe("ada@example.com via smtp.example:465");
  });
});
