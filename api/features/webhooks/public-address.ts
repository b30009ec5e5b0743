import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { WebhookFailure } from '#shared/labels/webhooks.ts'

/** How a receiver is found and trusted. The product has one; tests of a receiver on this machine bring their own. */
export interface WebhookNetwork {
  /** All addresses of a name. */
  resolve(host: string): Promise<string[]>
  isPublic(address: string): boolean
  /** Certificates that are trusted beside those of the machine. */
  ca?: string
}

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/** Whether everybody on the internet may reach it: nothing of this machine, of its networks or of a way into them. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  // Of an IPv4 address that is mapped into IPv6 the IPv4 address counts.
  const address = ipaddr.process(text)
  if (address.range() !== 'unicast') return false
  // Other parts of IPv6 than this hold IPv4 addresses in old spellings.
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST)
}

export const INTERNET: WebhookNetwork = {
  resolve: async host => (await lookup(host, { all: true })).map(({ address }) => address),
  isPublic: isPublicAddress
}

/** Why nothing is sent to a receiver. */
export class NotSent extends Error {
  override name = 'NotSent'
  readonly failure: WebhookFailure

  constructor(failure: WebhookFailure) {
    super(failure)
    this.failure = failure
  }
}

const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '')

/** Whether an address stands for itself, with no name to look up. */
export const isLiteral = (url: URL): boolean => isIP(hostOf(url)) > 0

/**
 * The addresses of a host, IPv4 first, all of them public: a name with one that is not is a way inside.
 *
 * @throws NotSent `unresolved`, `private_address`, `late` when `signal` ends the wait.
 */
export async function publicAddresses(
  network: WebhookNetwork,
  url: URL,
  signal: AbortSignal
): Promise<string[]> {
  const host = hostOf(url)
  const late = () => once(signal, 'abort').then(() => Promise.reject(new NotSent('late')))
  const addresses = isIP(host) ? [host] : await Promise.race([network.resolve(host).catch(() => []), late()])
  if (addresses.length === 0) throw new NotSent('unresolved')
  if (!addresses.every(network.isPublic)) throw new NotSent('private_address')
  return addresses.toSorted((one, other) => isIP(one) - isIP(other))
}
