"use client";

import dynamic from "next/dynamic";
import { Nothing } from "../ui/nothing";

/** The note on what a wish or an edit costs its author, for forms on pages where mostly nobody sends one. */
export const ForgoneNote = dynamic(() => import("./forgone-note").then((room) => room.ForgoneNote), {
  loading: Nothing,
});
