/** Equal for a seed and stream on every machine. */
export interface Random {
  next(): number
  below(below: number): number
  between(from: number, to: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
}

const UNIT = 1 / 4_294_967_296

/** sfc32 by Chris Doty-Humphrey (PractRand). Streams are independent. */
export function createRandom(seed: number, stream: number): Random {
  let a = 0x9e3779b9 ^ seed
  let b = 0x243f6a88 ^ stream
  let c = 0xb7e15162 ^ Math.imul(seed, 0x85ebca6b)
  let counter = 1

  function next(): number {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return (sum >>> 0) * UNIT
  }
  for (let round = 0; round < 15; round += 1) next()

  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    between: (from, to) => from + below(to - from + 1),
    chance: probability => next() < probability,
    pick<T>(list: readonly T[]): T {
      const chosen = list[below(list.length)]
      if (chosen === undefined) throw new Error('nothing to pick from')
      return chosen
    }
  }
}

/** Zipf's law: rank k has weight 1 / (k + shift)^exponent. */
export function createZipf(size: number, exponent: number, shift: number): (random: Random) => number {
  const cumulative = new Float64Array(size)
  let total = 0
  for (let place = 0; place < size; place += 1) {
    total += 1 / (place + shift) ** exponent
    cumulative[place] = total
  }
  return random => {
    const threshold = random.next() * total
    let low = 0
    let high = size - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((cumulative[middle] ?? total) <= threshold) low = middle + 1
      else high = middle
    }
    return low
  }
}
