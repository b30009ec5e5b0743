import { SEARCH_DEADLINE_MS } from '#shared/constants.ts'

/**
 * How the waits for the database fit into the promise of `docs/how-it-works/contract.md` §2: a request is answered
 * within two seconds, a search within five.
 *
 *   request   ACCOUNT_STALL_MS 600 + LOCK_WAIT_MS 900 < APP_ANSWER_TICKS 16 (1.6 s) < 2 s
 *   line      ACCOUNT_WAIT_MS 3 s + APP_ANSWER_TICKS 16 (1.6 s) < 5 s: behind calls of one's own account, and only while one of them
 *             gets done every ACCOUNT_STALL_MS, so while the database answers
 *   search    SEARCH_DEADLINE_MS 4 s + 400 = SEARCH_CALL_MS < SEARCH_ANSWER_TICKS 45 (4.5 s) < CHARGED_WITHIN_MS 4.7 s < 5 s
 *   held row  tries of HELD_TRY_MS 150 until CHARGED_WITHIN_MS; the server ends one by CHARGE_TRY_MS 1.4 s, before the
 *             pool would give it up
 *   silence   SUSPECT_TICKS 4 + PING_TICKS 6 (1 s) < APP_ANSWER_TICKS
 *   server    STATEMENT_MS 5 s and CONNECT_SECONDS 5 < REPLACE_TICKS 70 (7 s): what takes longer is dead
 */

/** Ticks, not a clock: a thread that stood still must not blame the database. */
export const TICK_MS = 100

/** Then callers are told that the database does not answer. */
export const APP_ANSWER_TICKS = 16
export const SEARCH_ANSWER_TICKS = 45
/** The server would have ended the statement, so the connection is dead. */
export const REPLACE_TICKS = 70

/** A slower statement triggers a ping. */
export const SUSPECT_TICKS = 4
/** A ping takes a millisecond on an open connection. */
export const PING_TICKS = 6
/** Interval of pings while the database is silent. */
export const RETRY_TICKS = 6
export const CONNECT_SECONDS = 5
/** For a ping that has to connect; shorter than the connection's own limit, which would look like a refusal. */
export const CONNECT_TICKS = (CONNECT_SECONDS * 1_000) / TICK_MS - 2

export const STATEMENT_MS = 5_000
export const LOCK_WAIT_MS = 900

/** Wait behind calls of one's own account without progress. */
export const ACCOUNT_STALL_MS = 600
/** Whole wait while there is progress. */
export const ACCOUNT_WAIT_MS = 3_000

/** From the call to the end of the search. */
export const SEARCH_CALL_MS = SEARCH_DEADLINE_MS + 400
export const CHARGED_WITHIN_MS = 4_700
/** Then others wait for their rows in turn. */
export const HELD_TRY_MS = 150
/** Ends before the pool gives up, so that no charge is left behind. */
export const CHARGE_TRY_MS = 1_400

/** Of all messages of an agent's body: behind calls of the account (`ACCOUNT_WAIT_MS`), then a search. */
export const AGENT_ANSWER_MS = 12_000

/** Of the rows of a table: what has not begun by then is refused. A connection on which nothing comes is closed after half a minute. */
export const TABLE_ANSWER_MS = 20_000

/** A page's wait for a preview; larger files take longer. */
export const PREVIEW_WAIT_MS = 8_000
