import { expect, test } from 'bun:test'
import { parseQuery } from '#shared/identity/reading/parse.ts'
import { findStep } from '#tests/shared/identity/lookup/find-step.ts'
import { best, partsOfBest, readingText } from './read-line.ts'

test.each([
  't.me/primerov',
  'https://t.me/primerov',
  'vk.com/primerov',
  'instagram primerov',
  'Инстаграм: primerov',
  'телеграм @primerov',
  'tg: @primerov',
  'телеграм: https://t.me/primerov'
])('«%s» asks for the word by which somebody is called there, and for no name', line => {
  expect(parseQuery(line).map(readingText)).toEqual(['text primerov', `text ${line}`])
  expect(findStep(line, { Telegram: '@primerov' })).not.toBeNull()
})

test.each<[line: string, ...parts: string[]]>([
  ['телеграм @primerov 89732041740', 'phone 79732041740'],
  ['Примеров Илья телеграм @primerov 89732041740', 'full_name Примеров Илья', 'phone 79732041740'],
  ['Примеров Илья, t.me/primerov, 89732041740', 'full_name Примеров Илья', 'phone 79732041740'],
  ['Примеров Илья @primerov', 'full_name Примеров Илья'],
  ['i.primerov@example.com @primerov', 'email i.primerov@example.com']
])('of «%s» it is looked for besides', (line, ...parts) => {
  expect(partsOfBest(line)).toEqual(parts)
  expect(parseQuery(line).map(readingText)).toContain('text primerov')
  expect(parseQuery(line)[0]?.person).toBeUndefined()
})

test.each([
  ['t.me/+79732041740', 'phone 79732041740'],
  ['wa.me/79732041740', 'phone 79732041740'],
  ['@primerov', 'text primerov'],
  ['@SUM(A1)', 'text @SUM (A1)'],
  ['ivan.primerov', 'full_name Primerov Ivan'],
  ['i.primerov@example.com', 'email i.primerov@example.com'],
  ['Nick Petrov', 'full_name Petrov Nick'],
  ['телеграм Иванов', 'full_name Иванов']
])('«%s» is something else', (line, reading) => expect(best(line)).toBe(reading))

test.each([
  ['tg i_primerov Примеров', 'full_name Примеров', 'text i_primerov'],
  ['Примеров Илья телеграм: primerov81', 'full_name Примеров Илья', 'text primerov81']
])('behind the name of a network «%s» has no name of a person', (line, name, nick) => {
  expect(partsOfBest(line)).toEqual([name])
  expect(parseQuery(line).map(readingText)).toContain(nick)
})
