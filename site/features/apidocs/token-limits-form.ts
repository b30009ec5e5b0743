import type * as v from 'valibot'
import type { TokenItem } from '#shared/contracts/tokens.ts'
import { moscowDay } from '#shared/moscow-time.ts'
import { type PurposeForm, purposeBody } from '#shared/rules/purpose.ts'
import { tokenLimits } from '#shared/rules/tokens.ts'
import { ask } from '#site/lib/ask.ts'
import { createCheck } from '#site/lib/form-check.ts'
import { createForm, type FormCheck, type FormStore } from '#site/lib/form-store.ts'
import { tokens } from './tokens-store.ts'

const checkLimits = createCheck(tokenLimits)
const checkPurpose = createCheck(purposeBody)
/** The day of Moscow on which a token ends, as its field has it. */
export const endDay = (expiresAt: string | null): string =>
  expiresAt === null ? '' : moscowDay(new Date(expiresAt))
/** The end of that day in Moscow. */
const endOf = (day: unknown) => (day ? `${day}T20:59:59.000Z` : null)
const listOf = (text: unknown) =>
  String(text ?? '')
    .split(/[\s,;]+/)
    .filter(Boolean)

interface TokenForm {
  limits: v.InferOutput<typeof tokenLimits>
  /** Null where the form does not ask for it. */
  purpose: PurposeForm | null
}

/** What a token is limited to, and what it states where its form asks for that. */
const checkOf =
  (formerDay: string): FormCheck<TokenForm> =>
  values => {
    const { title, expires_at: day, networks } = values
    const end = day === formerDay ? {} : { expires_at: endOf(day) }
    const limits = checkLimits({ title, ...end, networks: listOf(networks) })
    const purpose = 'purpose' in values ? checkPurpose(values) : { values: null }
    if (!('refusals' in limits || 'refusals' in purpose))
      return { values: { limits: limits.values, purpose: purpose.values } }
    const refused = [limits, purpose].map(each => ('refusals' in each ? each.refusals : {}))
    return { refusals: Object.assign({}, ...refused) as Record<string, string> }
  }

/** An empty field takes a limit away; an end whose day was left as it is stays as exact as it is. */
export const createLimitsForm = ({ id, expires_at }: TokenItem): FormStore =>
  createForm({
    loadCheck: async () => checkOf(endDay(expires_at)),
    fallback: 'Не удалось сохранить',
    async send({ limits, purpose }) {
      const path = `/api/tokens/${id}`
      if (purpose) await ask(`${path}/purpose`, { method: 'PUT', body: purpose })
      await ask(path, { method: 'PUT', body: limits })
      await tokens.refresh()
      return undefined
    }
  })
