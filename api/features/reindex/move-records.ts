import type { SQL } from 'bun'
import type { SearchEngine, SourceKey } from '#api/engines/contract.ts'
import { FOLLOWED_MS } from '#api/engines/current-engine.ts'
import { engineNamed, readHolder, whileNobodyWrites } from '#api/engines/record-holder.ts'
import { openStoredCopy } from '#api/engines/stored-copy.ts'
import { type DeclaredSource, declaredSources } from '#api/features/sources/service.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import { SEARCH_DEADLINE_MS } from '#shared/constants.ts'
import { countAsBooked } from './booked-records.ts'
import { beginMove, forgetMove, noteLeft, notePlace, switchHolder } from './store.ts'

export interface Move {
  owner: SQL
  /** All engines that the configuration allows. */
  engines: readonly SearchEngine[]
  /** Name of the engine that the records move to. */
  to: string
  suppressKey: string
  /** Sources that move with as many records as there are, whatever is booked. */
  accepted: ReadonlySet<SourceKey>
  onProgress(moved: number, total: number): void
  report(text: string): void
  /** How long searches that were begun may still ask the engine that the records have left. */
  followedMs?: number
}

export interface MoveResult {
  records: number
  /** False when they were there already. */
  isNew: boolean
}

const number = new Intl.NumberFormat('ru-RU')

/**
 * Copies all records with their versions to another engine, compares, and switches: until then the present engine
 * answers. Nothing is written meanwhile. A move that was killed goes on where it stopped. When the present engine does not
 * have what is booked, or the other one not the same, nothing is switched.
 *
 * @throws OperatorError which says what differs, or what is in the way.
 */
export async function moveRecords(move: Move): Promise<MoveResult> {
  const { owner, engines, to, report, accepted, followedMs = FOLLOWED_MS + SEARCH_DEADLINE_MS + 1_000 } = move
  const [preferred] = engines
  const { engine: from, leaving } = await readHolder(owner, preferred?.name ?? to)
  const [holder, target] = [engineNamed(engines, from), engineNamed(engines, to)]
  if (leaving !== null) await clearLeft(owner, engineNamed(engines, leaving))
  if (from === to) return { records: sum(await target.countStored()), isNew: false }
  await target.open()
  return await whileNobodyWrites(owner, async () => {
    const sources = await declaredSources(owner)
    refuseAdopted(sources, to)
    // What was booked as removed does not come back with a copy.
    for (const source of await holder.interruptedRemovals()) await holder.finishRemoval(source)
    const counts = await countAsBooked(owner, holder, accepted, report)
    await copy(move, sources, holder, target, sum(counts))
    await compare(owner, counts, holder, target)
    const records = sum(counts)
    await switchHolder(owner, counts)
    report(`Отвечает ${to}, записей ${number.format(records)}. Убираю прежние записи из ${from}…`)
    await Bun.sleep(followedMs)
    await clearLeft(owner, holder)
    return { records, isNew: true }
  })
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
  target: SearchEngine,
  total: number
): Promise<void> {
  const { owner, to, report, onProgress } = move
  const before = await readHolder(owner, holder.name)
  const isResumed = before.target === to && before.moved > 0
  if (isResumed) report(`Продолжаю: перенесено записей ${number.format(before.moved)}`)
  else {
    await target.clear()
    await beginMove(owner, to)
  }
  const load = { expectedRecords: total - before.moved, isResumed }
  const copying = await openStoredCopy(target, sources, move.suppressKey, load, report)
  try {
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
      await copying.write(records, tx => notePlace(tx, place, moved))
      onProgress(moved, total)
    }
  } finally {
    await copying.finish()
  }
}

/**
 * What the present engine had before anything was copied is what the other one has to have.
 *
 * @throws OperatorError which names the sources that differ.
 */
async function compare(
  owner: SQL,
  counts: ReadonlyMap<SourceKey, number>,
  holder: SearchEngine,
  target: SearchEngine
): Promise<void> {
  const copied = await target.countStored()
  const different = [...new Set([...counts.keys(), ...copied.keys()])]
    .filter(key => (counts.get(key) ?? 0) !== (copied.get(key) ?? 0))
    .map(key => `${key}: ${number.format(counts.get(key) ?? 0)} и ${number.format(copied.get(key) ?? 0)}`)
  if (different.length === 0) return
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
