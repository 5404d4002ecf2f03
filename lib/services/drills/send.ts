import { readDrillReviewers, readDrillSetup } from "@/db/queries/drills";
import { writeAudit } from "@/db/queries/write-audit";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { sendDrillInput } from "@/lib/core/inputs/drills";
import { openDrill } from "@/lib/engine/drills/open-drill";
import { tellOfDrill } from "@/lib/engine/notifications/tell-of-drill";
import { actorRefOf } from "../context";
import { defineVerb } from "../verb";

const refused = (message: string) => new DomainFailure(domainError("not_allowed_now", message));

/** Throws `not_found` for anyone who takes no part, `not_allowed_now` where drills are off, one is open, or none is of the kind. */
export const sendDrill = defineVerb({
  name: "drills/send",
  capability: "admin",
  description: "`{personId, kind?}`: sends a drill to someone who takes part; which one is left to chance",
  routes: [{ at: "POST /api/v1/drills" }],
  input: sendDrillInput,
  async run({ ctx, input: { personId, kind } }): Promise<{ sentTo: { id: string; name: string } }> {
    const { workspaceId } = ctx.actor;
    if (!(await readDrillSetup(ctx.db, workspaceId)).enabled)
      throw refused("Drills are off in this workspace. Turn them on first.");
    const people = await readDrillReviewers(ctx.db, workspaceId);
    const person = people.find((one) => one.personId === personId);
    if (!person)
      throw new DomainFailure(domainError("not_found", "Nobody of this id takes part in drills here."));
    const { name } = person;
    const sentTo = { id: personId, name };
    const sentBy = actorRefOf(ctx.actor);
    const opened = await ctx.transact(async (tx, jobs) => {
      const drill = await openDrill({ ...ctx, db: tx }, { workspaceId, person: sentTo, kind, sentBy });
      const details = { personId };
      if (!drill) return;
      await tellOfDrill(ctx, { tx, jobs }, { ...drill, personId });
      await writeAudit(tx, { workspaceId, actor: sentBy, action: "drill_sent", details });
      return drill;
    });
    if (!opened) throw refused(`${name} has a drill open already, or there is none about such a gate.`);
    ctx.notifyRun(opened.state.runId, opened.state.seq);
    return { sentTo };
  },
});
