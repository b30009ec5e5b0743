/** Every number of the business. The unit is in the name. It ships to both sides: nothing secret here. */

export const PRODUCT_NAME = 'Сверка'
export const LOCAL_PORT = 12_000
/** `bun run dev`: `astro dev` has the public port and passes calls on to this one. */
export const API_BEHIND_ASTRO_PORT = 12_001

/** In place of a digit that an account may not see. */
export const MASK = '•'

/** How long calls that were begun may take to end when the server is told to stop. */
export const DRAIN_MS = 7_000

// Accounts (`docs/how-it-works/contract.md` §3)
export const USERNAME_MIN_CHARS = 4
export const USERNAME_MAX_CHARS = 64
export const PASSWORD_MIN_CHARS = 10
export const PASSWORD_MAX_CHARS = 256
export const NEW_PASSWORD_MIN_CHARS = 6
export const TELEGRAM_CHAT_ID_MAX_CHARS = 32
export const TURNSTILE_TOKEN_MAX_CHARS = 2048
export const REGISTERED_REDIRECT_MS = 2_000
export const WIDGET_DELAY_MS = 100
export const BYPASS_TOKEN = 'test-token'

export const ACCESS_TOKEN_SECONDS = 15 * 60
export const SESSION_ABSOLUTE_DAYS = 30
export const SESSION_IDLE_DAYS = 10
/** When a session was last seen is written no oftener. */
export const SESSION_SEEN_SECONDS = 60
export const REFRESH_GRACE_SECONDS = 10
/** One more login ends the oldest. */
export const SESSIONS_PER_ACCOUNT = 20

export const LOGIN_FAILURES_PER_ACCOUNT = 10
export const LOGIN_FAILURES_PER_ADDRESS = 30
export const LOGIN_WINDOW_MINUTES = 10
/** A browser that signed in is known for so long, and with so many accounts. */
export const DEVICE_DAYS = 180
export const DEVICE_ACCOUNTS = 5
/** From a right password to the second step. */
export const SECOND_STEP_SECONDS = 300
export const TOTP_STEP_SECONDS = 30
/** Steps by which a clock may be off. */
export const TOTP_DRIFT_STEPS = 1
/** Wrong codes of an account within `LOGIN_WINDOW_MINUTES`, from whoever is not known. */
export const CODE_FAILURES_PER_ACCOUNT = 10
/** And within a day. */
export const CODE_FAILURES_PER_DAY = 50
export const BACKUP_CODES = 10
export const PASSKEYS_PER_ACCOUNT = 10
export const PASSKEY_TITLE_MAX_CHARS = 60
/** How long a password or factor that was just shown counts for changes of factors. */
export const PROOF_MINUTES = 10
/** A network from which nobody signed in for so long is a new place again. */
export const LOGIN_PLACE_DAYS = 180
/** From the button to the answer of the provider. */
export const OIDC_SECONDS = 600
export const REGISTRATIONS_PER_HOUR = 20
export const SIGNUP_REQUESTS = 5
export const ADMIN_REQUESTS = 1_000
export const SITEVERIFY_TIMEOUT_MS = 5_000

// Search (`docs/how-it-works/search.md` §2, `docs/how-it-works/search-calls.md` §2)
export const QUERY_MAX_CODE_POINTS = 512
/** Longer words and numbers are neither stored nor looked up. */
export const WORD_MAX_CHARS = 64
/** Of a line as it is sent, with signs that count for nothing: longer ones are not looked at. */
export const LINE_MAX_CHARS = 4 * QUERY_MAX_CODE_POINTS
/** People whom one search looks for, and numbers of one kind. */
export const PERSONS_IN_LINE_MAX = 3
export const SEARCH_COST_REQUESTS = 1
export const SEARCH_DEADLINE_MS = 4_000
/** Of one account at a time, in a process; its others wait. */
export const SEARCHES_PER_ACCOUNT = 2
export const SEARCHES_WAITING_PER_ACCOUNT = 500
/** Leaves what is let in last two seconds to be searched. */
export const SEARCH_WAIT_MS = 3_000
/** Longer than this is slow, for a search and for a source. */
export const SLOW_SEARCH_MS = 500
export const REPLAY_SECONDS = 30
/** The replay, and the time for its last answer to be handed over: no credit is given back for an answer on its way. */
export const REFUND_AFTER_SECONDS = REPLAY_SECONDS + 5
export const IDEMPOTENCY_KEY_MAX_CHARS = 255
export const IDEMPOTENCY_HOURS = 24
export const SHOWN_PER_SOURCE = 100
export const SHOWN_IN_ALL = 500
/**
 * People of an answer that come with their summary and with why others are not them, beside those related to the first;
 * the rest of them when they are opened. Nearly all answers to a full name have fewer. That to a frequent surname has less
 * than half of its bytes so, and takes four fifths of the processor time (`docs/how-it-works/performance.md`).
 */
