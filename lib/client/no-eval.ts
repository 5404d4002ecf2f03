const scope: { __zod_globalConfig?: { jitless?: boolean } } = globalThis as object;

/**
 * The page's security policy forbids compiling code from text; schemas must not even try. zod keeps its settings under
 * this name, so a page without schemas does not load it for them.
 */
scope.__zod_globalConfig = Object.assign(scope.__zod_globalConfig ?? {}, { jitless: true });
