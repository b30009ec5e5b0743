import * as v from 'valibot'
import { LISTS_PER_ACCOUNT } from '#shared/constants.ts'
import { ownLists } from '#shared/contracts/auth.ts'
import { PROBLEMS } from '#shared/problems.ts'

const WRONG = PROBLEMS.BAD_INPUT.text

/** `GET /api/lists`. */
export const listsQuery = v.object(
  {
    /** Those alone that have ended and were not looked at since. */
    new: v.optional(v.picklist(['true'], WRONG))
  },
  WRONG
)

/** `POST /api/lists/seen`: these were looked at. Of others, and of those that run by now, nothing is changed. */
export const seenListsBody = v.object(
  {
    token: v.nullish(v.string(WRONG)),
    ids: v.pipe(v.array(v.string(WRONG), WRONG), v.maxLength(LISTS_PER_ACCOUNT, WRONG))
  },
  WRONG
)
export const seenListsAnswer = v.strictObject({ ok: v.literal(true), lists: ownLists })
