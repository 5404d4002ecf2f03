/** Limits that forms show and schemas hold; apart from the schemas, so that a page can say them without a validator. */

/** As large as the numbers that the store counts with: of events, versions, attempts and steps. */
export const MAX_COUNT = 2_147_483_647;
/** Milliseconds, tokens, or millionths of a dollar: sums of it stay exact, and moments within what clocks carry. */
export const MAX_AMOUNT = 1_000_000_000_000;
/** The first moment after the year 9999, from which on moments are written in a form that the store does not read. */
export const END_OF_TIME_MS = 253_402_300_800_000;

export const MAX_REASON_CHARS = 2_000;

/** How long one call of an MCP server's tool may take. */
export const CALL_TIMEOUT_MS = { min: 1_000, max: 600_000, default: 60_000 };

export const MAX_POLICY_NAME_CHARS = 80;
export const MAX_MODEL_LABEL_CHARS = 100;
/** Models that follow one that cannot be reached. */
export const MAX_FALLBACKS = 5;
export const MAX_TEMPERATURE = 2;
/** Of a million tokens. */
export const MAX_PRICE_USD = 100_000;

/** Of a channel of notifications, of its e-mails, and of a workspace. */
/** Whose a notification channel is: the id of a person or a key, or a role. */
export const MAX_OWNER_CHARS = 200;
export const MAX_CHANNEL_NAME_CHARS = 60;
export const MAX_RECIPIENTS = 20;
export const MAX_CHANNELS = 20;

/** Tasks of one run at the same time. */
export const MAX_CONCURRENCY = 200;

export const MAX_LESSON_CHARS = 500;
export const MAX_LESSON_TAGS = 10;
export const MAX_LESSON_TAG_CHARS = 40;

/** Tags of a run, and what each may have. */
export const MAX_RUN_TAGS = 20;
export const MAX_RUN_TAG_CHARS = 60;

/** Of a saved view of a list, and how many one person keeps of it. */
export const MAX_VIEW_NAME_CHARS = 60;
export const MAX_VIEW_QUERY_CHARS = 2_000;
export const MAX_VIEWS = 50;

/** Runs that one request cancels. */
export const MAX_RUNS_AT_ONCE = 100;

/** Runs that are set side by side. */
export const MAX_COMPARED = 5;

/** Recorded attempts of one replay by models, and whom they are put to. */
export const MAX_TRAJECTORIES = 50;
export const MAX_VARIANTS = 10;

/** Of a file of examples. */
export const MAX_IMPORT_CHARS = 1_000_000;

/** Of a replay as a file: the body of a request holds it as a JSON text. */
export const MAX_REPLAY_FILE_CHARS = 2_000_000;

/** Of keys of the API. */
export const MAX_KEY_NAME_CHARS = 60;
export const MAX_KEY_ROLES = 20;
export const MAX_ROLE_CHARS = 60;
export const MAX_KEY_DAYS = 3_650;
/** Keys of a workspace that work at the same time. */
export const MAX_KEYS = 200;
