import { expect, test } from 'bun:test'
import { callServer } from '#tests/kit/elastic/call-server.ts'
import { describeElastic } from '#tests/kit/elastic/describe-elastic.ts'
import { type FaultRound, openFaultyCluster } from '#tests/kit/elastic/fault-rounds.ts'
import { HARMLESS, SLOW, SUDDEN } from '#tests/kit/elastic/faults.ts'
import { indicesOf, openElastic } from '#tests/kit/elastic/open-elastic.ts'
import type { Fault } from '#tests/kit/fault-proxy.ts'
import { searchIn } from '#tests/kit/search-in.ts'
import { loadSource } from '#tests/kit/sources.ts'
import { startApp } from '#tests/kit/start-app.ts'
import { until } from '#tests/kit/until.ts'

const COLUMNS = [
  { label: 'Номер записи', kind: 'record_number' as const },
  { label: 'Телефон', kind: 'phone' as const }
]
/** Twice the promise: the machine is shared with three other workers. */
const ANSWER_MAX_MS = 10_000
const BACK_MAX_MS = 10_000
/** A busy machine needs some of it; the time of a search is longer. */
const AT_ONCE_MAX_MS = 2_500

/** What was not as it must be, in a sentence each. */
function faultsOf({ fault, status, ms, failed, charged, stillRunning, backMs }: FaultRound): string[] {
  const isReported = status === 200 ? failed.includes('faulty') : status === 503
  return [
    ...(ms > ANSWER_MAX_MS ? [`${fault}: answered after ${Math.round(ms)} ms`] : []),
    ...(isReported ? [] : [`${fault}: ${status} does not say that the source has failed`]),
    ...(charged > 0 ? [`${fault}: charged`] : []),
    ...(stillRunning > 0 ? [`${fault}: ${stillRunning} calls go on`] : []),
    ...(backMs > BACK_MAX_MS ? [`${fault}: not back`] : [])
  ]
}

describeElastic('a cluster that does not answer as it should', server => {
  /** One after the other, on a product of their own. */
  async function roundsOf(faults: Record<string, Fault>) {
    const cluster = await openFaultyCluster(server)
    const rounds: FaultRound[] = []
    for (const [name, fault] of Object.entries(faults)) rounds.push(await cluster.round(name, fault))
    await cluster.stop()
    return rounds
  }

  test('is named at once, costs nothing, and is asked again when it is back', async () => {
    const rounds = await roundsOf(SUDDEN)
    expect(rounds.flatMap(faultsOf)).toEqual([])
    expect(rounds.filter(({ ms }) => ms > AT_ONCE_MAX_MS)).toEqual([])
  })

  test('costs no more time than a search has', async () => {
    const { silent, 'a byte a second': trickle, '6 s late': late } = SLOW
    if (!silent || !trickle || !late) throw new Error('no such faults')
    const slow: Record<string, Fault>[] = [{ silent }, { 'a byte a second': trickle }, { '6 s late': late }]
    const rounds = await Promise.all(slow.map(roundsOf))
    expect(rounds.flat().flatMap(faultsOf)).toEqual([])
  })

  test('is waited for when it is only slow', async () => {
    const [round] = await roundsOf(HARMLESS)
    expect(round).toMatchObject({ status: 200, failed: [], charged: 1, stillRunning: 0 })
  })

  test('with a full disk answers all the same, and has what was loaded when there is room again', async () => {
    const app = await startApp({}, database => openElastic(server, database))
    const source = (rows: string[][]) => ({
      title: 'Полный диск',
      kind: 'ordinary' as const,
      columns: COLUMNS,
      rows
    })
    await loadSource(app, 'full', source([['1', '+7 973 100-00-01']]))
    const countOf = async (phone: string) => (await searchIn(app, phone)).candidates.length
    const [index] = await indicesOf(app.database)
    const block = (isOn: boolean | null) =>
      callServer(server, 'PUT', `/${index}/_settings`, { 'index.blocks.read_only_allow_delete': isOn })
    await block(true)
    // It waits for the index.
    const loading = loadSource(app, 'full', source([['2', '+7 973 100-00-02']]))
    await until(async () => (await app.context.engine.health()).note?.includes('мало места') === true)
    expect(await countOf('+7 973 100-00-01')).toBe(1)
    await block(null)
    await loading
    expect(await countOf('+7 973 100-00-02')).toBe(1)
    await app.stop()
  })
})
