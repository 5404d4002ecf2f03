import { describe, expect, it } from "vitest";
import { saveChannelInput } from "@/lib/core/inputs/notifications";
import type { ChannelAddress, ChannelView, DeliveryView } from "@/lib/core/notifications";
import { renderHtml } from "@/lib/testing/render";
import { channelView, deliveryView } from "@/lib/testing/views/settings/channel-view";
import { type ChannelDraft, draftOf, readDraft, withSecurity } from "./channel-draft";
import { addressText, channelStatus, deliveryStatus } from "./labels";
import { NotificationSettings } from "./notification-settings";

const OWNERS = [{ id: "role:legal", name: "Role legal" }];
const page = (channels: ChannelView[], messages: DeliveryView[] = []) =>
  renderHtml(
    <NotificationSettings
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
  const filled = (more: Partial<ChannelDraft>): ChannelDraft => ({
    ...draftOf(undefined),
    name: " Ops ",
    ...more,
  });
  const mail = filled({
    kind: "email",
    host: "smtp.example",
    from: "w@example.com",
    to: "ada@example.com, bob@example.com\ncy@example.com",
  });

  it.each<[string, ChannelDraft]>([
    ["webhook", filled({ url: " https://ops.example/h " })],
    ["slack", filled({ kind: "slack", url: "https://hooks.slack.example/x" })],
    ["email", mail],
  ])("of kind %s makes what the service takes", (kind, draft) => {
    const { change } = readDraft(draft, undefined);
    expect(saveChannelInput.parse(change)).toMatchObject({ kind, name: "Ops" });
  });

  it("reads recipients however they are separated, and sends no empty password or address", () => {
    const { change } = readDraft(mail, "chn_1");
    expect(change).toMatchObject({ to: ["ada@example.com", "bob@example.com", "cy@example.com"] });
    expect(change).not.toHaveProperty("password");
    expect(readDraft(filled({ kind: "slack" }), "chn_1").change).not.toHaveProperty("url");
  });

  it("belongs to whom it is for, and to everyone where nobody is chosen", () => {
    const url = "https://ops.example/h";
    expect(readDraft(filled({ url, owner: "role:legal" }), undefined).change).toMatchObject({
      owner: "role:legal",
    });
    expect(readDraft(filled({ url }), undefined).change).not.toHaveProperty("owner");
    expect(draftOf(channelView({ owner: "key:k1" })).owner).toBe("key:k1");
  });

  it("says what is wrong before it is sent", () => {
    expect(readDraft(filled({ events: new Set() }), undefined).problem?.field).toBe("events");
    for (const port of ["", "0", "70000", "smtp"])
      expect(readDraft({ ...mail, port }, undefined).problem?.field).toBe("port");
  });

  it("moves the port with the encryption, unless somebody chose one", () => {
    expect(withSecurity(mail, "tls").port).toBe("465");
    expect(withSecurity({ ...mail, port: "2525" }, "tls").port).toBe("2525");
  });

  it("begins with what the channel is, and shows no secret", () => {
    const address: ChannelAddress = {
      kind: "email",
      host: "smtp.example",
      port: 465,
      security: "tls",
      user: "w",
      from: "w@example.com",
      to: ["ada@example.com"],
    };
    const view = channelView({ address, hasPassword: true });
    expect(draftOf(view)).toMatchObject({ port: "465", user: "w", password: "", to: "ada@example.com" });
    expect(addressText(view.address)).toBe("ada@example.com via smtp.example:465");
  });
});
