import { expect, test } from 'bun:test'
import { createByteRing } from '#api/lib/byte-ring.ts'

const HOUR_MS = 3_600_000

/** A ring whose bytes are texts. */
function createTexts(bytes: number, keptMs: number) {
  const ring = createByteRing(bytes, keptMs)
  return {
    put(name: string, text: string) {
      const whole = new TextEncoder().encode(text)
      const middle = whole.length >> 1
      ring.put(name, [whole.subarray(0, middle), whole.subarray(middle)])
    },
    get(name: string) {
      const kept = ring.get(name)
      return kept && new TextDecoder().decode(kept)
    }
  }
}

test('gives back each of the newest texts, whatever their scripts and lengths', () => {
  const ring = createTexts(4_000, HOUR_MS)
  const texts = Array.from({ length: 3_000 }, (_, at) => `${at} ${'Ж€a🔎'.repeat((at * 7) % 60)}`)
  let found = 0
  for (const [at, text] of texts.entries()) {
    ring.put(`name ${at % 700}`, text)
    for (let back = 0; back < 12 && back <= at; back += 1) {
      const kept = ring.get(`name ${(at - back) % 700}`)
      expect(kept ?? texts[at - back]).toBe(texts[at - back])
      if (kept !== undefined) found += 1
      if (back < 2) expect(kept).toBe(texts[at - back])
    }
  }
  expect(found).toBeGreaterThan(texts.length * 4)
})

test('keeps the last text of a name, and none that would take the room of all others', () => {
  const ring = createTexts(1_000, HOUR_MS)
  ring.put('a', 'one')
  ring.put('b', 'other')
  ring.put('a', 'two')
  expect([ring.get('a'), ring.get('b')]).toEqual(['two', 'other'])
  ring.put('a', 'x'.repeat(500))
  expect([ring.get('a'), ring.get('b'), ring.get('c')]).toEqual([undefined, 'other', undefined])
})

test('forgets what is too old, whether anybody comes or not', async () => {
  const ring = createTexts(1_000, 30)
  ring.put('a', 'one')
  expect(ring.get('a')).toBe('one')
  await Bun.sleep(40)
  expect(ring.get('a')).toBeUndefined()
})
