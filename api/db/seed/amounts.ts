// Commands tell these in their help, also where nothing is installed: no imports here.

/** People that an empty database is filled with. */
export const DEMO_PEOPLE = 20_000
/** Another seed gives other people. */
export const DEFAULT_SEED = 1
/** How many records a person leaves on average, counted over half a million people. */
export const RECORDS_PER_PERSON = 2.672
