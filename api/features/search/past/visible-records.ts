import type { Book } from '#api/book/contract.ts'
import type { SearchPolicy } from '#api/engines/contract.ts'
import { mayBeShown, passGate } from '#api/engines/gate.ts'
import { listNextPages } from '#api/engines/next-page.ts'
import type { SearchEngines } from '#api/engines/search.ts'
import { parseLine } from '#api/features/search/answer/parse-query.ts'
import type { SearchRequest, ShownRequest } from '#api/features/search/answer/prepared-answer.ts'
import { recordNumber } from '#api/lib/hash64.ts'
import { MORE_RECORDS_MAX } from '#shared/constants.ts'

interface VisibleRecords {
  numbers: bigint[]
  /** Every source answered, so missing records may not be shown. */
  isComplete: boolean
}

/** Shown records that may still be shown. */
export async function visibleRecords(
  { book, engine, external }: SearchEngines & { book: Book },
  policy: SearchPolicy,
  request: Pick<SearchRequest, 'query' | 'chosen'>,
  { numbers, sourceKeys }: Extract<ShownRequest, { ask: 'visible' }>,
  signal: AbortSignal,
  until: number
): Promise<VisibleRecords> {
  const msLeft = () => until - performance.now()
  const subjects = await book.readSubjects(numbers.map(BigInt), policy, msLeft(), signal)
  const loaded = (subjects ?? []).filter(record => mayBeShown(record, policy))
  const visible = new Set(loaded.map(({ number }) => number))
  const missing = new Set(numbers.filter(number => !visible.has(number)))
  const adopted = [...policy.sources].filter(([key, own]) => own.adopted && sourceKeys.includes(key))
  const isAdoptedTold = missing.size === 0 || adopted.length === 0 || (await findAdopted())
  return { numbers: [...visible].map(BigInt), isComplete: subjects !== null && isAdoptedTold }

  /** External records are found by repeating the search. False when a source failed. */
  async function findAdopted(): Promise<boolean> {
    const { readings } = parseLine(request.query, request.chosen)
    const within = { ...policy, sources: new Map(adopted) }
    const pages = listNextPages(engine, [], [], null, within, signal, { external, readings })
    for (let isLast = false; !isLast && missing.size > 0; ) {
      const page = await pages.next(MORE_RECORDS_MAX, msLeft())
      if (!page) return false
      isLast = page.isLast
      for (const { record_id } of passGate(page.candidates, within)) {
        const number = String(recordNumber(record_id))
        if (missing.delete(number)) visible.add(number)
      }
    }
    return true
  }
}
