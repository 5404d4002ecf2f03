"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "../ui/button";
import type { ChosenTemplate } from "./mission-draft";

// It comes when somebody asks for it.
const ChooseTemplate = dynamic(
  () => import("../templates/choose-template").then((room) => room.ChooseTemplate),
  { ssr: false },
);

type TemplateChoiceProps = {
  template: ChosenTemplate | undefined;
  /** The template that the address of the page asks for. */
  asked: string | undefined;
  onChoose(template: ChosenTemplate, planText: string): void;
  onRemove(): void;
};

/** Whether the plan comes from a template, and the way to choose one. */
export function TemplateChoice({ template, asked, onChoose, onRemove }: TemplateChoiceProps) {
  const [open, setOpen] = useState(asked !== undefined && template === undefined);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {template && (
        <p role="status" className="wrap-anywhere min-w-0">
          Plan from “{template.name}”, version {template.version}
        </p>
      )}
      <Button size={template ? "small" : "normal"} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {template ? "Change parameters" : "Start from a template"}
      </Button>
      {template && (
        <Button size="small" variant="quiet" onClick={onRemove}>
          Remove
        </Button>
      )}
      {open && (
        <ChooseTemplate
          begins={template ?? (asked === undefined ? undefined : { templateId: asked, values: {} })}
          onChoose={(chosen, planText) => {
            setOpen(false);
            onChoose(chosen, planText);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
