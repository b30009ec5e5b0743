import { samplePeople } from '#tests/quality/truth.ts'
import { firstOf, type Measure } from './figure.ts'
import { nameAndDate } from './lines.ts'

/** People whose label or band says more than their reasons: a doubt that is not said, or said and not counted. */
export const bands: Measure = async (truth, sampleSize) => {
  const wrong: string[] = []
  let people = 0
  for (const person of samplePeople(truth, sampleSize, 2)) {
    const line = nameAndDate(person)
    const { answer } = await truth.ask(line)
    people += answer.persons.length
    for (const { label, band, query_reasons } of answer.persons) {
      const tones = new Set(query_reasons.map(({ tone }) => tone))
      const isDoubtful = tones.has('contradict') || tones.has('missing')
      if (query_reasons.length === 0) wrong.push(`${line}: ничего не сказано`)
      else if (label === 'match' && (band !== 'full' || isDoubtful)) wrong.push(`${line}: ${band} ${label}`)
      else if (band === 'full' && isDoubtful) wrong.push(`${line}: ${band} с оговоркой`)
    }
  }
  const title = 'людей, чья оценка сильнее причин'
  return [{ title, value: wrong.length, of: people, goal: { atMost: 0 }, failures: firstOf(wrong) }]
}
