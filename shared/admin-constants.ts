/** Limits of the administrator's forms: apart from `constants.ts`, as every other page would carry them. */

export const NEWS_TITLE_MAX_CHARS = 200
export const NEWS_CATEGORY_MAX_CHARS = 40
export const NEWS_AUTHOR_MAX_CHARS = 64
export const NEWS_SUMMARY_MAX_CHARS = 2_000

/** Of a balance that payments or administrators make: balances are 32-bit numbers. */
export const BALANCE_MAX = 1_000_000_000
/** Why an administrator blocked an account or vouched for a payment. */
export const BLOCK_REASON_MAX_CHARS = 500
export const CONFIRM_REASON_MAX_CHARS = 500
export const SIGNAL_REASON_MAX_CHARS = 500
/** Signals that are listed, open ones first. */
export const RISK_SIGNALS_SHOWN = 200
export const ADDRESS_MIN_CHARS = 7
export const EXCEPTION_NAME_MAX_CHARS = 100
export const EXCEPTION_DESCRIPTION_MAX_CHARS = 500
/** Requests for a dollar, and dollars of the bonus. */
export const RATE_MAX = 1_000_000
export const SIGNUP_REQUESTS_MAX = 1_000_000

/** Code of the preview's warning that needs `as_new` in the order that starts the import. */
export const HEADLESS_INTO_RECORDS = 'headless_into_records'

/** Of the one that says that columns are called otherwise than before: it keeps nobody from starting. */
export const FOREIGN_COLUMNS = 'foreign_columns'

/** Of the one that refuses a start: the file has no column of the name by which its index tells records apart. */
export const NO_KEY_COLUMN = 'no_key_column'

/** Examples of columns are taken from so many records: most columns have three different values among them. */
export const EXAMPLES_FROM_RECORDS = 30

/** How many days the statistics by day go back. */
export const STATISTICS_PERIODS = ['7', '30', '90'] as const
export type StatisticsPeriod = (typeof STATISTICS_PERIODS)[number]
/** Breaks of the audit that a verification names; the others are counted. */
export const AUDIT_BREAKS_LISTED = 20
