const DOTTED_END = /(\d+)\.(\d+)\.(\d+)\.(\d+)$/
const BYTE_BITS = 8
const HEX = 16

const pairOf = (high = '0', low = '0') => ((Number(high) << BYTE_BITS) | Number(low)).toString(HEX)

/** Compressed, in lower case and without dots. Bun's URL takes no dotted end behind five groups, so it is given none. */
export function compressedIpv6(address: string): string {
  const plain = address.replace(DOTTED_END, (_, a, b, c, d) => `${pairOf(a, b)}:${pairOf(c, d)}`)
  return new URL(`http://[${plain}]`).hostname.slice(1, -1)
}
