import { Elysia } from 'elysia'
import type { Context } from '#api/context.ts'
import type { Actor } from '#api/db/audit.ts'
import { addressPrefix } from '#api/http/client-address.ts'
import { type Access, accessDetail } from '#api/http/route-contract.ts'
import type { Role } from '#shared/labels/roles.ts'
import type { SignedInUser } from './service.ts'

export type { SignedInUser }

type Transform = (handling: { request: Request }) => Promise<void>

/**
 * What a feature's routes stand on, each by a route option, so that no other route pays for it:
 *
 * - `{ signedIn: true }` or `{ role }` gives the handler `user`, read from the database for this very request. Who may
 *   not is refused before the body is looked at: 401 without a live session, 403 without exactly that role.
 * - `{ signedIn: 'set_up' }` is for administrators too who still have to set up a second factor.
 * - `{ takesToken: true }` says that a token will do too: the handler asks who calls.
 * - `{ addressed: true }` gives it `address`, null when the client is unknown, and `certainAddress` for an exemption.
 */
export const guard = (context: Context) => {
  const admitted = (handling: object) => ({ user: (handling as { user: SignedInUser }).user })
  const admission = (access: Pick<Access, 'role' | 'isSetUp'>) => {
    const join = async ({ request }: { request: Request }) => ({
      user: await context.sessions.admit(request, access)
    })
    // What a transform returns joins the handling, though its type does not say so; `admitted` says it.
    return join as unknown as Transform
  }

  return new Elysia({ name: 'guard' }).macro({
    signedIn: (who: true | 'set_up') => ({
      transform: admission({ role: null, isSetUp: who === 'set_up' }),
      resolve: admitted,
      detail: accessDetail(null, { isSetUp: who === 'set_up' })
    }),
    takesToken: (on: boolean) => (on ? { detail: accessDetail(null, { takesToken: true }) } : {}),
    role: (role: Role) => ({
      transform: admission({ role, isSetUp: false }),
      resolve: admitted,
      detail: accessDetail(role)
    }),
    addressed: (on: boolean) =>
      on
        ? {
            resolve: ({ request, server }) => ({
              ...context.clientOf(request.headers, server?.requestIP(request)?.address)
            })
          }
        : {}
  })
}

/** Who acts, for the audit, of a route that is guarded and `addressed`. */
export const actorOf = (user: SignedInUser, address: string | null): Actor => ({
  actorId: user.id,
  ipPrefix: addressPrefix(address)
})
