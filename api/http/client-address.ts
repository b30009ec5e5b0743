import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { log } from '#api/lib/log.ts'
import { compressedIpv6 } from '#shared/ipv6.ts'

export interface Client {
  /** Canonical or null; used by limits and the audit. */
  address: string | null
  /** Null where an unnamed proxy may precede the client; used by exemptions. */
  certainAddress: string | null
}

export type ReadClient = (headers: Headers, socketAddress: string | null | undefined) => Client

const SET_BY_PROXIES = [
  'x-forwarded-for',
  'forwarded',
  'x-real-ip',
  'x-forwarded-host',
  'x-forwarded-proto',
  'via',
  'cf-connecting-ip',
  'true-client-ip',
  'x-client-ip'
]
const WARN_AGAIN_MS = 60_000

/**
 * The socket's address, or the right-most untrusted one of `X-Forwarded-For` (`docs/how-it-works/contract.md` §1). A trusted proxy
 * without a valid one makes the client unknown, an untrusted proxy makes it uncertain.
 * @param trustedProxies Addresses or CIDR ranges.
 * @param alwaysProxied Direct callers are uncertain.
 */
export function clientReader(trustedProxies: readonly string[], alwaysProxied: boolean): ReadClient {
  let warnedAt = Number.NEGATIVE_INFINITY
  const trusted = new BlockList()
  for (const entry of trustedProxies) {
    const [base = '', bits] = entry.split('/')
    const canonical = canonicalAddress(base) ?? base
    if (bits === undefined) trusted.addAddress(canonical, familyOf(canonical))
    else trusted.addSubnet(base, Number(bits), familyOf(base))
  }
  const isTrusted = (address: string) => trusted.check(address, familyOf(address))

  function warn(peer: string): void {
    if (performance.now() - warnedAt < WARN_AGAIN_MS) return
    warnedAt = performance.now()
    log.warn('unnamed_proxy', { variable: 'TRUSTED_PROXIES', from: addressPrefix(peer) })
  }

  function clientBehind(headers: Headers): string | null {
    const hops = (headers.get('x-forwarded-for') ?? '').split(',').reverse()
    for (const hop of hops) {
      const address = canonicalAddress(withoutPort(hop.trim()))
      if (address === null) return null
      if (!isTrusted(address)) return address
    }
    return null
  }

  return (headers, socketAddress) => {
    const peer = canonicalAddress(socketAddress ?? '')
    if (peer !== null && isTrusted(peer)) {
      const address = clientBehind(headers)
      return { address, certainAddress: address }
    }
    const isUncertain = peer !== null && (alwaysProxied || SET_BY_PROXIES.some(name => headers.has(name)))
    if (isUncertain) warn(peer)
    return { address: peer, certainAddress: isUncertain ? null : peer }
  }
}

/** Dotted IPv4 (also mapped) or compressed lower-case IPv6; else null. */
export function canonicalAddress(text: string): string | null {
  if (isIPv4(text)) return text
  const [bare = ''] = text.split('%')
  if (!isIPv6(bare)) return null
  const compressed = compressedIpv6(bare)
  const mapped = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(compressed)
  if (!mapped) return compressed
  const [high, low] = [Number.parseInt(mapped[1] ?? '', 16), Number.parseInt(mapped[2] ?? '', 16)]
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** An IPv4 address, or the /64 of an IPv6 household. */
export function addressGroup(address: string | null): string {
  if (address === null) return 'unknown'
  return isIPv4(address) ? address : `${groups(address).slice(0, 4).join(':')}::/64`
}

/** /24 or /48: too coarse to identify a household. */
export function addressPrefix(address: string | null): string | null {
  if (address === null) return null
  if (isIPv4(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`
  return `${groups(address).slice(0, 3).join(':')}::/48`
}

function groups(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const headGroups = head === '' ? [] : head.split(':')
  const tailGroups = tail === undefined || tail === '' ? [] : tail.split(':')
  return [...headGroups, ...Array<string>(8 - headGroups.length - tailGroups.length).fill('0'), ...tailGroups]
}

const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6')

/** `1.2.3.4:5678` or `[2001:db8::1]:5678`. */
function withoutPort(hop: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(hop)
  if (bracketed) return bracketed[1] ?? ''
  const dotted = /^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/.exec(hop)
  return dotted ? (dotted[1] ?? '') : hop
}
