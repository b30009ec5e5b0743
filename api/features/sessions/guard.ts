import { Elysia } from 'elysia'
import type { Context } from '#api/context.ts'
import type { Actor } from '#api/db/audit.ts'
import { addressPrefix } from '#api/http/client-address.ts'
import { accessDetail } from '#api/http/route-contract.ts'
import { Refusal } from '#api/lib/refusal.ts'
import type { Role } from '#shared/labels/roles.ts'
import type { SignedInUser } from './service.ts'

export type { SignedInUser }

type Transform = (handling: { request: Request }) => Promise<void>

/**
 * Who calls a guarded route. Asked of a call that may have a body before that is read, of any other before its handler.
 *
 * @throws Refusal `NOT_SIGNED_IN`, `FORBIDDEN`.
 */
export async function admit(
  { sessions }: Pick<Context, 'sessions'>,
  request: Request,
  role: Role | null
): Promise<SignedInUser> {
  const user = await sessions.userOf(request)
  if (user === null) throw new Refusal('NOT_SIGNED_IN')
  if (role !== null && user.role !== role) throw new Refusal('FORBIDDEN')
  return user
}

/**
 * What a feature's routes stand on, each by a route option, so that no other route pays for it:
 *
 * - `{ signedIn: true }` or `{ role }` gives the handler `user`, read from the database for this very request. Who may
 *   not is refused before the body is looked at: 401 without a live session, 403 without exactly that role.
 * - `{ takesToken: true }` says that a token will do too: the handler asks who calls.
 * - `{ addressed: true }` gives it `address`, null when the client is unknown, and `certainAddress` for an exemption.
 */
export const guard = (context: Context) => {
  const admitted = (handling: object) => ({ user: (handling as { user: SignedInUser }).user })
  const admission = (role: Role | null) => {
    const join = async ({ request }: { request: Request }) => ({ user: await admit(context, request, role) })
    // What a transform returns joins the handling, though its type does not say so; `admitted` says it.
    return join as unknown as Transform
  }

  return new Elysia({ name: 'guard' }).macro({
    signedIn: (on: boolean) =>
      on ? { transform: admission(null), resolve: admitted, detail: accessDetail(null) } : {},
    takesToken: (on: boolean) => (on ? { detail: accessDetail(null, true) } : {}),
    role: (role: Role) => ({
      transform: admission(role),
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
