import { isIP } from 'node:net'

// Used before anything is installed: only Node's own modules here.

/** Throws an `Error` whose message continues «ИМЯ: …». */
export type Reader<T> = (text: string) => T

export const anyText: Reader<string> = text => text

const SECRET_MIN_CHARS = 32
const SECRET_MIN_DISTINCT = 8

/** Long enough that a keyed hash of a constant reveals nothing. */
export const strongSecret: Reader<string> = text => {
  if (text.length < SECRET_MIN_CHARS || new Set(text).size < SECRET_MIN_DISTINCT)
    throw new Error(`слишком слабое значение, нужно не меньше ${SECRET_MIN_CHARS} случайных символов`)
  return text
}

export function wholeNumber(from: number, to: number): Reader<number> {
  return text => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (!(value >= from && value <= to)) throw new Error(`нужно целое число от ${from} до ${to}`)
    return value
  }
}

export function oneOf<const T extends string>(...values: T[]): Reader<T> {
  return text => {
    const value = values.find(allowed => allowed === text)
    if (value === undefined) throw new Error(`допустимые значения: ${values.join(', ')}`)
    return value
  }
}

/** Comma-separated; empty items are dropped. */
export function list<T>(item: Reader<T>): Reader<T[]> {
  return text =>
    text
      .split(',')
      .map(part => part.trim())
      .filter(part => part !== '')
      .map(item)
}

export function someOf<T>(item: Reader<T>): Reader<T[]> {
  return text => {
    const items = list(item)(text)
    if (items.length === 0) throw new Error('нужно хотя бы одно значение')
    return items
  }
}

export function url(...protocols: string[]): Reader<string> {
  return text => {
    const parsed = URL.canParse(text) ? new URL(text) : null
    if (!parsed || !protocols.includes(parsed.protocol)) {
      throw new Error(`нужен адрес вида ${protocols.map(protocol => `${protocol}//…`).join(' или ')}`)
    }
    return text
  }
}

export const webOrigin: Reader<string> = text => {
  const parsed = new URL(url('http:', 'https:')(text))
  const bare = parsed.pathname === '/' && !parsed.search && !parsed.hash && !parsed.username
  if (!bare) throw new Error('нужны только схема, имя и порт, например https://sverka.example')
  return parsed.origin
}

export const address: Reader<string> = text => {
  if (isIP(text) === 0) throw new Error('нужен адрес IPv4 или IPv6')
  return text
}

export const network: Reader<string> = text => {
  const [base = '', bits, ...rest] = text.split('/')
  const family = isIP(base)
  const bitsMax = family === 4 ? 32 : 128
  const bitsFit = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= bitsMax)
  if (family === 0 || !bitsFit || rest.length > 0)
    throw new Error('нужен адрес или сеть, например 10.0.0.0/8')
  return text
}