export const PEOPLE_DETAILED = 10
/** Totals are exact up to so many records; beyond it they are «более …». */
export const TOTAL_EXACT_MAX = 1_000
/** An answer does not wait longer for its totals. */
export const TOTALS_WAIT_MS = 1_000
/** Records that «ещё» brings at a time, people whom it brings again, and how long it goes on after a search. */
export const MORE_RECORDS_MAX = 100
export const MORE_PEOPLE_MAX = 100
export const SEARCH_LIVE_MINUTES = 30
/** Records that the line does not find, added to the people of one search. */
export const FURTHER_RECORDS_MAX = 100
/** Of a surname typed alone: whoever wants fewer and better ones types another word. */
export const LONE_SURNAME_SHOWN = 100
/** Of the reasons of a person. */
export const PERSON_REASONS_SHOWN = 6
/** A looser form is asked only when the stricter ones gave fewer hits than this. */
export const ENOUGH_HITS = 20
export const PARSE_DEBOUNCE_MS = 250
export const COPY_FEEDBACK_MS = 2_000
export const HIGHLIGHT_MS = 3_000
export const SCROLL_TOP_AFTER_PX = 400
export const SESSION_RESULTS_MINUTES = 30

// API tokens and the public API (`docs/guides/public-api.md`)
export const TOKENS_PER_ACCOUNT = 1
export const TOKENS_PER_ADMIN = 10
/** A rotated token is good for so long beside its successor. */
export const TOKEN_OVERLAP_HOURS = 24
export const TOKEN_TITLE_MAX_CHARS = 60
export const TOKEN_NETWORKS_MAX = 20
/** Days of which the calls of a token are told. */
export const TOKEN_DAYS_SHOWN = 90
/** Between two public calls of an account. */
export const API_INTERVAL_MS = 500
/** Records of one answer. */
export const API_LIMIT_MIN = 10
export const API_LIMIT_MAX = 10_000
export const API_LIMIT_DEFAULT = 100
/** From the call to the first byte of its answer. */
export const API_TIMEOUT_MS = 5_000
/** Calls with an unknown token from one address, in a process; known ones are not counted. */
export const TOKEN_GUESSES_PER_MINUTE = 100

// Notifications of users' systems (`docs/guides/webhooks.md`)
/** Below it a balance is told as low; the trigger `webhook_credits_low` has it too. */
export const CREDITS_LOW = 100
export const WEBHOOKS_PER_ACCOUNT = 3
export const WEBHOOK_URL_MAX_CHARS = 500
/** From the name's look-up to the answer. */
export const WEBHOOK_TIMEOUT_MS = 5_000
export const WEBHOOK_HOURS = 24
export const WEBHOOK_LOG_DAYS = 30
export const WEBHOOK_DELIVERIES_SHOWN = 20
/** What a user may have sent anew, or to try, in a minute. */
export const WEBHOOK_SENDS_PER_MINUTE = 10

export const MESSENGER_CHECKS_PER_MINUTE = 10
export const MESSENGER_TIMEOUT_MS = 4_000

export const HISTORY_SHOWN = 100
export const HISTORY_DAYS = 90
/** Of what a person concludes about people of one search. */
export const VERDICTS_PER_SEARCH = 500
export const VERDICT_NOTE_MAX_CODE_POINTS = 500
export const AUDIT_DAYS = 365
export const AUDIT_DAYS_MIN = 30

// Lists (`docs/guides/lists.md`)
export const LIST_ROWS_MAX = 10_000
export const LIST_FILE_MAX_BYTES = 10 * 1024 ** 2
/** Rows of one list that are searched at a time, and of all lists in a process. */
export const LIST_ROWS_AT_ONCE = 4
export const LIST_ROW_TRIES = 3
export const LISTS_PER_ACCOUNT = 100
export const LIST_TITLE_MAX_CODE_POINTS = 120
/** Of the label of a row: longer ones are cut. */
export const LIST_LABEL_MAX_CHARS = 200
export const LIST_ROWS_SHOWN = 100
/** Rows that the answer to a new list shows as they were understood. */
export const LIST_SAMPLE_ROWS = 12

