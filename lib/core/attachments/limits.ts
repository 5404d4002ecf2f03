/** A file may have this much: it is kept and sent as one value, which two processes hold in memory at a time. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024;
/** All files of a run together: as much as SQL over them takes into memory. */
export const MAX_RUN_BYTES = 50 * 1024 * 1024;
/** All files of a workspace that no run has taken yet: nobody fills the store with what nobody uses. */
export const MAX_WAITING_BYTES = 500 * 1024 * 1024;
/** Files that a model is shown with a request, each and together: providers take little more. */
export const MAX_SHOWN_IMAGE_BYTES = 4 * 1024 * 1024;
export const MAX_SHOWN_BYTES = 10 * 1024 * 1024;
/** Their names stand in one event, which has a size limit of its own. */
export const MAX_FILES = 20;
export const MAX_NAME_CHARS = 120;
