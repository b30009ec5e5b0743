import type { SQL } from 'bun'
import type { Report, SearchEngine, SourceKey } from '#api/engines/contract.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import { type BookedSource, bookedSources } from './store.ts'

const number = new Intl.NumberFormat('ru-RU')

/** A source of which not as many records are stored as were booked. */
interface Difference extends BookedSource {
  stored: number
}

/**
 * How many records of each source the holder has. What it lost is not to be taken for the truth: its counts are held against
 * those of the loads and removals.
 *
 * @param accepted Sources that may differ.
 * @throws OperatorError which names the others that do, with both numbers.
 */
export async function countAsBooked(
  owner: SQL,
  holder: SearchEngine,
  accepted: ReadonlySet<SourceKey>,
  report: Report
): Promise<ReadonlyMap<SourceKey, number>> {
  const counts = await holder.countStored()
  const sources = await bookedSources(owner)
  assertSources(accepted, sources)
  const differences = sources
    .map(source => ({ ...source, stored: counts.get(source.key) ?? 0 }))
    // A removal books a portion first: what it noted may be there still.
    .filter(({ booked, leaving, stored }) => stored < booked || stored > booked + leaving)
  const [agreed, others] = [
    differences.filter(({ key }) => accepted.has(key)),
    differences.filter(({ key }) => !accepted.has(key))
  ]
  if (others.length > 0) throw new OperatorError(sentenceOf(holder.name, others))
  for (const difference of agreed)
    report(`${describe(difference)}: переношу столько, сколько есть, как разрешено`)
  return counts
}

function assertSources(accepted: ReadonlySet<SourceKey>, sources: readonly BookedSource[]): void {
  const unknown = [...accepted].filter(key => !sources.some(source => source.key === key))
  if (unknown.length > 0)
    throw new OperatorError(`--accept-difference: нет таких источников: ${unknown.join(', ')}`)
}

const describe = ({ key, booked, stored }: Difference) =>
  `${key}: учтено ${number.format(booked)}, хранится ${number.format(stored)}`

function sentenceOf(holder: string, differences: readonly Difference[]): string {
  const keys = differences.map(({ key }) => key)
  const batches = differences.flatMap(({ stored, booked, running }) => (stored > booked ? running : []))
  return [
    `В ${holder} не столько записей, сколько учтено: ${differences.map(describe).join('; ')}. Ничего не ` +
      `переключено, отвечает по-прежнему ${holder}.`,
    ...(batches.length > 0
      ? [
          `Сначала повторите прерванные загрузки или уберите их (bun run import --undo): партии ${batches.join(', ')}.`
        ]
      : []),
    ...(differences.some(({ stored, booked }) => stored < booked)
      ? [
          'Потерянное верните из снимка кластера или из копии базы; если их нет, удалите источник в «Источниках» и загрузите ' +
            'его файлы заново.'
        ]
      : []),
    `Перенести столько записей, сколько есть: --accept-difference ${keys.join(',')}`
  ].join(' ')
}
