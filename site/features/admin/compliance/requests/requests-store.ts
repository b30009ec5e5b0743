import { atom } from 'nanostores'
import type {
  CodeAnswer,
  DecidedAnswer,
  ReachAnswer,
  RequestAnswer,
  RequestsAnswer,
  RequestView
} from '#shared/contracts/admin/subject-requests.ts'
import type { ReportAnswer } from '#shared/contracts/privacy/privacy.ts'
import type { RequestDecision } from '#shared/rules/subject-request.ts'
import { createList } from '#site/features/admin/parts/list-store.ts'
import { ask } from '#site/lib/ask.ts'
import { createLoad } from '#site/lib/load-store.ts'

const PATH = '/api/auth/admin/subject_requests'

export const requests = createList<{ list: string }, RequestsAnswer>(
  PATH,
  { list: 'waiting' },
  { requests: [{ id: 0, number: '' }] as never, total: 0, counts: { waiting: 0 } }
)

/** The request that is open in place of the list; null while none is. */
export const $opened = atom<number | null>(null)

export const request = createLoad(async () => {
  const { request } = await ask<RequestAnswer>(`${PATH}/${$opened.get()}`, {
    shape: { request: { id: 0, number: '' } }
  })
  return request
})

/** What is to be handed over after a decision; null where it was sent. */
export const $handOver = atom<DecidedAnswer['hand_over']>(null)

export function openRequest(id: number | null): void {
  $handOver.set(null)
  $opened.set(id)
  if (id === null) requests.refresh()
  else request.load()
}

/** @throws AskError */
export const askCode = ({ id }: RequestView): Promise<CodeAnswer> =>
  ask<CodeAnswer>(`${PATH}/${id}/code`, { method: 'POST', shape: { code: '', contact: '' } })

/** @throws AskError */
export const askReport = ({ id }: RequestView, isWhole: boolean): Promise<ReportAnswer> =>
  ask<ReportAnswer>(`${PATH}/${id}/report?whole=${isWhole ? '1' : ''}`, {
    shape: { report: { number: '', records: [] } }
  })

/** @throws AskError */
export const askReach = ({ id }: RequestView, isWhole: boolean): Promise<ReachAnswer> =>
  ask<ReachAnswer>(`${PATH}/${id}/reach?whole=${isWhole ? '1' : ''}`, {
    shape: { reach: { taken: { count: 0 }, hidden: { count: 0 }, near: { count: 0 }, linked: [] } }
  })

/** @throws AskError */
export async function decide({ id }: RequestView, body: RequestDecision): Promise<string> {
  return take(await ask<DecidedAnswer>(`${PATH}/${id}/decide`, { body, shape: { message: '' } }))
}

/** @throws AskError */
export async function sendAgain({ id }: RequestView): Promise<string> {
  return take(await ask<DecidedAnswer>(`${PATH}/${id}/send`, { method: 'POST', shape: { message: '' } }))
}

function take({ message, request: changed, hand_over }: DecidedAnswer): string {
  request.change(() => changed)
  $handOver.set(hand_over)
  return message
}
