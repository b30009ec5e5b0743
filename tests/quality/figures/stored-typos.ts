import { createRandom } from '#api/db/seed/random.ts'
import { loadSource } from '#tests/kit/sources.ts'
import { mistype, TYPOS, type Typo } from '#tests/kit/typos.ts'
import { samplePeople, type Truth } from '#tests/quality/truth.ts'
import { type Figure, firstOf, type Measure } from './figure.ts'
import { nameOf } from './lines.ts'

const TITLES: Record<Typo, string> = {
  drop: 'пропущена буква',
  swap: 'буквы переставлены',
  replace: 'другая буква',
  insert: 'лишняя буква'
}
/** New sources are seen after this time. */
const SOURCES_SEEN_MS = 1_100

/** Names stored with one typing error that the right name finds, by the kind of the error. */
export const storedTypos: Measure = async (truth, sampleSize) => {
  const figures: Figure[] = []
  for (const typo of TYPOS) figures.push(await foundWith(truth, sampleSize, typo))
  return figures
}

async function foundWith(truth: Truth, sampleSize: number, typo: Typo): Promise<Figure> {
  const random = createRandom(truth.seed, TYPOS.indexOf(typo))
  const people = samplePeople(truth, sampleSize, 3 + TYPOS.indexOf(typo))
  const rows = people.map(({ surname, givenName, patronymic }, at) => {
    const parts = [surname, givenName, patronymic]
    const place = random.below(parts.length)
    return [
      `${typo}-${at}`,
      ...parts.map((part, which) => (which === place ? mistype(part, typo, random) : part))
    ]
  })
  await loadSource(truth.app, `typos_${typo}`, {
    title: `Опечатки ${typo}`,
    kind: 'ordinary',
    columns: [
      { label: 'Номер записи', kind: 'record_number' },
      { label: 'Фамилия', kind: 'last_name' },
      { label: 'Имя', kind: 'first_name' },
      { label: 'Отчество', kind: 'middle_name' }
    ],
    rows
  })
  await Bun.sleep(SOURCES_SEEN_MS)
  const missed: string[] = []
  for (const [at, person] of people.entries()) {
    const { recordIds } = await truth.ask(nameOf(person))
    if (!recordIds.includes(`typos_${typo}:${typo}-${at}`))
      missed.push(`${nameOf(person)}: ${rows[at]?.slice(1).join(' ')}`)
  }
  return {
    title: `опечатка в данных найдена: ${TITLES[typo]}`,
    value: 1 - missed.length / people.length,
    of: people.length,
    goal: { atLeast: 0.97 },
    held: { atLeast: 0.95 },
    failures: firstOf(missed)
  }
}
