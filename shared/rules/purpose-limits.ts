/** Kept apart, so that pages do not carry the rules of `purpose.ts`. */
export const CASE_REF_MAX_CHARS = 64
