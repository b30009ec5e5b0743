import * as v from 'valibot'
import type { Context } from '#api/context.ts'
import { readForm } from '#api/http/body.ts'
import { codeOfText, Refusal } from '#api/lib/refusal.ts'
import { BODY_MAX_BYTES, LIST_FILE_MAX_BYTES } from '#shared/constants.ts'
import { type NewListBody, newListBody } from '#shared/contracts/lists/lists.ts'
import { callerOf, type ListCaller } from './caller.ts'

/** The file and its form, or 10,000 lines as JSON. */
const LIST_BODY_MAX_BYTES = LIST_FILE_MAX_BYTES + BODY_MAX_BYTES
/** Callers who are not known before their body is read take turns with each other. */
const UNKNOWN = 0

/**
 * Reads the body of a new list, in turn with other lists, and hands it to `work`. Whoever names a token in the body alone is
 * known only then.
 *
 * @throws Refusal `LIST_FILE_TOO_LARGE`, `LISTS_BEING_READ`, `BAD_INPUT`; as `callerOf`.
 */
export async function takeNewList<T>(
  context: Context,
  { request, address, query }: { request: Request; address: string | null; query: object },
  work: (caller: ListCaller, body: NewListBody) => Promise<T>
): Promise<T> {
  const isNamed = request.headers.has('authorization') || request.headers.has('cookie')
  const namedCaller = isNamed ? await callerOf(context, { request, address, query }) : null
  const slot = await context.admissions.lists
    .enter(namedCaller?.userId ?? UNKNOWN, request.signal)
    .catch(error => {
      throw error instanceof Refusal ? new Refusal('LISTS_BEING_READ', { retryAfterSeconds: 3 }) : error
    })
  try {
    const form = await readForm(request, { most: LIST_BODY_MAX_BYTES, takesFiles: true }).catch(error => {
      const isLarge = error instanceof Refusal && error.code === 'BODY_TOO_LARGE'
      throw isLarge ? new Refusal('LIST_FILE_TOO_LARGE') : error
    })
    const checked = v.safeParse(newListBody, form)
    if (!checked.success) throw new Refusal(codeOfText(checked.issues[0].message))
    const body = checked.output
    const caller = namedCaller ?? (await callerOf(context, { request, address, query, body }))
    return await work(caller, body)
  } finally {
    slot.leave()
  }
}
