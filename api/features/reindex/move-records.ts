import type { SQL } from 'bun'
import type {
  EncodedRecords,
  RecordEncoder,
  RecordWriter,
  SearchEngine,
  SourceKey
} from '#api/engines/contract.ts'
import { FOLLOWED_MS } from '#api/engines/held-engine.ts'
import { createEncoder } from '#api/engines/index.ts'
import { createIndexRecords, type IndexRecord } from '#api/engines/index-record.ts'
import { readHolder, whileNobodyWrites } from '#api/engines/record-holder.ts'
import type { StoredRecord } from '#api/engines/stored-record.ts'
import { type DeclaredSource, declaredSources } from '#api/features/sources/service.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import { SEARCH_DEADLINE_MS } from '#shared/constants.ts'
import { beginMove, forgetMove, noteLeft, notePlace, switchHolder } from './store.ts'

export interface Move {
  owner: SQL
  /** All engines that the configuration allows. */
  engines: readonly SearchEngine[]
  /** Name of the engine that the records move to. */
  to: string
  suppressKey: string
  onProgress(moved: number, total: number): void
  report(text: string): void
  /** How long searches that were begun may still ask the engine that the records have left. */
  followedMs?: number
}

export interface Moved {
  records: number
  /** False when they were there already. */
  isNew: boolean
}

const number = new Intl.NumberFormat('ru-RU')

/**
 * Copies all records with their versions to another engine, compares, and switches: until then the present engine
 * answers. Nothing is written meanwhile. A move that was killed goes on where it stopped; when counts differ, nothing is
 * switched.
 *
 * @throws OperatorError which says what differs, or what is in the way.
 */
export async function moveRecords(move: Move): Promise<Moved> {
  const { owner, engines, to, report, followedMs = FOLLOWED_MS + SEARCH_DEADLINE_MS + 1_000 } = move
  const [preferred] = engines
  const { engine: from, leaving } = await readHolder(owner, preferred?.name ?? to)
  const [holder, target] = [engineNamed(engines, from), engineNamed(engines, to)]
  if (leaving !== null) await clearLeft(owner, engineNamed(engines, leaving))
  if (from === to) return { records: sum(await target.countStored()), isNew: false }
  await target.open()
  return await whileNobodyWrites(owner, async () => {
    const sources = await declaredSources(owner)
    refuseAdopted(sources, to)
    await copy(move, sources, holder, target)
    const records = await compare(owner, holder, target)
    await switchHolder(owner)
    report(`Отвечает ${to}, записей ${number.format(records)}. Убираю прежние записи из ${from}…`)
    await Bun.sleep(followedMs)
    await clearLeft(owner, holder)
    return { records, isNew: true }
  })
}

function engineNamed(engines: readonly SearchEngine[], name: string): SearchEngine {
  const found = engines.find(engine => engine.name === name)
  if (found) return found
  throw new OperatorError(`Настройки не ведут в ${name}: задайте ELASTICSEARCH_URL.`)
}

/** Nobody but Elasticsearch has what it holds of indices that this product did not make. */
function refuseAdopted(sources: readonly DeclaredSource[], to: string): void {
  const adopted = sources.filter(source => source.adopted).map(({ key }) => key)
  if (adopted.length === 0 || to !== 'postgres') return
  throw new OperatorError(
    `Принятые индексы есть только в Elasticsearch: ${adopted.join(', ')}. Сначала удалите их из списка источников: ` +
      'сами индексы останутся.'
  )
}

async function copy(
  move: Move,
  sources: readonly DeclaredSource[],
  holder: SearchEngine,
  target: SearchEngine
): Promise<void> {
  const { owner, to, report, onProgress } = move
  const before = await readHolder(owner, holder.name)
  const isResumed = before.target === to && before.moved > 0
  if (isResumed) report(`Продолжаю: перенесено записей ${number.format(before.moved)}`)
  else {
    await target.clear()
    await beginMove(owner, to)
  }
  const total = sum(await holder.countStored())
  const writer = await target.openWriter(
    {
      sources: sources.map(({ key }) => key),
      expectedRecords: total - before.moved,
      isResumed,
      isProbablyNew: !isResumed,
      isMove: true
    },
    report
  )
  try {
    const encoder = await createEncoder(writer.encoding)
    const recordOf = recordMaker(sources, move.suppressKey)
    let moved = isResumed ? before.moved : 0
    let place = isResumed ? before.place : null
    let page = isResumed && place === null ? null : holder.readStored(place)
    onProgress(moved, total)
    while (page) {
      const { records, next } = await page
      moved += records.length
      place = next
      // Read while this page is written.
      page = next === null ? null : holder.readStored(next)
      page?.catch(() => {})
      await writePage(records, { writer, encoder, recordOf }, tx => notePlace(tx, place, moved))
      onProgress(moved, total)
    }
  } finally {
    await writer.commit()
  }
}

type MakeRecord = (source: SourceKey, rid: string, values: readonly string[]) => IndexRecord

/** Spellings are known from when the records came. */
function recordMaker(sources: readonly DeclaredSource[], suppressKey: string): MakeRecord {
  const makers = new Map(sources.map(source => [source.key, createIndexRecords(source, suppressKey)]))
  return (source, rid, values) => {
    const make = makers.get(source)
    if (!make) throw new Error('a record of no source')
    return { ...make(rid, values), names: [] }
  }
}

interface PageWriting {
  writer: RecordWriter
  encoder: RecordEncoder
  recordOf: MakeRecord
}

/** Writes the first version of every record, then the second of those that have one, and so on. */
async function writePage(
  records: readonly StoredRecord[],
  { writer, encoder, recordOf }: PageWriting,
  note: (tx: SQL) => Promise<void>
): Promise<void> {
  const layers = Math.max(1, ...records.map(({ versions }) => versions.length))
  for (let layer = 0; layer < layers; layer += 1) {
    for (const { source, rid, versions } of records) {
      const version = versions[layer]
      if (version) encoder.add(recordOf(source, rid, version.values), version.batchId)
    }
    const chunk: EncodedRecords = encoder.take()
    await writer.write(chunk, async tx => {
      if (layer === layers - 1) await note(tx)
    })
  }
}

/** @returns How many records both have. */
async function compare(owner: SQL, holder: SearchEngine, target: SearchEngine): Promise<number> {
  const [old, copied] = await Promise.all([holder.countStored(), target.countStored()])
  const different = [...new Set([...old.keys(), ...copied.keys()])]
    .filter(key => (old.get(key) ?? 0) !== (copied.get(key) ?? 0))
    .map(key => `${key}: ${number.format(old.get(key) ?? 0)} и ${number.format(copied.get(key) ?? 0)}`)
  if (different.length === 0) return sum(old)
  await forgetMove(owner)
  throw new OperatorError(
    `Записей в ${holder.name} и ${target.name} не поровну: ${different.join('; ')}. Отвечает по-прежнему ` +
      `${holder.name}; следующий перенос начнётся сначала.`
  )
}

async function clearLeft(owner: SQL, left: SearchEngine): Promise<void> {
  await left.clear()
  await noteLeft(owner)
}

const sum = (counts: ReadonlyMap<SourceKey, number>) =>
  [...counts.values()].reduce((all, one) => all + one, 0)
