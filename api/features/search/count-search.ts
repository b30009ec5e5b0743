import { Refusal } from '#api/lib/refusal.ts'
import type { Metrics, SearchDoor, SearchOutcome } from '#api/metrics/contract.ts'
import type { ReplayedAnswer } from './replay-cache.ts'

export function doorOf(isApi: boolean, listId: number | null | undefined): SearchDoor {
  if (typeof listId === 'number') return 'list'
  return isApi ? 'api' : 'page'
}

export async function countSearch<T extends { answer: Pick<ReplayedAnswer, 'isComplete' | 'outcome'> }>(
  metrics: Metrics,
  door: SearchDoor,
  signal: AbortSignal,
  search: () => Promise<T>
): Promise<T> {
  const startedAt = performance.now()
  const count = (outcome: SearchOutcome, answer?: T['answer']) =>
    metrics.searched({
      door,
      kind: answer?.outcome?.kind ?? null,
      outcome,
      seconds: (performance.now() - startedAt) / 1_000
    })
  try {
    const paid = await search()
    count(paid.answer.isComplete ? 'complete' : 'partial', paid.answer)
    return paid
  } catch (error) {
    if (error instanceof Refusal) count(error.code)
    else count(signal.aborted ? 'left' : 'failed')
    throw error
  }
}
