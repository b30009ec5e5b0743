import { SEARCH_DEADLINE_MS } from '#shared/constants.ts'

/**
 * How the waits for the database fit into the promise of `docs/contract.md` §2: a request is answered within two
 * seconds, a search within five.
 *
 *   request   TURN_MS 600 + LOCK_WAIT_MS 900 < APP_ANSWER_LOOKS 16 (1.6 s) < 2 s
 *   line      LINE_MS 3 s + APP_ANSWER_LOOKS 16 (1.6 s) < 5 s: behind calls of one's own account, and only while one of them
 *             gets done every TURN_MS, so while the database answers
 *   search    SEARCH_DEADLINE_MS 4 s + 400 = QUESTION_MS < SEARCH_ANSWER_LOOKS 45 (4.5 s) < CHARGED_WITHIN_MS 4.7 s < 5 s
 *   held row  tries of HELD_TRY_MS 150 until CHARGED_WITHIN_MS; the server ends one by CHARGE_TRY_MS 1.4 s, before the
 *             pool would give it up
 *   silence   SUSPECT_LOOKS 4 + PING_LOOKS 6 (1 s) < APP_ANSWER_LOOKS
 *   server    STATEMENT_MS 5 s and CONNECT_SECONDS 5 < REPLACE_LOOKS 70 (7 s): what takes longer is dead
 */

/** Waits of a pool are counted in looks and not by a clock: a thread that stood still itself must not blame the database. */
export const LOOK_MS = 100

/** From here on, statements and transactions of a request are told that the database does not answer. */
export const APP_ANSWER_LOOKS = 16
export const SEARCH_ANSWER_LOOKS = 45
/** A statement under way for longer has a dead connection: the server itself would have ended it. */
export const REPLACE_LOOKS = 70

/** A statement that takes as long makes the server be asked whether it answers at all. */
export const SUSPECT_LOOKS = 4
/** An answer to that takes a millisecond on a connection that stands. */
export const PING_LOOKS = 6
/** While it is silent it is asked anew so often. */
export const RETRY_LOOKS = 6
export const CONNECT_SECONDS = 5
/** Of a ping that has to connect first; a moment less, as a connection that gives up itself would pass for a refusal. */
export const CONNECT_LOOKS = (CONNECT_SECONDS * 1_000) / LOOK_MS - 2

/** The server's own limits for the application. */
export const STATEMENT_MS = 5_000
export const LOCK_WAIT_MS = 900

/** A wait behind other calls of one's own account of which none gets done, beside the wait for the row itself. */
export const TURN_MS = 600
/** The whole wait while they do. */
export const LINE_MS = 3_000

/** From the call to the end of the search. */
export const QUESTION_MS = SEARCH_DEADLINE_MS + 400
/** From the call to the charge. */
export const CHARGED_WITHIN_MS = 4_700
/** A wait for a user's row that somebody holds; then the others who wait for one have their turn. */
export const HELD_TRY_MS = 150
/** Limit of a charge that waits for its user's row, so that the pool never leaves one behind. */
export const CHARGE_TRY_MS = 1_400

/** A page waits for a preview as long; a large file takes longer. */
export const PREVIEW_WAIT_MS = 8_000
