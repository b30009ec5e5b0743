// Shown before anything is installed: no imports here.

export const DEMO_PEOPLE = 20_000
export const DEFAULT_SEED = 1
/** Average over half a million people. */
export const RECORDS_PER_PERSON = 2.672
