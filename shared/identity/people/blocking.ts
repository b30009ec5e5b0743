import type { PartialDate } from '#shared/identity/identifiers/birth-date.ts'
import { prepareName } from '#shared/identity/names/prepared-name.ts'
import type { ConstrainedClusters } from './constrained-clusters.ts'
import type { LinkageRecord } from './linkage-record.ts'

/** Records with a fact in common. */
export type Block = LinkageRecord[]

/** Adds the record to the block of the fact; a new block goes to the end of `all`. */
const addToBlock = <Key>(all: Block[], blocks: Map<Key, Block>, key: Key, record: LinkageRecord): void => {
  const block = blocks.get(key)
  if (block) block.push(record)
  else {
    const fresh = [record]
    blocks.set(key, fresh)
    all.push(fresh)
  }
}

/** The facts that two clusters give: under any other nobody meets. */
const createMeetings = <Key>(clusters: ConstrainedClusters) => {
  const first = new Map<Key, LinkageRecord>()
  const common = new Set<Key>()
  const note = (record: LinkageRecord, key: Key): void => {
    const earlier = first.get(key)
    if (!earlier) first.set(key, record)
    else if (clusters.of(earlier) !== clusters.of(record)) common.add(key)
  }
  return { note, common: common as ReadonlySet<Key> }
}

/** A SNILS has eleven digits, an INN twelve, a passport ten: no two of them are the same text. */
const commonNumbers = (
  records: readonly LinkageRecord[],
  clusters: ConstrainedClusters
): ReadonlySet<string> => {
  const { note, common } = createMeetings<string>(clusters)
  for (const record of records) {
    for (const number of record.snils) note(record, number)
    for (const number of record.inns) note(record, number)
    for (const number of record.passports) note(record, number)
  }
  return common
}

/** The records under each valid number, in the order in which the numbers come; only where two clusters meet. */
export const numberBlocks = (records: readonly LinkageRecord[], clusters: ConstrainedClusters): Block[] => {
  const all: Block[] = []
  const common = commonNumbers(records, clusters)
  if (common.size === 0) return all
  const blocks = new Map<string, Block>()
  const meet = (record: LinkageRecord, number: string): void => {
    if (common.has(number)) addToBlock(all, blocks, number, record)
  }
  for (const record of records) {
    for (const number of record.snils) meet(record, number)
    for (const number of record.inns) meet(record, number)
    for (const number of record.passports) meet(record, number)
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
const nameBlocks = (record: LinkageRecord): Set<string> => {
  const blocks = new Set<string>()
  for (const name of record.names) {
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
  records: readonly LinkageRecord[],
  clusters: ConstrainedClusters
): ReadonlySet<number> => {
  const { note, common } = createMeetings<number>(clusters)
  for (const record of records) for (const date of record.fullDates) note(record, dateBlock(date))
  return common
}

/**
 * Where records may meet others of the same person: a shared contact or thing, or a birth date with a name. In the order
 * in which these come; only where two clusters meet.
 */
export const softBlocks = (records: readonly LinkageRecord[], clusters: ConstrainedClusters): Block[] => {
  const all: Block[] = []
  const contacts = new Map<string, Block>()
  const things = new Map<string, Block>()
  const births = new Map<number, Map<string, Block>>()
  const blocksOfNames = new Map<number, Set<string>>()
  const dates = commonDates(records, clusters)
  for (const record of records) {
    const { attributes } = record.record
    for (const phone of record.phones) addToBlock(all, contacts, phone, record)
    for (const email of record.emails) addToBlock(all, contacts, email, record)
    for (const vin of attributes.vins) addToBlock(all, things, vin, record)
    for (const plate of attributes.plates) addToBlock(all, things, plate, record)
    for (const date of record.fullDates) {
      const block = dateBlock(date)
      if (!dates.has(block)) continue
      const names = blocksOfNames.getOrInsertComputed(record.nameClass, () => nameBlocks(record))
      const blocks = births.getOrInsertComputed(block, () => new Map())
      for (const name of names) addToBlock(all, blocks, name, record)
    }
  }
  return all.filter(clusters.differ)
}
