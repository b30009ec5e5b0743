import type { SQL } from 'bun'
import type {
  Candidate,
  EncodedRecords,
  Lookup,
  LookupAnswer,
  RecordEncoder,
  SearchEngine,
  SearchPolicy
} from '#api/engines/contract.ts'
import type { IndexRecord } from '#api/engines/index-record.ts'
import { type Spelling, spellingsOf } from '#shared/identity/lookup/spelling-index.ts'
import type { PlanStep } from '#shared/identity/lookup/types.ts'

type Stored = Omit<IndexRecord, 'subjectKeys'> & { batchId: number; subjectKeys: string[] }

const idOf = ({ source, rid }: Pick<Stored, 'source' | 'rid'>) => `${source}:${rid}`
const answersStep = ({ keys, surname }: Stored, step: PlanStep) =>
  step.surname === undefined ? step.keys.every(key => keys.includes(key)) : surname === step.surname
const isVisible = ({ source, subjectKeys }: Stored, { sources, suppressedKeys }: SearchPolicy) =>
  sources.has(source) && !subjectKeys.some(key => suppressedKeys?.has(key))

const countBySource = (records: readonly Stored[]): Map<string, number> =>
  new Map([...Map.groupBy(records, ({ source }) => source)].map(([source, own]) => [source, own.length]))

/** For `createEncoder` of the registry. */
export function createEncoder(): RecordEncoder {
  let pending = new Map<string, Stored>()
  return {
    add({ subjectKeys, ...record }, batchId) {
      pending.set(idOf(record), { ...record, batchId, subjectKeys: subjectKeys.map(String) })
    },
    take(): EncodedRecords {
      const encoded = [...pending.values()]
      pending = new Map()
      const bytes = new TextEncoder().encode(JSON.stringify(encoded))
      return { bytes, spellings: '', counts: countBySource(encoded) }
    },
    discard: () => pending.clear()
  }
}

/** The smallest engine that keeps the contract: a map in memory. */
export function createMemoryEngine({ owner }: { owner: SQL }): SearchEngine {
  const records = new Map<string, Stored>()
  const spellings: Spelling[] = []

  function candidateOf(record: Stored, policy: SearchPolicy): Candidate {
    const labels = policy.sources.get(record.source)?.labels ?? []
    const filled = record.values.map((value, at) => [labels[at] ?? '', value] as const)
    const fields = Object.fromEntries(filled.filter(([label, value]) => label !== '' && value !== ''))
    const subjectKeys = policy.suppressedKeys ? record.subjectKeys : null
    return { record_id: idOf(record), source: record.source, fields, subjectKeys }
  }

  function answerTo({ steps, limits }: Lookup, policy: SearchPolicy): LookupAnswer {
    const answer: LookupAnswer = { candidates: [], more: new Set() }
    for (const step of steps) {
      const counts = new Map<string, number>()
      let total = 0
      for (const record of records.values()) {
        if (!answersStep(record, step) || !isVisible(record, policy)) continue
        if (answer.candidates.some(({ record_id }) => record_id === idOf(record))) continue
        const count = counts.get(record.source) ?? 0
        const isOver = count >= limits.perSource || (step.surname === undefined && total >= limits.total)
        if (isOver) answer.more.add(record.source)
        else {
          counts.set(record.source, count + 1)
          total += 1
          answer.candidates.push(candidateOf(record, policy))
        }
      }
    }
    return answer
  }

  return {
    name: 'memory',
    open: async () => {},

    async look(lookups, policy, _timeoutMs, signal) {
      signal.throwIfAborted()
      if (!policy?.sources) throw new Error('search without a policy')
      const tookUs = new Map([...policy.sources.keys()].map(key => [key, 1]))
      return { answers: lookups.map(lookup => answerTo(lookup, policy)), failed: new Set(), tookUs }
    },

    async count(step, policy, cap) {
      const visible = [...records.values()].filter(each => answersStep(each, step) && isVisible(each, policy))
      const count = (key: string) => visible.filter(({ source }) => source === key).length
      return new Map([...policy.sources.keys()].map(key => [key, Math.min(cap, count(key))]))
    },

    spellings: async () => spellings,

    openWriter: async () => ({
      encoding: { module: import.meta.url, data: null },
      commit: async () => {},
      async write({ bytes }, book) {
        const encoded: Stored[] = JSON.parse(new TextDecoder().decode(bytes))
        const fresh = countBySource(encoded.filter(each => !records.has(idOf(each))))
        for (const record of encoded) records.set(idOf(record), record)
        await owner.begin(tx => book(tx, fresh))
        spellings.push(...encoded.flatMap(({ names }) => names.flatMap(spellingsOf)))
      }
    }),

    async removeBatch(batchId, book, onProgress) {
      const gone = [...records.values()].filter(record => record.batchId === batchId)
      for (const record of gone) records.delete(idOf(record))
      await owner.begin(tx => book(tx, countBySource(gone)))
      onProgress(gone.length, 1)
      return gone.length
    },

    health: async () => ({ ok: true, records: records.size }),
    close: async () => {}
  }
}
