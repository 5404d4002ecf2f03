import type { ServedTool } from "@/lib/core/run/gates/served-tools";
import { SeenText, TextWarnings } from "../../ui/seen-text";
import { PanelSection } from "../panel-section";
import { Quotation } from "./asked";

/** Tools of MCP servers by which released work acts or which its agents know, each in the words of its server. */
export const ServedTools = ({ tools }: { tools: readonly ServedTool[] }) => (
  <PanelSection title="MCP tools that it acts with, or knows" part="tools" aside={tools.length}>
    <TextWarnings value={tools.map(({ description, takes }) => [description, takes ?? ""])} />
    <ul className="grid gap-1.5">
      {tools.map(({ name, description, takes, reads, waits }) => (
        <li key={name} className="grid gap-0.5">
          <Quotation source={reads ? `${name}, which only reads` : name} text={description} />
          {takes !== undefined && <Quotation source={`${name}, what it takes`} text={takes} />}
          {waits && (
            <p className="text-amber text-xs">
              <span aria-hidden="true">▲ </span>
              The server has changed <SeenText text={name} />. Until an administrator accepts that, this is
              what holds.
            </p>
          )}
        </li>
      ))}
    </ul>
  </PanelSection>
);
