import { expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  ANY_COOCCURRENCE,
  addCooccurrence,
  emptyFilter,
  joinFilters,
  mayCooccur
} from '#shared/identity/lookup/cooccurrence-filter.ts'
import { pairKeys, tripleKey } from '#shared/identity/lookup/keys.ts'
import { nameForms } from '#shared/identity/lookup/name-key.ts'
import { createVocabulary, type Word } from '#shared/identity/lookup/vocabulary.ts'
import { NAME_PARTS, type NamePart, type PersonName } from '#shared/identity/names/types.ts'

const nameOf = (surname?: string, given?: string, patronymic?: string): PersonName => ({
  ...(surname && { surname }),
  ...(given && { given }),
  ...(patronymic && { patronymic }),
  labelled: true,
  written: ''
})

function signatureOf(part: NamePart, ...names: PersonName[]): number[] {
  const bits = emptyFilter()
  for (const name of names) addCooccurrence(bits, part, nameForms(name))
  return bits
}

test('is stored: another signature would hide typing errors of records that are there', () => {
  expect(signatureOf('surname', nameOf('иваонв', 'пётр', 'ильич'))).toEqual(GOLDEN.whole)
  expect(signatureOf('surname', nameOf('иваонв', 'пётр'))).toEqual(GOLDEN.pair)
  expect(signatureOf('surname', nameOf('иваонв', 'п', 'и'))).toEqual(GOLDEN.initials)
})
const GOLDEN = {
  whole: [40, 268435456, 9220, 0],
  pair: [0, 1342177280, 4195328, 0],
  initials: [0, 16, 268435456, 0]
}

const SURNAMES = ['иванов', 'щукина', 'петров-водкин', 'ким', 'белая']
const GIVENS = ['пётр', 'саша', 'анна-мария', 'ян', 'п', '']
const PATRONYMICS = ['ильич', 'олеговна', 'ага оглы', 'и', '']
const someName = fc
  .tuple(fc.constantFrom(...SURNAMES), fc.constantFrom(...GIVENS), fc.constantFrom(...PATRONYMICS))
  .map(parts => nameOf(...parts))

test('never denies a name that shares a whole key with one that was learned', () => {
  fc.assert(
    fc.property(fc.array(someName, { maxLength: 12 }), someName, (learned, typed) => {
      const askedForms = nameForms(typed)
      for (const part of NAME_PARTS) {
        const bits = signatureOf(part, ...learned)
        for (const name of learned) {
          // What the asked name becomes when this part is replaced by that of the learned one.
          const forms = nameForms({ ...typed, [part]: name[part] })
          const ownForms = nameForms(name)
          const triples = (of: typeof forms) =>
            of.surnames.flatMap(s => of.givens.flatMap(g => of.patronymics.map(p => tripleKey(s, g, p))))
          if (triples(forms).some(key => triples(ownForms).includes(key)))
            expect(mayCooccur(bits, part, askedForms, 'both parts')).toBe(true)
          const isInPair = part !== 'patronymic' || forms.givens.length === 0
          if (isInPair && pairKeys(forms).some(key => pairKeys(ownForms).includes(key)))
            expect(mayCooccur(bits, part, askedForms, 'the pair')).toBe(true)
        }
      }
    })
  )
})

test('denies what no record has, and nothing of a word that stands beside anything', () => {
  const forms = nameForms(nameOf('иванов', 'пётр', 'ильич'))
  const of = (...names: PersonName[]) => signatureOf('surname', ...names)
  const may = (bits: readonly number[]) => mayCooccur(bits, 'surname', forms, 'both parts')
  expect(may(of(nameOf('иваонв', 'пётр', 'олегович'), nameOf('иваонв', 'олег', 'ильич')))).toBe(false)
  expect(may(of(nameOf('иваонв', 'пётр', 'ильич')))).toBe(true)
  expect(may(of(nameOf('иваонв', 'пётр')))).toBe(true)
  expect(may(of(nameOf('иваонв', 'п', 'и')))).toBe(false)
  const initials = of(nameOf('иваонв', 'п', 'и'))
  expect(mayCooccur(initials, 'surname', forms, 'both parts or initials')).toBe(true)
  expect(may(ANY_COOCCURRENCE)).toBe(true)
  expect(may(joinFilters(emptyFilter(), ANY_COOCCURRENCE))).toBe(true)
})

test('a word that is met often stands beside anything, and says so once', () => {
  const vocabulary = createVocabulary(100)
  const words: Pick<Word, 'met' | 'beside'>[] = []
  for (let at = 0; at < 100; at += 1)
    vocabulary.learn(nameOf('иванов', GIVENS[at % 4]), word => {
      if (word.spelling === 'иванов') words.push({ met: word.met, beside: [...word.beside] })
    })
  expect(words.at(-1)).toEqual({ met: 64, beside: [...ANY_COOCCURRENCE] })
  expect(words.filter(({ met }) => met >= 16).map(({ met }) => met)).toEqual([16, 32, 64])
  expect(words[0]?.beside).not.toEqual([...ANY_COOCCURRENCE])
})
