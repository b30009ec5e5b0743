import type { PartialDate } from '#shared/identity/identifiers/birth-date.ts'
import { prepareName } from '#shared/identity/names/prepared-name.ts'
import type { ConstrainedClusters } from './constrained-clusters.ts'
import type { LinkageRecord } from './linkage-record.ts'

/** Records with a fact in common. */
export type Block = LinkageRecord[]

/** Adds the record to the block of the fact; a new block goes to the end of `all`. */
const meetBy = <Fact>(all: Block[], homes: Map<Fact, Block>, fact: Fact, profile: LinkageRecord): void => {
  const block = homes.get(fact)
  if (block) block.push(profile)
  else {
    const fresh = [profile]
    homes.set(fact, fresh)
    all.push(fresh)
  }
}

/** The facts that two clusters give: under any other nobody meets. */
const meetings = <Fact>(unions: ConstrainedClusters) => {
  const first = new Map<Fact, LinkageRecord>()
  const common = new Set<Fact>()
  const note = (profile: LinkageRecord, fact: Fact): void => {
    const known = first.get(fact)
    if (!known) first.set(fact, profile)
    else if (unions.of(known) !== unions.of(profile)) common.add(fact)
  }
  return { note, common: common as ReadonlySet<Fact> }
}

/** A SNILS has eleven digits, an INN twelve, a passport ten: no two of them are the same text. */
const commonNumbers = (
  profiles: readonly LinkageRecord[],
  unions: ConstrainedClusters
): ReadonlySet<string> => {
  const { note, common } = meetings<string>(unions)
  for (const profile of profiles) {
    for (const number of profile.snils) note(profile, number)
    for (const number of profile.inns) note(profile, number)
    for (const number of profile.passports) note(profile, number)
  }
  return common
}

/** The records under each valid number, in the order in which the numbers come; only where two clusters meet. */
export const numberBlocks = (profiles: readonly LinkageRecord[], unions: ConstrainedClusters): Block[] => {
  const all: Block[] = []
  const common = commonNumbers(profiles, unions)
  if (common.size === 0) return all
  const homes = new Map<string, Block>()
  const meet = (profile: LinkageRecord, number: string): void => {
    if (common.has(number)) meetBy(all, homes, number, profile)
  }
  for (const profile of profiles) {
    for (const number of profile.snils) meet(profile, number)
    for (const number of profile.inns) meet(profile, number)
    for (const number of profile.passports) meet(profile, number)
  }
  return all
}

/** Day and month in one order, so that an exchanged date falls into the same block. */
const dateBlock = ({ year, month = 0, day = 0 }: PartialDate): number =>
  year * 10_000 + Math.min(month, day) * 100 + Math.max(month, day)

const END = 2

/**
 * Under one of these two names of one person meet: by the surname or half of it, by both words in any order, or by the
 * given name with the beginning or the end of the surname, one of which a typing error leaves whole.
 */
const nameBlocks = (profile: LinkageRecord): Set<string> => {
  const blocks = new Set<string>()
  for (const name of profile.names) {
    const { surname, given } = prepareName(name)
    if (!surname || surname.initial) continue
    blocks.add(surname.stem)
    for (const half of surname.halves) blocks.add(half.stem)
    if (!given || given.initial) continue
    blocks.add(
      surname.phoneticKey < given.phoneticKey
        ? `${surname.phoneticKey} ${given.phoneticKey}`
        : `${given.phoneticKey} ${surname.phoneticKey}`
    )
    for (const group of given.groups)
      blocks.add(`${group} ${surname.stem.slice(0, END)}-`).add(`${group} -${surname.stem.slice(-END)}`)
  }
  return blocks
}

const commonDates = (
  profiles: readonly LinkageRecord[],
  unions: ConstrainedClusters
): ReadonlySet<number> => {
  const { note, common } = meetings<number>(unions)
  for (const profile of profiles) for (const date of profile.fullDates) note(profile, dateBlock(date))
  return common
}

/**
 * Where records may meet others of the same person: a shared contact or thing, or a birth date with a name. In the order
 * in which these come; only where two clusters meet.
 */
export const softBlocks = (profiles: readonly LinkageRecord[], unions: ConstrainedClusters): Block[] => {
  const all: Block[] = []
  const contacts = new Map<string, Block>()
  const things = new Map<string, Block>()
  const births = new Map<number, Map<string, Block>>()
  const blocksOfNames = new Map<number, Set<string>>()
  const dates = commonDates(profiles, unions)
  for (const profile of profiles) {
    const { attributes } = profile.record
    for (const phone of profile.phones) meetBy(all, contacts, phone, profile)
    for (const email of profile.emails) meetBy(all, contacts, email, profile)
    for (const vin of attributes.vins) meetBy(all, things, vin, profile)
    for (const plate of attributes.plates) meetBy(all, things, plate, profile)
    for (const date of profile.fullDates) {
      const block = dateBlock(date)
      if (!dates.has(block)) continue
      const names = blocksOfNames.getOrInsertComputed(profile.nameClass, () => nameBlocks(profile))
      const homes = births.getOrInsertComputed(block, () => new Map())
      for (const name of names) meetBy(all, homes, name, profile)
    }
  }
  return all.filter(unions.differ)
}
