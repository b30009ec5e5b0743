import { isIPv4 } from 'node:net'
import { canonicalAddress } from '#api/http/client-address.ts'

const DOTTED = /^\d{1,12}(?:\.\d{1,12}){3}$/
const MAPPED = /^::ffff:/i

/**
 * Every address that a careless spelling may mean: encoded once more, with a dot or spaces at its end, with leading zeros
 * (which some programs read as octal), in one number or in hexadecimal. Only to find the protected address behind it.
 */
export function meantAddresses(text: string): string[] {
  const spelled = decoded(text)
    .trim()
    .replace(/^\[|\]$|\.+$/g, '')
  const dotted = spelled.replace(MAPPED, '')
  const decimal = DOTTED.test(dotted) ? dotted.split('.').map(Number).join('.') : ''
  const meant = [canonicalAddress(spelled), canonicalAddress(decimal), asBrowsersRead(dotted)]
  return meant.filter(address => address !== null)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function asBrowsersRead(host: string): string | null {
  if (!/^[\da-fx.]+$/i.test(host) || !URL.canParse(`http://${host}/`)) return null
  const { hostname } = new URL(`http://${host}/`)
  return isIPv4(hostname) ? hostname : null
}
