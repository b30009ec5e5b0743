import { Elysia } from 'elysia'
import type { Role } from '#shared/labels/roles.ts'
import { addressReader } from './client-address.ts'
import type { Context } from './context.ts'
import { Refusal } from './refusal.ts'
import { REQUEST_ID_HEADER } from './request-id.ts'
import { type SignedInUser, signedInUser } from './signed-in.ts'

export type { SignedInUser }

/**
 * What a feature's routes stand on. Handlers get `requestId` and `address` (null when the client is unknown); with
 * the route option `{ signedIn: true }` or `{ role }` also `user`, read from the database for this very request.
 * Who may not is refused before the body is looked at: 401 without a live session, 403 without exactly that role.
 */
export const guard = (context: Context) => {
  const readAddress = addressReader(context.config.trustedProxies)

  const admit = async (handling: { request: Request }, role: Role | null) => {
    const user = await signedInUser(context, handling.request.headers)
    if (user === null) throw new Refusal('NOT_SIGNED_IN')
    if (role !== null && user.role !== role) throw new Refusal('FORBIDDEN')
    Object.assign(handling, { user })
  }
  const admitted = (handling: object) => ({ user: (handling as { user: SignedInUser }).user })

  return new Elysia({ name: 'guard' })
    .derive({ as: 'scoped' }, ({ request, server, set }) => ({
      requestId: String(set.headers[REQUEST_ID_HEADER]),
      address: readAddress(request.headers, server?.requestIP(request)?.address)
    }))
    .macro({
      signedIn: (on: boolean) =>
        on ? { transform: handling => admit(handling, null), resolve: admitted } : {},
      role: (role: Role) => ({ transform: handling => admit(handling, role), resolve: admitted })
    })
}
