import { prepareName } from './prepared-name.ts'
import type { Profile } from './profile.ts'
import type { PartialDate } from './types.ts'

/** Day and month in one order, so that an exchanged date falls into the same block. */
const dateBlock = ({ year, month = 0, day = 0 }: PartialDate): string =>
  `${year}-${Math.min(month, day)}-${Math.max(month, day)}`

const END = 2

/**
 * Under one of these two names of one person meet: by the surname or half of it, by both words in any order, or by the
 * given name with the beginning or the end of the surname, one of which a typing error leaves whole.
 */
const nameBlocks = (profile: Profile): Set<string> => {
  const blocks = new Set<string>()
  for (const name of profile.names) {
    const { surname, given } = prepareName(name)
    if (!surname || surname.initial) continue
    blocks.add(surname.stem)
    for (const half of surname.halves) blocks.add(half.stem)
    if (!given || given.initial) continue
    blocks.add([surname.fold, given.fold].sort().join(' '))
    for (const group of given.groups)
      blocks.add(`${group} ${surname.stem.slice(0, END)}-`).add(`${group} -${surname.stem.slice(-END)}`)
  }
  return blocks
}

/** Where a record may meet others of the same person: a shared contact or thing, or a birth date with a name. */
export const blocksOf = (profile: Profile): string[] => {
  const blocks = [...profile.phones.map(phone => `t:${phone}`), ...profile.emails.map(email => `e:${email}`)]
  for (const thing of [...profile.record.facts.vins, ...profile.record.facts.plates])
    blocks.push(`v:${thing}`)
  const names = nameBlocks(profile)
  for (const date of profile.fullDates) for (const name of names) blocks.push(`d:${dateBlock(date)}|${name}`)
  return blocks
}

/** The records under each key that more than one has. */
export const groupBy = (
  profiles: readonly Profile[],
  keysOf: (profile: Profile) => string[]
): Profile[][] => {
  const blocks = new Map<string, Profile[]>()
  for (const profile of profiles)
    for (const key of keysOf(profile)) {
      const block = blocks.get(key)
      if (block) block.push(profile)
      else blocks.set(key, [profile])
    }
  return [...blocks.values()].filter(block => block.length > 1)
}