// Requests of the persons themselves (`docs/guides/subject-requests.md`)
export const SUBJECT_CODE_MINUTES = 30
export const SUBJECT_CODE_ATTEMPTS = 5
/** Of one request, the first among them, and the time between two. */
export const SUBJECT_CODES_MAX = 3
export const SUBJECT_CODE_PAUSE_SECONDS = 60
export const SUBJECT_REQUESTS_PER_ADDRESS = 10
export const SUBJECT_REQUESTS_PER_CONTACT = 3
export const SUBJECT_CONTACT_WAIT_SECONDS = 3_600
/** In a day, from whatever addresses: nobody's letter box is filled. */
export const SUBJECT_REQUESTS_PER_CONTACT_A_DAY = 20
/** Of those whose code was entered. */
export const SUBJECT_CONFIRMED_PER_CONTACT_A_DAY = 5
export const SUBJECT_WINDOW_HOURS = 24
/** Codes from one address in ten minutes, of whatever request. */
export const SUBJECT_GUESSES_PER_ADDRESS = 30
export const SUBJECT_WORKING_DAYS = 10
/** More, once, where a document is asked for; what is held out of answers stays so long after the term. */
export const SUBJECT_EXTENSION_DAYS = 5
export const SUBJECT_LINK_DAYS = 10
/** What a request stated is kept so long after the decision. */
export const SUBJECT_REQUEST_DAYS = 90
export const NOTIFIER_TIMEOUT_MS = 4_000

export const NEWS_ON_DASHBOARD = 5
export const NEWS_MAX = 50

// Payments (`docs/guides/payments.md`)
export const PAYMENT_MIN_USD = 10
export const PAYMENT_MAX_USD = 10_000
/** What a dollar buys until an administrator says otherwise. */
export const CREDIT_TERMS = { rate: 100, bonusThreshold: 100, bonusMultiplier: 1.1 } as const
export const PAYMENT_STEP_USD = 5
export const PAYMENTS_SHOWN = 10
export const PAYMENT_ID_SHOWN_CHARS = 8
export const PENDING_PAYMENTS_PER_USER = 5
/** In 24 hours, to which nothing came: each has an address that is looked at for `ADDRESS_WATCH_DAYS`. */
export const UNPAID_PAYMENTS_PER_DAY = 30
/** The same amount on the same network asked for again so soon is the same payment. */
export const SAME_PAYMENT_SECONDS = 10
export const PAYMENT_EXPIRY_MINUTES = 60
/** Once, when a part has come in time. */
export const PARTIAL_EXTENSION_MINUTES = 60
/** Between the end of the time to pay and the end of the payment, on the chain's clock. */
export const PAYMENT_GRACE_SECONDS = 60
/** After the time to pay money is credited by itself for so long, later by an administrator. */
export const CREDITED_DAYS = 7
/** How long an address is looked at. */
export const ADDRESS_WATCH_DAYS = 365
/** A cent. Less than that, in sum, is dust: it binds nobody to a payment and makes none longer. */
export const DUST_THRESHOLD_MICRO = 10_000
/** What may be missing: a hundredth of a USDT, and never more than this part of the amount. */
export const TOLERANCE_MICRO = 10_000
export const TOLERANCE_SHARE = 0.005

// Administration (`docs/guides/administration.md`)
export const ADMIN_PAGE_ROWS = 50
export const ADMIN_PAGE_MAX = 200
export const ADMIN_SEARCH_MAX_CHARS = 128
/** Values of a column that its source shows to administrators. */
export const COLUMN_EXAMPLES = 3
/** How far back the load of searches is told, hour by hour. */
export const LOAD_HOURS = 24

// Signals of unusual searching (`docs/guides/oversight.md` §2)
/** Searches for different numbers of one thousand, within 24 hours. */
export const RISK_NUMBERS_IN_A_ROW = 30
/** Searches for the same, within 7 days. */
export const RISK_SAME_PERSON_PER_WEEK = 20
export const RISK_RECORDS_PER_DAY = 100_000
/** Networks from which programs of an account call. */
export const RISK_ADDRESSES_PER_HOUR = 10
/** A slowed account searches once in so long. */
export const RISK_SLOW_SECONDS = 10

/** Files that administrators load (`docs/guides/imports.md`). */
export const UPLOAD_MAX_BYTES = 2 * 1024 ** 3
export const UPLOAD_PIECE_MAX_BYTES = 8 * 1024 ** 2
/** Of all files that lie on the disk or are on their way. */
export const UPLOADS_ALL_MAX_BYTES = 20 * 1024 ** 3
/** What is still to come of an upload has its room for so long after the last piece. */
export const UPLOAD_RESERVED_MINUTES = 5
/** An upload that got no piece for so long is given up, a file that nobody imports or goes on with for so long too. */
export const UPLOAD_IDLE_HOURS = 24
export const UPLOAD_KEPT_HOURS = 72
/** An import that has ended, with its list of rejected rows. */
export const IMPORT_KEPT_HOURS = 168
export const UPLOAD_NAME_MAX_CHARS = 1_000
export const UPLOAD_FINGERPRINT_MAX_CHARS = 200
export const IMPORT_COLUMNS_MAX = 1_000
export const COLUMN_LABEL_MAX_CHARS = 120
/** Highest line that may be named as the header. */
export const HEADER_LINE_MAX = 200

export const BODY_MAX_BYTES = 64 * 1024
