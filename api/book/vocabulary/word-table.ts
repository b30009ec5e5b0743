import { type CooccurrenceFilter, FILTER_NUMBERS } from '#shared/identity/lookup/cooccurrence-filter.ts'
import { NAME_PART_CHARS_MAX } from '#shared/identity/names/edit-distance.ts'

/** A stored word with the numbers of its `KnownSpelling`. */
interface TableWord {
  spelling: string
  magnitude: number
  beside: CooccurrenceFilter
}

/** 32-bit hashes with their numbers, in slots of 21 bytes. */
interface WordTable {
  readonly size: number
  /** Merges the greater magnitude and both signatures. */
  add(word: TableWord): void
  /**
   * The word and its stored neighbours: about 600 tries for nine letters. One in a million collides, and finds nothing.
   */
  near(word: string): TableWord[]
}

const SLOTS_MIN = 1 << 12
/** Odd, so that the polynomial modulo 2³² loses no letter. */
const BASE = 0x01000193

const next = (hash: number, code: number) => (Math.imul(hash, BASE) + code) | 0

/** 0 marks an empty slot. */
function mixed(hash: number): number {
  let bits = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0 || 1
}

export function createWordTable(): WordTable {
  let hashes = new Uint32Array(SLOTS_MIN)
  let magnitudes = new Uint8Array(SLOTS_MIN)
  let signatures = new Int32Array(SLOTS_MIN * FILTER_NUMBERS)
  let size = 0
  /** Letters that a typing error may have brought. */
  const letters: number[] = []

  const signatureAt = (at: number) => signatures.subarray(at * FILTER_NUMBERS, (at + 1) * FILTER_NUMBERS)

  function slotOf(hash: number): number {
    const last = hashes.length - 1
    let at = hash & last
    while (hashes[at] !== 0 && hashes[at] !== hash) at = (at + 1) & last
    return at
  }

  function put(hash: number, magnitude: number, beside: ArrayLike<number>): void {
    const at = slotOf(hash)
    if (hashes[at] === 0) size += 1
    hashes[at] = hash
    magnitudes[at] = Math.max(magnitudes[at] ?? 0, magnitude)
    const bits = signatureAt(at)
    for (let place = 0; place < FILTER_NUMBERS; place += 1)
      bits[place] = (bits[place] ?? 0) | (beside[place] ?? 0)
  }

  function grow(): void {
    const [oldHashes, oldMagnitudes, oldSignatures] = [hashes, magnitudes, signatures]
    size = 0
    hashes = new Uint32Array(oldHashes.length * 2)
    magnitudes = new Uint8Array(hashes.length)
    signatures = new Int32Array(hashes.length * FILTER_NUMBERS)
    for (const [at, hash] of oldHashes.entries()) {
      const start = at * FILTER_NUMBERS
      if (hash !== 0) put(hash, oldMagnitudes[at] ?? 0, oldSignatures.subarray(start, start + FILTER_NUMBERS))
    }
  }

  return {
    get size() {
      return size
    },

    add({ spelling, magnitude, beside }) {
      if (size * 2 >= hashes.length) grow()
      let hash = 0
      for (let at = 0; at < spelling.length; at += 1) {
        const letter = spelling.charCodeAt(at)
        if (!letters.includes(letter)) letters.push(letter)
        hash = next(hash, letter)
      }
      put(mixed(hash), magnitude, beside)
    },

    near(word) {
      const neighbours = new Map<string, TableWord>()
      const has = (hash: number) => hashes[slotOf(mixed(hash))] !== 0
      for (const spelling of knownEdits(word, letters, has)) {
        let hash = 0
        for (let at = 0; at < spelling.length; at += 1) hash = next(hash, spelling.charCodeAt(at))
        const at = slotOf(mixed(hash))
        neighbours.set(spelling, { spelling, magnitude: magnitudes[at] ?? 0, beside: [...signatureAt(at)] })
      }
      return [...neighbours.values()]
    }
  }
}

function knownEdits(word: string, letters: readonly number[], has: (hash: number) => boolean): string[] {
  const { length } = word
  /** Hashes before and after each position, and the power between. */
  const [before, from, power] = [0, 0, 0].map(() => new Int32Array(length + 1)) as [
    Int32Array,
    Int32Array,
    Int32Array
  ]
  power[length] = 1
  for (let at = 0; at < length; at += 1) before[at + 1] = next(before[at] as number, word.charCodeAt(at))
  for (let at = length - 1; at >= 0; at -= 1) {
    from[at] = (Math.imul(word.charCodeAt(at), power[at + 1] as number) + (from[at + 1] as number)) | 0
    power[at] = Math.imul(power[at + 1] as number, BASE)
  }
  const joined = (start: number, rest: number) =>
    (Math.imul(start, power[rest] as number) + (from[rest] as number)) | 0

  const edits = has(before[length] as number) ? [word] : []
  if (length > NAME_PART_CHARS_MAX) return edits
  for (let at = 0; at <= length; at += 1) {
    const start = before[at] as number
    const [code, second] = [word.charCodeAt(at), word.charCodeAt(at + 1)]
    if (at < length && has(joined(start, at + 1))) edits.push(word.slice(0, at) + word.slice(at + 1))
    if (at + 1 < length && has(joined(next(next(start, second), code), at + 2)))
      edits.push(word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2))
    for (const letter of letters) {
      const longer = next(start, letter)
      if (has(joined(longer, at)))
        edits.push(word.slice(0, at) + String.fromCharCode(letter) + word.slice(at))
      if (at < length && letter !== code && has(joined(longer, at + 1)))
        edits.push(word.slice(0, at) + String.fromCharCode(letter) + word.slice(at + 1))
    }
  }
  return edits
}
