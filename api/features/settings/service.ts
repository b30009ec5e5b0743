import type { Context } from '#api/context.ts'
import type { Actor } from '#api/db/audit.ts'
import { listExemptAddresses, protectedAddress } from '#api/features/ip-exceptions/service.ts'
import type { ServiceSettings } from '#shared/contracts/admin/settings.ts'
import type { CreditTerms } from '#shared/rules/payments.ts'
import type { CreditTermsForm } from '#shared/rules/settings.ts'
import { readCreditTerms, readTerms, storeTerms, telegramAdministrators } from './store.ts'

type SettingsContext = Pick<Context, 'sql' | 'config'>

export async function readSettings(context: SettingsContext): Promise<ServiceSettings> {
  const { sql, config } = context
  const [terms, telegramAdmins, exemptIps] = await Promise.all([
    readTerms(sql, config.signupRequests),
    telegramAdministrators(sql),
    listExemptAddresses(context)
  ])
  return {
    ok: true,
    ...terms,
    telegram_admins: telegramAdmins,
    exempt_ips: exemptIps,
    protected_ip: protectedAddress(context)
  }
}

/** In force for the next payment and the next registration. */
export async function changeTerms(
  context: SettingsContext,
  form: CreditTermsForm,
  actor: Actor
): Promise<ServiceSettings> {
  await storeTerms(context.sql, form, context.config.signupRequests, actor)
  return await readSettings(context)
}

/** What a dollar buys now. `sql` may be a transaction, which then sees one state of the terms. */
export const creditTermsNow = ({ sql }: Pick<Context, 'sql'>): Promise<CreditTerms> => readCreditTerms(sql)

/** Requests that a new account begins with. */
export const signupRequestsNow = async ({ sql, config }: SettingsContext): Promise<number> =>
  (await readTerms(sql, config.signupRequests)).signup_requests
