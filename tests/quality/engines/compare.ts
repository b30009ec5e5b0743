import type { PlanStep } from '#shared/identity/lookup/types.ts'
import { recordIdsOf } from '#shared/identity/parties/record-ids.ts'
import { identifierSubjects } from '#shared/identity/records/subject.ts'
import { copyVocabulary } from '#tests/kit/copy-vocabulary.ts'
import { openElastic } from '#tests/kit/elastic/open-elastic.ts'
import { elasticServer } from '#tests/kit/elastic/shared-server.ts'
import { IN_FORCE_MS, suppress } from '#tests/kit/suppress.ts'
import { loadTruth, type Truth, type TruthAnswer } from '../truth.ts'
import { type AskedLine, linesAbout } from './lines.ts'

interface Comparison {
  people: number
  asked: number
  seed: number
  say(text: string): void
}

const FIRST = 5
const SHOWN = 3
/** Some of the people who are asked for are on the suppression list. */
const SUPPRESSED_EVERY = 20
const COUNTED_MAX = 1_001
const COUNT_MS = 10_000
const REPEATS = 3

/** What of the answers to a line is not the same; '' when all is. */
function differenceOf(one: TruthAnswer, other: TruthAnswer): string {
  const failed = [one, other].map(({ findings }) => [...findings.failed].join(', '))
  if (failed.some(sources => sources !== '')) return `не ответили: ${failed.join(' и ')}`
  const [mine, theirs] = [new Set(one.recordIds), new Set(other.recordIds)]
  const only = (own: Set<string>, others: Set<string>) => [...own].filter(id => !others.has(id))
  const lines = [
    ['только в Postgres', only(mine, theirs)],
    ['только в Elasticsearch', only(theirs, mine)]
  ] as const
  const records = lines.filter(([, ids]) => ids.length > 0)
  if (records.length > 0)
    return records
      .map(([where, ids]) => `${where} ${ids.length}: ${ids.slice(0, SHOWN).join(', ')}`)
      .join('; ')
  const people = ({ answer }: TruthAnswer) =>
    answer.persons.map(person => recordIdsOf(person).toSorted().join(' '))
  if (people(one).toSorted().join() !== people(other).toSorted().join())
    return 'записи собраны в других людей'
  const first = (response: TruthAnswer) => response.recordIds.slice(0, FIRST).join(', ')
  return first(one) === first(other) ? '' : `первые пять: ${first(one)} и ${first(other)}`
}

/** Once more where a busy machine let a source be late, which says nothing of the answers. */
async function askWhole(truth: Truth, line: string): Promise<TruthAnswer> {
  let response = await truth.ask(line)
  for (let again = 0; again < REPEATS && response.findings.failed.size > 0; again += 1)
    response = await truth.ask(line)
  return response
}

/** Whether a source had more records than are shown, of which an engine may choose any. */
const isCut = ({ findings }: TruthAnswer) => findings.more.size > 0

/** How many records of each source match steps, up to a cap. Of very frequent words Postgres knows no number. */
async function countsOf({ app }: Truth, steps: readonly PlanStep[]): Promise<ReadonlyMap<string, number>> {
  const { policy } = await app.context.sources.current()
  const { signal } = new AbortController()
  return (await app.context.engine.count(steps, policy, COUNTED_MAX, COUNT_MS, signal)) ?? new Map()
}

/** Both are asked the same steps: an engine that chose other records may have gone on to others. */
async function countDifference(one: Truth, other: Truth, { findings }: TruthAnswer): Promise<string> {
  const steps = findings.stages.flat()
  const [mine, theirs] = [await countsOf(one, steps), await countsOf(other, steps)]
  if (theirs.size === 0) return 'Elasticsearch не сосчитал'
  const different = [...mine].filter(([source, count]) => theirs.get(source) !== count)
  return different.map(([source, count]) => `${source}: ${count} и ${theirs.get(source)}`).join(', ')
}

/** Prints how many lines were answered alike and each difference; 0 when there is none. */
export async function compareEngines({ people, asked, seed, say }: Comparison): Promise<number> {
  const server = await elasticServer('measured')
  if (!server) return 1
  const postgres = await loadTruth(seed, people)
  const elastic = await loadTruth(seed, people, database => openElastic(server, database))
  try {
    await copyVocabulary(postgres.app.database.owner, elastic.app.database.owner)
    const lines = linesAbout(postgres, asked)
    const hidden = lines.filter((_line, at) => at % SUPPRESSED_EVERY === 0).map(({ person }) => person)
    for (const { app } of [postgres, elastic])
      await suppress(app, ...hidden.flatMap(({ phone }) => identifierSubjects('phone', phone)))
    await Bun.sleep(IN_FORCE_MS)
    say(`Людей ${people}, из них исключены по телефону ${hidden.length}, строк ${lines.length}`)
    return await compareAnswers({ postgres, elastic }, lines, say)
  } finally {
    await postgres.close()
    await elastic.close()
  }
}

/** The same of people who are loaded. */
async function compareAnswers(
  { postgres, elastic }: Record<'postgres' | 'elastic', Truth>,
  lines: readonly AskedLine[],
  say: Comparison['say']
): Promise<number> {
  const byKind = new Map<string, { lines: number; cut: number; different: number }>()
  let different = 0
  for (const { kind, line } of lines) {
    const [one, other] = [await askWhole(postgres, line), await askWhole(elastic, line)]
    const count = byKind.get(kind) ?? { lines: 0, cut: 0, different: 0 }
    byKind.set(kind, count)
    count.lines += 1
    const cut = isCut(one) || isCut(other)
    if (cut) count.cut += 1
    const difference = cut ? await countDifference(postgres, elastic, one) : differenceOf(one, other)
    if (difference === '') continue
    count.different += 1
    different += 1
    say(`✗ ${kind}: ${line}: ${difference}`)
  }
  for (const [kind, { lines: of, cut, different: own }] of byKind)
    say(`${own === 0 ? '✓' : '✗'} ${kind}: ${of}, из них показаны не все ${cut}, различий ${own}`)
  say(`Строк ${lines.length}, различий ${different}`)
  return different === 0 ? 0 : 1
}
