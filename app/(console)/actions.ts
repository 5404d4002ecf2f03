"use server";

import { cookies } from "next/headers";
import { type ChooseTheme, themeOf } from "@/components/shell/types";

const YEAR_S = 365 * 24 * 3_600;

export const chooseTheme: ChooseTheme = async (theme) => {
  const jar = await cookies();
  jar.set("theme", themeOf(theme), { path: "/", maxAge: YEAR_S, sameSite: "lax", httpOnly: true });
};
