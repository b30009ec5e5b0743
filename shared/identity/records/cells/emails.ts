import { normalizeEmail } from '#shared/identity/identifiers/email.ts'

const SEPARATOR = /[;|\n\r\t]+|:::|,(?=\s)|\s\/\s/u
/** A longer one is a text, and an address in it is found by its words. */
const PART_CHARS_MAX = 300
/** Between addresses that nothing else parts. */
const SIGN_BETWEEN = /[\s,/]+/
const SCHEME = /^(?:https?:\/\/|ftp:\/\/|mailto:)/i
const ADDRESS = /[^\s@,;|<>()[\]"'«»]+@[^\s@,;|<>()[\]"'«»]+/g
const CYRILLIC = /\p{Script=Cyrillic}/u

/** «i . primerov @ example . com»: a dot with a space on one side alone may end a sentence before the address. */
const joinedAddress = (text: string): string => {
  const [local = '', domain = ''] = text.split(/\s*@\s*/)
  const joined = `${local.replace(/\s+\.\s+/g, '.')}@${domain.replace(/\s*\.\s*/g, '.')}`
  return CYRILLIC.test(local) && joined !== text ? text : joined
}

const isSeveral = (text: string): boolean => text.indexOf('@') !== text.lastIndexOf('@')

/** One address, bare or beside a name or a remark. */
const readPart = (part: string): readonly string[] => {
  const bare = part.trim().replace(SCHEME, '')
  if (!bare.includes('@') || bare.length > PART_CHARS_MAX || normalizeEmail(bare) !== null) return [bare]
  if (isSeveral(bare)) {
    const parts = bare.split(SIGN_BETWEEN)
    if (parts.every(one => normalizeEmail(one) !== null)) return parts
  } else {
    const joined = joinedAddress(bare)
    if (normalizeEmail(joined) !== null) return [joined]
  }
  return bare.match(ADDRESS) ?? [bare]
}

/** The texts of the e-mails of a cell: several beside each other, with blanks in them, behind «http://», beside a remark. */
export const emailsInCell = (cell: string): readonly string[] => cell.split(SEPARATOR).flatMap(readPart)
