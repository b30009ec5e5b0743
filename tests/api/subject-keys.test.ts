import { expect, test } from 'bun:test'
import { createHash, createHmac } from 'node:crypto'
import { subjectKeys, subjectToken } from '#api/book/subject-keys.ts'
import { createKeyedHash } from '#api/lib/hmac.ts'
import { suppressedValues } from '#shared/identity/records/subject.ts'

const KEY = 'a-key-of-the-tests-that-is-long-enough'
const HASH = createKeyedHash(KEY)

/** The formula of `docs/guides/data-protection.md` §2, written down a second time. */
function tokenByFormula(key: string, kind: string, value: string): Buffer {
  const inner = createHash('sha256').update(value).digest('base64')
  return createHmac('sha256', key).update(`${kind}:${inner}`).digest()
}

test('makes the token that the formula says', () => {
  for (const [kind, value] of [
    ['phone', '9732041740'],
    ['email', 'i.primerov@example.com'],
    ['name_dob', 'примеров илья 1981-03-14']
  ] as const) {
    expect(subjectToken(HASH, { kind, value })).toEqual(tokenByFormula(KEY, kind, value))
  }
})

test('pins a vector, because another token would let everybody back in', () => {
  expect(subjectToken(HASH, { kind: 'phone', value: '9732041740' }).toString('hex')).toBe(
    '77b22dbacd9b7644749ae8131f1e06515f66b2b3ff5c597b84291fcc6c4d059d'
  )
  expect(subjectKeys(HASH, [{ kind: 'phone', value: '9732041740' }])).toEqual([8625006516704605764n])
})

test('pins what a name with a birth date is put on the list by', () => {
  const listed = suppressedValues({ kind: 'name_dob', value: 'примеров илья андреевич 1981-03-14' })
  expect(listed.map(({ kind, value }) => `${kind}:${value}`)).toEqual([
    'name_dob:примеров илья андреевич 1981-03-14',
    'name_key:ila primerov 1981-03-14',
    'name_key:andrei+s ila 1981-03-14',
    'name_key:andrei+s primerov 1981-03-14',
    'name_key:primerov i. 1981-03-14',
    'name_key:primerov 1981-03-14'
  ])
})

test('gives the signed first eight bytes of each token', () => {
  const values = Array.from({ length: 50 }, (_, at) => ({ kind: 'inn', value: String(at) }))
  const keys = subjectKeys(HASH, values)
  expect(keys).toEqual(values.map(value => subjectToken(HASH, value).readBigInt64BE(0)))
  expect(keys.some(key => key < 0n) && keys.some(key => key > 0n)).toBe(true)
})

test('differs by key and by kind and refuses to work without a key', () => {
  const value = { kind: 'phone', value: '9732041740' }
  expect(subjectToken(createKeyedHash(`${KEY}x`), value)).not.toEqual(subjectToken(HASH, value))
  expect(subjectToken(HASH, { ...value, kind: 'inn' })).not.toEqual(subjectToken(HASH, value))
  expect(() => createKeyedHash('')).toThrow()
})
