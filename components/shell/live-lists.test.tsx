import { describe, expect, it } from "vitest";
import { approvalsQuery } from "@/lib/client/query";
import type { Voter } from "@/lib/core/run/gates/rules";
import { renderText } from "@/lib/testing/render";
import { LIVE_GATES } from "./live-filters";
import { useMyGates } from "./live-lists";
import { RightsOfViewer } from "./rights";

const GATES = [
  { id: "anyone", assignees: [] },
  { id: "ann", assignees: ["Ann"] },
  { id: "leads", assignees: ["role:lead"] },
  { id: "bob", assignees: ["Bob"] },
];

const Ids = () => <>{useMyGates().map(({ id }) => `${id} `)}</>;

const idsFor = (viewer: Voter) =>
  renderText(
    <RightsOfViewer capabilities={[]} viewer={viewer}>
      <Ids />
    </RightsOfViewer>,
    {
      queries: [{ queryKey: approvalsQuery(LIVE_GATES).queryKey, data: { items: GATES, nextCursor: null } }],
    },
  );

describe("the gates that the frame counts", () => {
  it("ask the one who looks, or nobody by name", () => {
    expect(idsFor({ id: "p1", name: "Ann", roles: ["lead"] })).toBe("anyone ann leads");
    expect(idsFor({ id: "p2", name: "Cid", roles: [] })).toBe("anyone");
    expect(idsFor({ id: "me", name: "Me", roles: [], everyone: true })).toBe("anyone ann leads bob");
  });
});
