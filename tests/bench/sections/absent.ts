import { loadSeed } from '#api/db/seed/load.ts'
import { ROLE_INFINITY } from '#shared/labels/roles.ts'
import type { Section } from '#tests/bench/bench.ts'
import { median, roundsText } from '#tests/bench/numbers.ts'
import { knownOf, linesAbout, peopleToHide } from '#tests/kit/hidden-people.ts'
import { type Person, signedInAs } from '#tests/kit/people.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'
import { removeRecords } from '#tests/kit/stored-records.ts'
import { IN_FORCE_MS, suppress, withSuppression } from '#tests/kit/suppress.ts'

const SEED = 5
const PEOPLE = 3_000
const HIDDEN = 40
const ROUNDS = 5
const APART_MAX = 0.05

/** P20: lines about people on the list, asked of a product that hides them and of one that has nothing of them. */
export const absent: Section = {
  ids: ['P20'],
  async run({ row }) {
    const hidden = peopleToHide(PEOPLE, SEED, HIDDEN)
    const lines = [...new Set(hidden.flatMap(person => linesAbout(person, SEED)))]
    const [hiding, without] = [await startLoaded(), await startLoaded()]
    try {
      const subjects = hidden.flatMap(knownOf)
      await Promise.all([suppress(hiding, ...subjects), suppress(without, ...subjects)])
      const suppressed = (await withSuppression(without)).filter(({ isSuppressed }) => isSuppressed)
      await removeRecords(
        without,
        suppressed.map(({ record }) => record)
      )
      await without.database.owner`DELETE FROM suppression`
      await Bun.sleep(IN_FORCE_MS)

      const [ofHidden, ofDeleted, ratios]: [number[], number[], number[]] = [[], [], []]
      // The first round finds cold code and is not counted.
      for (let round = 0; round <= ROUNDS; round += 1) {
        // Others ask each time: who asks the same again is answered without a search.
        const askers = await Promise.all([hiding, without].map(app => signedInAs(app, ROLE_INFINITY)))
        const [one, other] = await askInTurn(askers as [Person, Person], lines)
        if (round === 0) continue
        ofHidden.push(one)
        ofDeleted.push(other)
        ratios.push(one / other)
      }
      const ratio = median(ratios)
      row(
        'P20',
        `median of ${lines.length} lines about ${HIDDEN} suppressed people within ${APART_MAX * 100} % of the same when deleted`,
        `${roundsText(ofHidden, ' ms', 2)} against ${roundsText(ofDeleted, ' ms', 2)}`,
        Math.abs(ratio - 1) <= APART_MAX,
        `${ratio.toFixed(3)}×`
      )
    } finally {
      await Promise.all([hiding.stop(), without.stop()])
    }
  }
}

async function startLoaded(): Promise<TestApp> {
  const app = await startApp()
  const { owner } = app.database
  const { book, secrets } = app.context
  await loadSeed({ people: PEOPLE, seed: SEED, owner, book, secrets })
  return app
}

/** The median milliseconds of each asker; every line is asked of both, now of the one first and now of the other. */
async function askInTurn(askers: readonly [Person, Person], lines: readonly string[]) {
  const times: [number[], number[]] = [[], []]
  for (const [at, query] of lines.entries()) {
    for (const who of at % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const startedAt = performance.now()
      const { status } = await askers[who].post('/api/search/perform', { query })
      if (status !== 200) throw new Error(`a search was answered ${status}`)
      times[who].push(performance.now() - startedAt)
    }
  }
  return [median(times[0]), median(times[1])] as const
}
