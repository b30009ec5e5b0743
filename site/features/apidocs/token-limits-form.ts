import { tokenLimits } from '#shared/rules/tokens.ts'
import { ask } from '#site/lib/ask.ts'
import { createCheck } from '#site/lib/form-check.ts'
import { createForm, type FormStore } from '#site/lib/form-store.ts'
import { tokens } from './tokens-store.ts'

const checkLimits = createCheck(tokenLimits)
/** The end of that day in Moscow. */
const endOf = (day: unknown) => (day ? `${day}T20:59:59.000Z` : null)
const listOf = (text: unknown) =>
  String(text ?? '')
    .split(/[\s,;]+/)
    .filter(Boolean)

/** What a token is limited to: all three are sent, an empty field takes a limit away. */
export const createLimitsForm = (id: number): FormStore =>
  createForm({
    loadCheck:
      async () =>
      ({ title, expires_at, networks }: Record<string, unknown>) =>
        checkLimits({ title, expires_at: endOf(expires_at), networks: listOf(networks) }),
    fallback: 'Не удалось сохранить',
    async send(body) {
      await ask(`/api/tokens/${id}`, { method: 'PUT', body })
      await tokens.refresh()
      return undefined
    }
  })
