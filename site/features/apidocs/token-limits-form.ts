import type * as v from 'valibot'
import { type PurposeForm, purposeBody } from '#shared/rules/purpose.ts'
import { tokenLimits } from '#shared/rules/tokens.ts'
import { ask } from '#site/lib/ask.ts'
import { createCheck } from '#site/lib/form-check.ts'
import { createForm, type FormCheck, type FormStore } from '#site/lib/form-store.ts'
import { tokens } from './tokens-store.ts'

const checkLimits = createCheck(tokenLimits)
const checkPurpose = createCheck(purposeBody)
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

/** What a token is limited to, all three of which are sent, and what it states where its form asks for that. */
const checkToken: FormCheck<TokenForm> = values => {
  const { title, expires_at, networks } = values
  const limits = checkLimits({ title, expires_at: endOf(expires_at), networks: listOf(networks) })
  const purpose = 'purpose' in values ? checkPurpose(values) : { values: null }
  if (!('refusals' in limits || 'refusals' in purpose))
    return { values: { limits: limits.values, purpose: purpose.values } }
  const refused = [limits, purpose].map(each => ('refusals' in each ? each.refusals : {}))
  return { refusals: Object.assign({}, ...refused) as Record<string, string> }
}

/** An empty field takes a limit away. */
export const createLimitsForm = (id: number): FormStore =>
  createForm({
    loadCheck: async () => checkToken,
    fallback: 'Не удалось сохранить',
    async send({ limits, purpose }) {
      const path = `/api/tokens/${id}`
      if (purpose) await ask(`${path}/purpose`, { method: 'PUT', body: purpose })
      await ask(path, { method: 'PUT', body: limits })
      await tokens.refresh()
      return undefined
    }
  })
