import { atom, type WritableAtom } from 'nanostores'
import { API_INTERVAL_MS, API_LIMIT_DEFAULT } from '#shared/constants.ts'
import type { BalanceAnswer, PublicSearchAnswer } from '#shared/contracts/programs/public-api.ts'
import { errorText } from '#site/lib/ask.ts'
import { updateUser } from '#site/lib/session-store.ts'
import { askPlainly } from './ask-plainly.ts'

/** What examples and trials call with: in the memory of this page alone. */
export const $token = atom('')
export const $line = atom('Примеров Илья 14.03.1981')
export const $limit = atom(String(API_LIMIT_DEFAULT))

/** A call that was made from the page. */
export type Trial =
  | { step: 'idle' | 'running' }
  | {
      step: 'done'
      status: number
      tookMs: number
      /** Null of an answer that names none. */
      charged: number | null
      balance: number | null
      /** The answer as JSON, long lists and deep objects cut short. */
      text: string
    }
  | { step: 'failed'; text: string }

export const $searchTrial = atom<Trial>({ step: 'idle' })
export const $balanceTrial = atom<Trial>({ step: 'idle' })

export const trySearch = () =>
  run($searchTrial, '/api/search', {
    token: $token.get(),
    request: $line.get(),
    limit: Number($limit.get())
  })

export const tryBalance = () => run($balanceTrial, '/api/balance', { token: $token.get() })

let turn: Promise<unknown> = Promise.resolve()

/** One call after the other in the pace of the API, so that the page does not run into its limit. Never rejects. */
function run($trial: WritableAtom<Trial>, path: string, body: object): Promise<void> {
  $trial.set({ step: 'running' })
  const call = turn.then(async () => {
    const trial = await callOnce(path, body)
    $trial.set(trial)
  })
  turn = call.then(() => new Promise(resolve => setTimeout(resolve, API_INTERVAL_MS)))
  return call
}

async function callOnce(path: string, body: object): Promise<Trial> {
  try {
    const { status, text, tookMs } = await askPlainly(path, body)
    const answer = readAnswer(text)
    const { charged = null, balance = null } = answer
    if (balance !== null) updateUser({ requests_count: balance })
    return {
      step: 'done',
      status,
      tookMs,
      charged,
      balance,
      text: JSON.stringify(abridge(answer, 0), null, 2)
    }
  } catch (error) {
    return { step: 'failed', text: errorText(error) }
  }
}

type Counted = Partial<Pick<PublicSearchAnswer, 'charged'> & Pick<BalanceAnswer, 'balance'>>

/** What lies between may have answered with a page. */
function readAnswer(text: string): Counted & Record<string, unknown> {
  try {
    return JSON.parse(text)
  } catch {
    return { answer: text }
  }
}

/** What is deeper is told by three dots. */
const SHOWN_LEVELS = 4
/** Of a nested object. */
const SHOWN_KEYS = 6

/** The first of each list and of each nested object, as an answer is easier to understand than to read. */
function abridge(value: unknown, level: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (level >= SHOWN_LEVELS) return Array.isArray(value) ? ['…'] : { '…': '…' }
  if (Array.isArray(value)) {
    const rest = value.length > 1 ? [`… ещё ${value.length - 1}`] : []
    return [...value.slice(0, 1).map(item => abridge(item, level + 1)), ...rest]
  }
  const entries = Object.entries(value).map(([key, own]) => [key, abridge(own, level + 1)])
  const isMap = Object.values(value).every(own => typeof own === 'object' && own !== null)
  const shown = level === 0 ? entries : entries.slice(0, isMap ? 1 : SHOWN_KEYS)
  const rest = entries.length - shown.length
  return Object.fromEntries(rest > 0 ? [...shown, ['…', `ещё ${rest}`]] : shown)
}
