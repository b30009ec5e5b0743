import type { Context } from '#api/context.ts'
import type { PurposeCode } from '#shared/labels/purposes.ts'
import type { Role } from '#shared/labels/roles.ts'
import type { Purpose } from './purpose.ts'

/** `MASKED_ROLES` */
export const isMasked = ({ config }: Pick<Context, 'config'>, { role }: { role: Role }): boolean =>
  config.maskedRoles.includes(role)

export const disclosureFor = (
  context: Pick<Context, 'config'>,
  caller: { role: Role },
  purpose: Pick<Purpose, 'code'> | null
): { purpose: PurposeCode | null; isMasked: boolean } => ({
  purpose: purpose?.code ?? null,
  isMasked: isMasked(context, caller)
})
