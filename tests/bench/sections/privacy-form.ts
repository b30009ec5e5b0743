import { makePeople, type Person } from '#api/db/seed/people.ts'
import type { Section } from '#tests/bench/bench.ts'
import { median, roundsText } from '#tests/bench/numbers.ts'
import { newKey, openOffice, type SubjectOffice, statedOf } from '#tests/kit/subject-office.ts'

const ROUNDS = 5
/** Of each side. */
const PEOPLE = 150
const UNKNOWN_SEED = 23
const APART_MAX = 0.05
const CALLS = ['a request', 'a wrong code', 'its code'] as const

type Times = Record<(typeof CALLS)[number], number[]>
interface Side {
  times: Times
  answers: string[]
}

/** P23: the public form asked by people of whom records tell and by people of whom nothing does. */
export const privacyForm: Section = {
  ids: ['P23'],
  async run({ row }) {
    const office = await openOffice()
    const people = Array.from({ length: PEOPLE }, () => office.nextPerson())
    const strangers = [...makePeople(PEOPLE, UNKNOWN_SEED, 0)].map(({ person }) => person)
    try {
      const rounds: [Side, Side][] = []
      for (let round = 0; round <= ROUNDS; round += 1) {
        const sides: [Side, Side] = [newSide(), newSide()]
        for (let at = 0; at < PEOPLE; at += 1) {
          const pair = [people[at], strangers[at]].map(
            (person, side) => [sides[side], person] as [Side, Person]
          )
          for (const [side, person] of at % 2 === 0 ? pair : pair.toReversed())
            await askAs(office, side, person)
        }
        // The first round finds cold code and is not counted.
        if (round > 0) rounds.push(sides)
      }
      for (const call of CALLS) {
        const [ofKnown, ofUnknown] = [0, 1].map(side =>
          rounds.map(pair => median(pair[side as 0 | 1].times[call]))
        ) as [number[], number[]]
        // Of two who ask one after the other, whatever else the machine does meanwhile.
        const ratio = median(
          rounds.flatMap(([one, other]) =>
            one.times[call].map((ms, at) => ms / (other.times[call][at] ?? ms))
          )
        )
        row(
          'P23',
          `${call} of the public form: the median of known people within ${APART_MAX * 100} % of unknown ones`,
          `${roundsText(ofKnown, ' ms', 2)} against ${roundsText(ofUnknown, ' ms', 2)}`,
          Math.abs(ratio - 1) <= APART_MAX,
          `${ratio.toFixed(3)}×`
        )
      }
      const [forms, others] = [0, 1].map(side =>
        [...new Set(rounds.flatMap(pair => pair[side as 0 | 1].answers))].toSorted()
      ) as [string[], string[]]
      row(
        'P23',
        'answers to both are the same bytes, but for the numbers of request and call',
        `${forms.length} answers to ${CALLS.length} calls, the same ones`,
        forms.length === CALLS.length && Bun.deepEquals(forms, others)
      )
    } finally {
      await office.stop()
    }
  }
}

const newSide = (): Side => ({ times: { 'a request': [], 'a wrong code': [], 'its code': [] }, answers: [] })

/** Asks to be erased, gives a wrong code and the right one; each from an address of its own. */
async function askAs(office: SubjectOffice, { times, answers }: Side, person: Person): Promise<void> {
  const key = newKey()
  // Of one address three requests are taken a day.
  const email = `${key.toLowerCase()}@example.com`
  const ask = async (call: (typeof CALLS)[number], path: string, body: object) => {
    const startedAt = performance.now()
    const { status, body: answer } = await office.post(path, { key, ...body })
    times[call].push(performance.now() - startedAt)
    answers.push(`${status} ${JSON.stringify(answer).replace(/О-\d+|"request_id":"[^"]+"/g, '')}`)
  }
  await ask('a request', '/requests', { want: 'erase', ...statedOf(person), email })
  const code = office.notifier.codeFor(email)
  await ask('a wrong code', '/requests/confirm', { code: code === '000000' ? '111111' : '000000' })
  await ask('its code', '/requests/confirm', { code })
}
