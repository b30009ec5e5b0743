import * as v from 'valibot'
import type { Context } from '#api/context.ts'
import { tokenIn } from '#api/features/search/public/service.ts'
import { readForm } from '#api/http/body.ts'
import { addressPrefix } from '#api/http/client-address.ts'
import { codeOfText, Refusal } from '#api/lib/refusal.ts'
import { BODY_MAX_BYTES, LIST_FILE_MAX_BYTES } from '#shared/constants.ts'
import { type NewListBody, newListBody } from '#shared/contracts/lists/lists.ts'
import { callerOf, type ListCaller } from './caller.ts'

/** The file and its form, or 10,000 lines as JSON. */
const LIST_BODY_MAX_BYTES = LIST_FILE_MAX_BYTES + BODY_MAX_BYTES

/**
 * Reads the body of a new list, and hands it to `work` in turn with other lists. Whoever names a token in the body alone is
 * known only then, and takes turns with others of the same network.
 *
 * @throws Refusal `LIST_FILE_TOO_LARGE`, `LISTS_BEING_READ`, `BAD_INPUT`; as `callerOf`, `NOT_SIGNED_IN` after the body.
 */
export async function takeNewList<T>(
  context: Context,
  { request, address }: { request: Request; address: string | null },
  work: (caller: ListCaller, body: NewListBody) => Promise<T>
): Promise<T> {
  const namedCaller = await callerOf(context, { request, address }).catch(error => {
    // A cookie may be another site's: the token is in the body.
    if (error instanceof Refusal && error.code === 'NOT_SIGNED_IN') return null
    throw error
  })
  const { lists, listBodies } = context.admissions
  return await inTurn(listBodies, namedCaller?.userId ?? networkNumber(address), request, async () => {
    const body = await readNewList(request)
    const isNamed = tokenIn(body, {}, request.headers) === tokenIn(null, {}, request.headers)
    const caller = namedCaller && isNamed ? namedCaller : await callerOf(context, { request, address, body })
    return await inTurn(lists, caller.userId, request, () => work(caller, body))
  })
}

/** No account has it. */
const networkNumber = (address: string | null) => -1 - Bun.hash.crc32(addressPrefix(address) ?? '')

async function inTurn<T>(
  line: Context['admissions']['lists'],
  who: number,
  { signal }: Request,
  work: () => Promise<T>
): Promise<T> {
  const slot = await line.enter(who, signal).catch(error => {
    throw error instanceof Refusal ? new Refusal('LISTS_BEING_READ', { retryAfterSeconds: 3 }) : error
  })
  try {
    return await work()
  } finally {
    slot.leave()
  }
}

async function readNewList(request: Request): Promise<NewListBody> {
  const form = await readForm(request, { most: LIST_BODY_MAX_BYTES, takesFiles: true }).catch(error => {
    const isLarge = error instanceof Refusal && error.code === 'BODY_TOO_LARGE'
    throw isLarge ? new Refusal('LIST_FILE_TOO_LARGE') : error
  })
  const checked = v.safeParse(newListBody, form)
  if (!checked.success) throw new Refusal(codeOfText(checked.issues[0].message))
  return checked.output
}
