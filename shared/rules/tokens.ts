import * as v from 'valibot'
import { TOKEN_NETWORKS_MAX, TOKEN_TITLE_MAX_CHARS } from '#shared/constants.ts'
import { compressedIpv6 } from '#shared/ipv6.ts'
import { isDay } from './day.ts'
import { FORM_REFUSALS } from './form-refusals.ts'
import { isStorable, visibleText } from './storable.ts'

const TITLE = 'Название токена: до 60 символов'
const MOMENT = 'Срок токена: время по ISO 8601'
const PAST = 'Срок токена уже прошёл'
const NETWORK = 'Адрес или сеть, например 203.0.113.24 или 203.0.113.0/24'
const ALL_ADDRESSES = 'Сеть /0 — это все адреса: она ничего не ограничивает'
const SHOWN_CHARS = 50
const NETWORKS = 'Список адресов: не больше 20'
const IPV4_BITS = 32
const IPV6_BITS = 128
/** What stands before an IPv4 address that IPv6 writes. */
export const MAPPED_BITS = 96
const MAPPED = /^::ffff:[\da-f]{1,4}:[\da-f]{1,4}$/

const title = v.pipe(
  v.string(TITLE),
  v.check(isStorable, TITLE),
  v.transform(visibleText),
  v.trim(),
  v.maxLength(TOKEN_TITLE_MAX_CHARS, TITLE),
  v.transform(text => (text === '' ? null : text))
)

const expiresAt = v.pipe(
  v.string(MOMENT),
  v.isoTimestamp(MOMENT),
  v.check(text => isDay(text.slice(0, 'YYYY-MM-DD'.length)), MOMENT),
  v.transform(text => new Date(text)),
  v.date(MOMENT),
  v.check(at => at.getTime() > Date.now(), PAST)
)

/** A zone (`fe80::1%eth0`) is valid on one machine only. */
const isAddress = (text: string) => !text.includes('%') && v.is(v.pipe(v.string(), v.ip()), text)

/** More bits than the first, as many as the second at most: a network of all addresses limits nothing. */
function sizesOf(address: string): [least: number, most: number] {
  if (!address.includes(':')) return [0, IPV4_BITS]
  return [MAPPED.test(compressedIpv6(address)) ? MAPPED_BITS : 0, IPV6_BITS]
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  if (!isAddress(address) || more.length > 0) return false
  if (bits === undefined) return true
  const [least, most] = sizesOf(address)
  return /^\d{1,3}$/.test(bits) && Number(bits) > least && Number(bits) <= most
}

const network = v.pipe(
  v.string(NETWORK),
  v.trim(),
  v.check(isNetwork, ({ input }) =>
    input.endsWith('/0') ? ALL_ADDRESSES : `Не адрес: ${input.slice(0, SHOWN_CHARS)}. ${NETWORK}`
  )
)
const networks = v.pipe(
  v.array(network, NETWORKS),
  v.maxLength(TOKEN_NETWORKS_MAX, NETWORKS),
  v.transform(list => (list.length === 0 ? null : list))
)

/** Absent keys stay, null removes a limit. */
export const tokenLimits = v.object(
  {
    title: v.optional(v.nullable(title)),
    expires_at: v.optional(v.nullable(expiresAt)),
    networks: v.optional(v.nullable(networks))
  },
  FORM_REFUSALS.BAD_INPUT
)
export type TokenLimits = v.InferOutput<typeof tokenLimits>
