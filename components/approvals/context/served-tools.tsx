import type { ServedTool } from "@/lib/core/run/gates/served-tools";
import { SeenText, TextWarnings } from "../../ui/seen-text";
import { PanelSection } from "../panel-section";
import { Quotation } from "./asked";

/** Tools of MCP servers by which released work acts, each in the words of its server. */
export const ServedTools = ({ tools }: { tools: readonly ServedTool[] }) => (
  <PanelSection title="MCP tools that it acts with" part="tools" aside={tools.length}>
    <TextWarnings value={tools.map(({ description }) => description)} />
    <ul className="grid gap-1.5">
      {tools.map(({ name, description, waits }) => (
        <li key={name} className="grid gap-0.5">
          <Quotation source={name} text={description} />
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
