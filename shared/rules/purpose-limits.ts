/** Signs of the number of a case: apart from `purpose.ts`, whose rules no page carries before they are needed. */
export const CASE_REF_MAX_CHARS = 64
