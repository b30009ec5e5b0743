import { describe, expect, test } from 'bun:test'
import { safeParse } from 'valibot'
import { proof, stepCode, totpEnable } from '#shared/rules/security.ts'
import { seededRandom } from '#tests/kit/seeded-random.ts'

const BETWEEN = [
  ' ',
  '\n',
  '\u00a0',
  '\u2009',
  '-',
  '–',
  '—',
  '‑',
  '_',
  '.',
  '«',
  '»',
  '"',
  '\u202d',
  '\u200b'
]
const SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const DIGITS = '0123456789'
const AS_ON_A_RUSSIAN_KEYBOARD: Record<string, string> = {
  A: 'А',
  B: 'В',
  C: 'С',
  E: 'Е',
  H: 'Н',
  K: 'К',
  M: 'М',
  P: 'Р',
  T: 'Т',
  X: 'Х',
  Y: 'У'
}

const read = (schema: typeof stepCode | typeof totpEnable | typeof proof, code: string) => {
  const { output, issues } = safeParse(schema, { code })
  return issues ? issues[0].message : (output as { code?: string }).code
}

describe('a code that a person copied', () => {
  test('is read whatever stands between its signs, in any case and width', () => {
    const below = seededRandom(40)
    const random = () => below(1_000) / 1_000
    const one = <T>(of: ArrayLike<T>) => of[below(of.length)] as T
    for (let round = 0; round < 2_000; round += 1) {
      const isOfApp = round % 2 === 0
      const code = Array.from({ length: isOfApp ? 6 : 8 }, () => one(isOfApp ? DIGITS : SIGNS)).join('')
      const written = [...code]
        .map(sign => (random() < 0.2 ? (AS_ON_A_RUSSIAN_KEYBOARD[sign] ?? sign) : sign))
        .map(sign => (random() < 0.5 ? sign.toLowerCase() : sign))
        .map(sign =>
          random() < 0.1 && /\d/.test(sign) ? String.fromCodePoint(sign.charCodeAt(0) + 0xfee0) : sign
        )
        .map(sign => (random() < 0.4 ? one(BETWEEN) : '') + sign + (random() < 0.4 ? one(BETWEEN) : ''))
        .join('')
      for (const schema of isOfApp ? [stepCode, proof, totpEnable] : [stepCode, proof])
        expect([written, read(schema, written)]).toEqual([written, code])
    }
  })

  test.each(['', '12345', '1234567', 'AHE3-TXT', 'AHE3-TXTWQ', 'Ж234-5678', '1'.repeat(33)])(
    'is refused where it is none: %j',
    text => {
      expect(read(stepCode, text)).toBe('Введите код: шесть цифр или резервный код')
      expect(read(totpEnable, text)).toBe('Введите шесть цифр из приложения')
    }
  )
})
