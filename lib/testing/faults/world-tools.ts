import { appendFileSync } from "node:fs";
import type { SideEffects } from "@/lib/core/ports";
import type { ToolDescriptor } from "@/lib/tools";

/** A moment around a call's effect at which a process may die. */
export type EffectWindow = "before" | "after";

export type World = {
  /** Gets one line for each effect. It lies outside the database and is only ever appended to. */
  file: string;
  /** Waits for as long as the window stands open. */
  pass(window: EffectWindow, tool: string, id: string): Promise<void>;
};

/** One effect as it stands in the file. */
export type WorldEffect = { tool: string; id: string; key: string; pid: number };

/** Tools of a world outside the database: one that may happen once, one that may be repeated, and one that looks. */
export function worldTools(world: World): ToolDescriptor[] {
  const write = { sideEffects: "write" as const, idempotent: false };
  return [
    worldTool(world, "world_write", write),
    worldTool(world, "world_put", { ...write, idempotent: true }),
    worldTool(world, "world_read", { sideEffects: "read", idempotent: true }),
  ];
}

/** What a call of a world's tool gives back, which a person who looks at the world can tell as well. */
export function worldResult(tool: string, id: string): { did: string; id: string } {
  return { did: tool, id };
}

function worldTool(
  world: World,
  name: string,
  facts: { sideEffects: SideEffects; idempotent: boolean },
): ToolDescriptor {
  return {
    name,
    description: `Does ${name} to the world`,
    tags: [],
    ...facts,
    inputSchema: {
      type: "object",
      properties: { id: { type: "string" } },
      required: ["id"],
      additionalProperties: false,
    },
    timeoutMs: 30_000,
    summarize: ({ id }) => `${name} ${id}`,
    async run(args, { idempotencyKey, effectBegins }) {
      const id = String(args.id);
      await world.pass("before", name, id);
      if (facts.sideEffects !== "read") {
        await effectBegins();
        const effect: WorldEffect = { tool: name, id, key: idempotencyKey, pid: process.pid };
        appendFileSync(world.file, `${JSON.stringify(effect)}\n`);
      }
      await world.pass("after", name, id);
      return worldResult(name, id);
    },
  };
}
