import { expect, it } from "vitest";
import { approvalsQuery } from "@/lib/client/query";
import { renderText } from "@/lib/testing/render";
import { gateView } from "@/lib/testing/runs/waiting-gate";
import { LIVE_GATES, MY_GATES } from "./live-filters";
import { countText, useMyGates } from "./live-lists";

const Count = () => <>{countText(useMyGates())}</>;

const shown = (mine: { items: unknown[]; nextCursor: string | null }) => {
  // So many gates of others that none for the one who looks is among the oldest.
  const others = Array.from({ length: 100 }, (_, n) => gateView(`g${n}`, { assignees: ["Bob"] }));
  return renderText(<Count />, {
    queries: [
      { queryKey: approvalsQuery(LIVE_GATES).queryKey, data: { items: others, nextCursor: "later" } },
      { queryKey: approvalsQuery(MY_GATES).queryKey, data: mine },
    ],
  });
};

it("the frame counts the gates for the one who looks, however many there are of others", () => {
  expect(shown({ items: [gateView("mine", { assignees: ["Ann"] })], nextCursor: null })).toBe("1");
  expect(shown({ items: [gateView("a"), gateView("b")], nextCursor: "later" })).toBe("2+");
});
