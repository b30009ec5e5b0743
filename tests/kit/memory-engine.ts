import type { SQL } from 'bun'
import type {
  BatchRemoval,
  Candidate,
  EncodedRecords,
  Lookup,
  LookupAnswer,
  RecordEncoder,
  SearchEngine,
  SearchPolicy,
  WrittenRecords
} from '#api/engines/contract.ts'
import type { IndexRecord } from '#api/engines/index-record.ts'
import { createSuppressedKeys } from '#api/engines/suppressed-keys.ts'
import { suppressionList } from '#api/features/sources/service.ts'
import { recordNumber } from '#api/lib/hash64.ts'
import { surnameKeysOf } from '#shared/identity/lookup/surname-keys.ts'
import type { PlanStep } from '#shared/identity/lookup/types.ts'
import { createVocabulary, magnitudeOf, type Word } from '#shared/identity/lookup/vocabulary.ts'

type Stored = Omit<IndexRecord, 'subjectKeys'> & { batchId: number; subjectKeys: string[] }

const idOf = ({ source, rid }: Pick<Stored, 'source' | 'rid'>) => `${source}:${rid}`
const answersStep = ({ keys, surname }: Stored, step: PlanStep) =>
  step.surname === undefined
    ? step.keys.every(key => keys.includes(key))
    : surnameKeysOf(step).includes(surname ?? '')
const answersAny = (record: Stored, steps: readonly PlanStep[]) =>
  steps.some(step => answersStep(record, step))
const numberOf = (record: Stored) => recordNumber(idOf(record))
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

const isSame = ({ batchId: _, ...one }: Stored, { batchId: __, ...other }: Stored) =>
  Bun.deepEquals(one, other)

const versionOf = ({ batchId, values }: Stored) => ({ batchId, values: [...values] })

