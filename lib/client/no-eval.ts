import { z } from "zod";

/** The page's security policy forbids compiling code from text; schemas must not even try. */
z.config({ jitless: true });
