import { repairLatin } from '#shared/identity/text/homoglyphs.ts'
import { isPlaceholder } from './placeholder.ts'

const LABEL = /^(?:e-?mail|mail|почта|эл\.? ?почта|электронная почта|емейл|имейл)[\s:.\-–—]{1,4}/
const MAX_CHARS = 254
const LOCAL = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
const DOMAIN_LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u

/** Normal form: lower case, Latin letters for their look-alikes in a Latin address, without «mailto:», brackets and label. Null when the text is no e-mail. */
export function normalizeEmail(text: string): string | null {
  if (text.length > MAX_CHARS + 40 || !text.includes('@')) return null
  const plain = text
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(LABEL, '')
    .replace(/^mailto:([^?]+)(?:\?.*)?$/, '$1')
  const bare = plain.replace(/^[<("'«]+/, '').replace(/[\]>)"'»,;.!?/]+$/, '')
  const address = repairLatin(bare)
  return !isPlaceholder(address) && isValidEmail(address) ? address : null
}

/** One @, a local part without stray dots, a domain of at least two labels. */
export function isValidEmail(normal: string): boolean {
  if (normal.length > MAX_CHARS) return false
  const at = normal.indexOf('@')
  if (at < 1 || at !== normal.lastIndexOf('@')) return false
  const labels = normal.slice(at + 1).split('.')
  const top = labels.at(-1) ?? ''
  if (labels.length < 2 || !/^(?:\p{L}{2,}|xn--[a-z0-9-]+)$/u.test(top)) return false
  return LOCAL.test(normal.slice(0, at)) && labels.every(label => DOMAIN_LABEL.test(label))
}
