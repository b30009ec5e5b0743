import { expect, test } from 'bun:test'
import {
  deleteVariants,
  type KnownSpelling,
  neighbourhoodOf,
  neighbourKeys,
  type Spelling,
  spellingKeys,
  spellingsOf
} from '#shared/identity/lookup/spelling-index.ts'

const word = (spelling: string, form = spelling): Spelling => ({ spelling, form })
const spellingOf = (spelling: string, magnitude: number, beside = [1, 0, 0, 0]): KnownSpelling => ({
  ...word(spelling),
  magnitude,
  beside
})
const rare = (spelling: string, form = spelling): KnownSpelling => ({ ...spellingOf(spelling, 0), form })

test('learns every part of a name with the form that composites are made of', () => {
  const name = { surname: 'петрова-водкина', given: 'фёкла', patronymic: 'петровна' }
  expect(spellingsOf({ ...name, labelled: true, written: '' })).toEqual([
    word('петрова-водкина', 'petrovvodkin'),
    word('петрова', 'petrov'),
    word('водкина', 'vodkin'),
    word('фекла', 'fekla'),
    word('петровна', 'petr+d')
  ])
})

test('learns no initials and no word of two letters', () => {
  const name = { surname: 'ли', given: 'и', patronymic: 'и', labelled: true, written: '' }
  expect(spellingsOf(name)).toEqual([])
})

test('keeps a word under what is left of it without one letter, and under its sound', () => {
  expect(deleteVariants('анна')).toEqual(['анна', 'нна', 'ана', 'анн'])
  expect(spellingKeys('аня')).toEqual(['near:аня', 'near:ня', 'near:ая', 'near:ан', 'sound:ana'])
})

test('asks under a key of every word that is one error away, in either script', () => {
  const keys = new Set(spellingKeys('щукин'))
  const asks = (typed: string) => neighbourKeys(typed).some(key => keys.has(key))
  for (const typed of ['щуки', 'щуикн', 'щубин', 'щуркин', 'shchukn', 'shhcukin', 'shchxkin'])
    expect([typed, asks(typed)]).toEqual([typed, true])
  expect(asks('жуков')).toBe(false)
})

test('takes neighbours alone, those with the same first and last letter before others', () => {
  const { attested, neighbours } = neighbourhoodOf('ивано', [
    rare('диано', 'diano'),
    rare('иван', 'ivan'),
    rare('ивана', 'ivan'),
    rare('лвано', 'lvano'),
    rare('иваанов', 'ivanov'),
    rare('илано', 'ilano')
  ])
  expect(attested).toBe(false)
  expect(neighbours.map(({ form }) => form)).toEqual(['ilano', 'ivan', 'lvano'])
})

test('asks a bounded number of neighbours and says whether the word itself is known', () => {
  const letters = [...'абвгдежзийклмнопрстуфхцчшщьэюя']
  const word = 'длиннейшаяфамилия'
  const many = [...word].flatMap((_, at) =>
    letters.map(letter => rare(`${word.slice(0, at)}${letter}${word.slice(at + 1)}`))
  )
  const { attested, neighbours } = neighbourhoodOf(word, many)
  expect(attested).toBe(true)
  expect(neighbours).toHaveLength(400)
})

test('tells another name from an error: both are frequent, and neither much more than the other', () => {
  const isOther = (own: number, other: number) =>
    neighbourhoodOf('карина', [spellingOf('карина', own), spellingOf('марина', other)]).neighbours[0]
      ?.isOtherName
  expect([isOther(10, 10), isOther(10, 6), isOther(6, 10)]).toEqual([true, true, true])
  expect([isOther(10, 5), isOther(5, 10), isOther(10, 3), isOther(3, 4)]).toEqual([
    false,
    false,
    false,
    false
  ])
  expect(neighbourhoodOf('карина', [spellingOf('марина', 10)]).neighbours[0]?.isOtherName).toBe(false)
})

test('knows of a form what its spellings have beside them', () => {
  const spellings = [
    spellingOf('ивнов', 0),
    { ...spellingOf('иванав', 6, [4, 0, 1, 0]), form: 'ивнов' },
    spellingOf('иванов', 9)
  ]
  expect(neighbourhoodOf('иванов', spellings).neighbours).toEqual([
    { form: 'ивнов', beside: [5, 0, 1, 0], isOtherName: false }
  ])
})
