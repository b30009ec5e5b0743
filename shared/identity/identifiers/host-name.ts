/** ASCII form of a domain: «почта.рф» is «xn--80a1acny.xn--p1ai». Null when the domain is not valid. */
export const asciiHost = (domain: string): string | null => URL.parse(`http://${domain}`)?.hostname ?? null

/** Unicode form of a host; labels that are not encoded stay. */
export const unicodeHost = (host: string): string =>
  host.replace(/(?<=^|\.)xn--([a-z0-9-]+)/g, (label, encoded: string) => decoded(encoded) ?? label)

/* Parameters of RFC 3492. */
const BASE = 36
const T_MIN = 1
const T_MAX = 26
const SKEW = 38
const DAMP = 700
const FIRST_BIAS = 72
const FIRST_CODE = 128
const LAST_CODE = 0x10ffff

/** Decodes punycode (RFC 3492); null when it is malformed. */
function decoded(encoded: string): string | null {
  const plain = encoded.lastIndexOf('-')
  const codes = [...encoded.slice(0, Math.max(0, plain))].map(sign => sign.charCodeAt(0))
  let [code, place, bias] = [FIRST_CODE, 0, FIRST_BIAS]
  for (let at = plain + 1; at < encoded.length; ) {
    const before = place
    for (let [weight, threshold] = [1, BASE]; ; threshold += BASE) {
      const digit = Number.parseInt(encoded.charAt(at++), BASE)
      // RFC 3492 counts letters before digits.
      const value = digit < 10 ? digit + 26 : digit - 10
      if (Number.isNaN(digit)) return null
      place += value * weight
      const limit = Math.min(T_MAX, Math.max(T_MIN, threshold - bias))
      if (value < limit) break
      weight *= BASE - limit
    }
    const length = codes.length + 1
    bias = adapted(place - before, length, before === 0)
    code += Math.floor(place / length)
    place %= length
    if (code > LAST_CODE) return null
    codes.splice(place, 0, code)
    place += 1
  }
  return String.fromCodePoint(...codes)
}

function adapted(delta: number, length: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? DAMP : 2))
  rest += Math.floor(rest / length)
  let bias = 0
  for (; rest > ((BASE - T_MIN) * T_MAX) / 2; bias += BASE) rest = Math.floor(rest / (BASE - T_MIN))
  return bias + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW))
}
