"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import type { TemplateView } from "@/lib/core/templates/view";
import { Button, ButtonLink } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { RelativeTime } from "../ui/relative-time";
import { useUrlParam } from "../ui/use-url-param";
import { REVIEWS_HREF, TEMPLATE_PARAM } from "./address";

const TemplateDrawer = dynamic(() => import("./template-drawer").then((room) => room.TemplateDrawer), {
  ssr: false,
});
const NewTemplate = dynamic(() => import("./new-template").then((room) => room.NewTemplate), { ssr: false });

/** The reviews that people of the workspace have set up. */
export function OwnReviews({
  templates,
  archived,
}: {
  templates: readonly TemplateView[];
  archived: boolean;
}) {
  const [openId, setOpenId] = useUrlParam(TEMPLATE_PARAM);
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <p className="min-w-0 max-w-prose text-muted">
          A planning review that names one of these asks its questions, unless the plan says otherwise.
        </p>
        <div className="flex flex-wrap gap-2">
          <ButtonLink variant="quiet" href={archived ? REVIEWS_HREF : `${REVIEWS_HREF}?status=archived`}>
            {archived ? "Show active" : "Show archived"}
          </ButtonLink>
          <Button aria-haspopup="dialog" onClick={() => setAdding(true)}>
            New review
          </Button>
        </div>
      </div>
      {templates.length === 0 ? (
        <EmptyState title={archived ? "No archived reviews" : "No reviews of your own yet"}>
          {!archived && "Set up what plans of this workspace are asked, and name it in a plan."}
        </EmptyState>
      ) : (
        <ul
          aria-label="Reviews of this workspace"
          className="overflow-hidden rounded-xl border border-line bg-panel shadow-card"
        >
          {templates.map(({ templateId, name, version, by, at }) => (
            <li
              key={templateId}
              className="flex flex-wrap items-center justify-between gap-3 border-line border-b px-4 py-3 last:border-b-0"
            >
              <div className="min-w-0">
                <h2 className="wrap-anywhere font-medium">{name}</h2>
                <p className="text-muted text-xs">
                  Version {version} by {by.kind === "person" ? by.name : by.kind}, <RelativeTime at={at} />
                </p>
              </div>
              <Button aria-label={`Open ${name}`} onClick={() => setOpenId(templateId, "push")}>
                Open
              </Button>
            </li>
          ))}
        </ul>
      )}
      <TemplateDrawer templateId={openId} onClose={() => setOpenId(undefined)} />
      {isAdding && (
        <NewTemplate
          kind="review"
          onClose={(templateId) => {
            setAdding(false);
            if (templateId !== undefined) setOpenId(templateId, "push");
          }}
        />
      )}
    </>
  );
}
