import { Refusal } from '#api/lib/refusal.ts'
import { BAD_DIGEST } from '#shared/rules/admin-refusals.ts'

/** RFC 9530: algorithm, base64 sum, parameters. */
const MEMBER = /^([a-z*][a-z0-9_.*-]*)=:([A-Za-z0-9+/]*={0,2}):(?:;.*)?$/
const HASHES = new Map<string, { length: number; sumOf(bytes: Uint8Array): string }>([
  ['sha-256', { length: 32, sumOf: bytes => Bun.SHA256.hash(bytes, 'base64') }],
  ['sha-512', { length: 64, sumOf: bytes => Bun.SHA512.hash(bytes, 'base64') }]
])

/** Unknown algorithms are ignored. @throws Refusal `BAD_INPUT` for a header without a usable digest. */
export function readDigest(header: string | null): (bytes: Uint8Array) => boolean {
  if (header === null) return () => true
  const members = header.split(',').map(member => MEMBER.exec(member.trim()))
  const sums = members.flatMap(match => {
    const hash = HASHES.get(match?.[1] ?? '')
    return hash ? [{ hash, sum: match?.[2] ?? '' }] : []
  })
  const isReadable = sums.every(({ hash, sum }) => Buffer.from(sum, 'base64').length === hash.length)
  if (members.includes(null) || sums.length === 0 || !isReadable)
    throw new Refusal('BAD_INPUT', { text: BAD_DIGEST })
  return bytes => sums.every(({ hash, sum }) => hash.sumOf(bytes) === sum)
}
