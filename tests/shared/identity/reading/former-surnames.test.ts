import { describe, expect, test } from 'bun:test'
import { parseQuery } from '#shared/identity/reading/parse.ts'

describe('a former surname in a line', () => {
  const WORDS = [
    ...['ранее', 'бывшая', 'урождённая', 'урожд.', 'дев.', 'в девичестве', 'до брака', 'до замужества'],
    ...['девичья фамилия', 'прежняя фамилия', 'фамилия до замужества', 'фамилия при рождении']
  ]
  const PLACES: ((former: string) => string)[] = [
    former => `Примерова Анна Олеговна, ${former}`,
    former => `Примерова Анна Олеговна (${former})`,
    former => `Примерова Анна Олеговна ${former}`,
    former => `Примерова (${former}) Анна Олеговна`,
    former => `Примерова Анна Олеговна (${former}) 14.03.1981`
  ]
  const lines = WORDS.flatMap(word =>
    [' ', ': '].flatMap(sign => PLACES.map(place => [place(`${word}${sign}Образцова`), word] as const))
  )

  test.each(lines)('of «%s» is not searched, and said', (line, word) => {
    const [best] = parseQuery(line)
    const name = [best, ...(best?.parts ?? [])].find(one => one?.kind === 'full_name')
    expect([name?.value, best?.person]).toEqual(['Примерова Анна Олеговна', undefined])
    expect(best?.note).toContain(word)
  })
})
