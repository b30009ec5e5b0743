import type { PartialDate } from '#shared/identity/identifiers/birth-date.ts'
import { HARD_LINK_KINDS } from '#shared/identity/identifiers/kinds.ts'
import type { LinkageRecord } from './linkage-record.ts'

const sameTexts = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((text, at) => text === b[at])

const sameDates = (a: readonly PartialDate[], b: readonly PartialDate[]): boolean =>
  a.length === b.length &&
  a.every(({ year, month, day }, at) => {
    const other = b[at]
    return year === other?.year && month === other.month && day === other.day
  })

const haveSameNumbers = (a: LinkageRecord, b: LinkageRecord): boolean => {
  for (const kind of HARD_LINK_KINDS) if (!sameTexts(a.numbers[kind], b.numbers[kind])) return false
  return true
}

const isEquivalent = (a: LinkageRecord, b: LinkageRecord): boolean =>
  a.gender === b.gender &&
  sameDates(a.record.attributes.birthDates, b.record.attributes.birthDates) &&
  haveSameNumbers(a, b)

export const createEquivalenceClasses = (): ((record: LinkageRecord) => number) => {
  const byNames: LinkageRecord[][] = []
  let count = 0
  return record => {
    const candidates = byNames[record.nameClass]
    const equal = candidates?.find(other => isEquivalent(other, record))
    if (equal) return equal.equivalenceClass
    if (candidates) candidates.push(record)
    else byNames[record.nameClass] = [record]
    count += 1
    return count - 1
  }
}