/** The smallest engine that keeps the contract: a map in memory. */
export function createMemoryEngine({ owner }: { owner: SQL }): SearchEngine {
  /** What each batch brought of a record, in their order. The last is the present one. */
  const versions = new Map<string, Stored[]>()
  const present = () => [...versions.values()].flatMap(own => own.slice(-1))
  const vocabulary = createVocabulary(Number.POSITIVE_INFINITY)
  const words = new Set<Word>()

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
      for (const record of present()) {
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

  function store(record: Stored, written: Map<string, WrittenRecords>): void {
    const own = versions.get(idOf(record)) ?? []
    const last = own.at(-1)
    const count = written.get(record.source) ?? { added: 0, changed: 0 }
    written.set(record.source, count)
    if (!last) count.added += 1
    else if (last.batchId !== record.batchId && !isSame(last, record)) count.changed += 1
    versions.set(idOf(record), [...own.filter(({ batchId }) => batchId !== record.batchId), record])
  }

  async function takeBack(batchId: number): Promise<{ left: Map<string, Stored[]>; removal: BatchRemoval }> {
    const suppressed = createSuppressedKeys((await suppressionList(owner)).prefixes)
    const removal: BatchRemoval = { removed: 0, restored: 0, kept: 0 }
    const left = new Map<string, Stored[]>()
    for (const [id, own] of versions) {
      const last = own.at(-1)
      let others = own.filter(version => version.batchId !== batchId)
      if (!last || others.length === own.length) continue
      const next = others.at(-1)
      if (next && isSame(next, last)) removal.kept += 1
      else if (last.batchId === batchId) {
        const fit = others.findLastIndex(({ subjectKeys }) => !subjectKeys.some(key => suppressed?.has(key)))
        others = others.slice(0, fit + 1)
        if (others.length > 0) removal.restored += 1
        else removal.removed += 1
      }
      left.set(id, others)
    }
    return { left, removal }
  }

  function remove(records: readonly Stored[]): Map<string, number> {
    for (const record of records) versions.delete(idOf(record))
    return countBySource(records)
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

    async count(steps, policy, cap) {
      const visible = present().filter(each => answersAny(each, steps) && isVisible(each, policy))
      const count = (key: string) => visible.filter(({ source }) => source === key).length
      return new Map([...policy.sources.keys()].map(key => [key, Math.min(cap, count(key))]))
    },

    async list({ steps, earlier, skipped, after, limit }, policy) {
      return present()
        .filter(each => answersAny(each, steps) && !answersAny(each, earlier) && isVisible(each, policy))
        .filter(each => !skipped.includes(numberOf(each)) && (after === null || numberOf(each) > after))
        .sort((a, b) => (numberOf(a) < numberOf(b) ? -1 : 1))
        .slice(0, limit)
        .map(each => candidateOf(each, policy))
    },

    read: async (numbers, policy) =>
      present()
        .filter(each => numbers.includes(numberOf(each)) && isVisible(each, policy))
        .map(each => candidateOf(each, policy)),

    readSubjects: async (numbers, policy) => ({
      records: present()
        .filter(each => numbers.includes(numberOf(each)) && isVisible(each, policy))
        .map(each => ({
          number: String(numberOf(each)),
          source: each.source,
          subjectKeys: policy.suppressedKeys ? each.subjectKeys : null
        })),
      isWhole: true
    }),

    sample: async (source, limit, policy, _timeoutMs, _signal, batch) =>
      present()
        .filter(each => each.source === source && isVisible(each, policy))
        .filter(({ batchId }) => batch === undefined || batchId === batch)
        .slice(0, limit)
        .map(each => candidateOf(each, policy)),

    spellings: async () => [...words].map(word => ({ ...word, magnitude: magnitudeOf(word.met) })),

    describeForeign: async () => 'none',
    lookAdopted: async (_readings, _page, { sources }) => ({
      answers: [],
      failed: new Set(sources.keys()),
      tookUs: new Map(),
      next: new Map()
    }),
    openWriter: async () => ({
      encoding: { module: import.meta.url, data: null },
      commit: async () => {},
      async write({ bytes }, book) {
        const encoded: Stored[] = JSON.parse(new TextDecoder().decode(bytes))
        const written = new Map<string, WrittenRecords>()
        for (const record of encoded) store(record, written)
        await owner.begin(tx => book(tx, written))
        const learned = (word: Word) => words.add(word)
        for (const { names, organisationWords } of encoded) {
          for (const name of names) vocabulary.learn(name, learned)
          for (const word of organisationWords) vocabulary.learnOrganisationWord(word, learned)
        }
      }
    }),

    planRemoval: async batchId => (await takeBack(batchId)).removal,

    removeBatch: (batchId, book, onProgress, inTurn = portion => portion()) =>
      inTurn(async () => {
        const { left, removal } = await takeBack(batchId)
        const gone = present().filter(record => left.get(idOf(record))?.length === 0)
        for (const [id, others] of left) versions.set(id, others)
        await owner.begin(tx => book(tx, remove(gone)))
        onProgress(removal.removed, 1)
        return removal
      }),

    async remake(source, _from, make) {
      let count = 0
      for (const own of versions.values()) {
        for (const [at, { rid, values, batchId, ...old }] of own.entries()) {
          if (old.source !== source) continue
          const { subjectKeys, ...made } = make(rid, values)
          own[at] = { ...made, batchId, subjectKeys: subjectKeys.map(String) }
          if (at === own.length - 1) count += 1
        }
      }
      return { next: null, records: count, part: 1 }
    },

    async removeOfSource(source, most, book) {
      const gone = present().filter(record => record.source === source)
      const removed = remove(gone.slice(0, most))
      if (removed.size > 0) await owner.begin(tx => book(tx, removed))
      return removed.get(source) ?? 0
    },
    interruptedRemovals: async () => new Set(),
    finishRemoval: async () => {},

    readStored: async () => ({
      records: [...versions.values()].flatMap(own => {
        const [record] = own
        return record ? [{ source: record.source, rid: record.rid, versions: own.map(versionOf) }] : []
      }),
      next: null
    }),
    lostSources: async () => new Set(),
    countStored: async () => countBySource(present()),
    clear: async () => versions.clear(),

    health: async () => ({ ok: true, records: versions.size }),
    close: async () => {}
  }
}
