import type { PartialDate } from '#shared/identity/identifiers/birth-date.ts'
import { HARD_LINK_KINDS, VEHICLE_KINDS } from '#shared/identity/identifiers/kinds.ts'
import { prepareName } from '#shared/identity/names/prepared-name.ts'
import type { ConstrainedClusters } from './constrained-clusters.ts'
import type { LinkageRecord } from './linkage-record.ts'

export type Block = LinkageRecord[]

const addToBlock = <Key>(all: Block[], blocks: Map<Key, Block>, key: Key, record: LinkageRecord): void => {
  const block = blocks.get(key)
  if (block) block.push(record)
  else {
    const fresh = [record]
    blocks.set(key, fresh)
    all.push(fresh)
  }
}

/** Keys shared by records of two clusters; others cannot join clusters. */
const collectCommonKeys = <Key>(clusters: ConstrainedClusters) => {
  const first = new Map<Key, LinkageRecord>()
  const common = new Set<Key>()
  const addKey = (record: LinkageRecord, key: Key): void => {
    const earlier = first.get(key)
    if (!earlier) first.set(key, record)
    else if (clusters.of(earlier) !== clusters.of(record)) common.add(key)
  }
  return { addKey, common: common as ReadonlySet<Key> }
}

/** Numbers of two kinds may be the same text, so unrelated records may be compared. */
const forEachNumber = (
  records: readonly LinkageRecord[],
  take: (record: LinkageRecord, key: string) => void
): void => {
  for (const record of records)
    for (const kind of HARD_LINK_KINDS) for (const number of record.numbers[kind]) take(record, number)
}

const commonNumbers = (
  records: readonly LinkageRecord[],
  clusters: ConstrainedClusters
): ReadonlySet<string> => {
  const { addKey, common } = collectCommonKeys<string>(clusters)
  forEachNumber(records, addKey)
  return common
}

export const numberBlocks = (records: readonly LinkageRecord[], clusters: ConstrainedClusters): Block[] => {
  const all: Block[] = []
  const common = commonNumbers(records, clusters)
  if (common.size === 0) return all
  const blocks = new Map<string, Block>()
  forEachNumber(records, (record, key) => {
    if (common.has(key)) addToBlock(all, blocks, key, record)
  })
  return all
}

/** Orders day and month, so that a swapped date falls into the same block. */
const dateBlock = ({ year, month = 0, day = 0 }: PartialDate): number =>
  year * 10_000 + Math.min(month, day) * 100 + Math.max(month, day)

const END = 2

/** Blocking keys of a name; one of them survives a typing error in the surname or another word order. */
const nameBlocks = (record: LinkageRecord): Set<string> => {
  const blocks = new Set<string>()
  for (const name of record.names) {
    const { surname, given } = prepareName(name)
    if (!surname || surname.initial) continue
    blocks.add(surname.stem)
    for (const stem of surname.otherStems) blocks.add(stem)
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
  const { addKey, common } = collectCommonKeys<number>(clusters)
  for (const record of records) for (const date of record.fullDates) addKey(record, dateBlock(date))
  return common
}

/** Given name, patronymic and the last number of the address. */
const homeBlocks = ({ names, record }: LinkageRecord): string[] => {
  const blocks: string[] = []
  for (const { link, lastNumber } of record.attributes.displayValues.addresses) {
    if (link || lastNumber === '') continue
    for (const name of names) {
      const { surname, given, patronymic } = prepareName(name)
      if (!surname || !given || !patronymic || given.initial || patronymic.initial) continue
      blocks.push(`${given.phoneticKey} ${patronymic.father} ${lastNumber}`)
    }
  }
  return blocks
}

/** Blocks that span clusters by contact, car, or birth date or home with a name. */
export const softBlocks = (records: readonly LinkageRecord[], clusters: ConstrainedClusters): Block[] => {
  const all: Block[] = []
  const contacts = new Map<string, Block>()
  const cars = new Map<string, Block>()
  const homes = new Map<string, Block>()
  const births = new Map<number, Map<string, Block>>()
  const blocksOfNames = new Map<number, Set<string>>()
  const dates = commonDates(records, clusters)
  for (const record of records) {
    const { attributes } = record.record
    for (const phone of record.phones) addToBlock(all, contacts, phone, record)
    for (const email of record.emails) addToBlock(all, contacts, email, record)
    for (const kind of VEHICLE_KINDS)
      for (const value of attributes.identifiers[kind]) addToBlock(all, cars, value, record)
    for (const home of homeBlocks(record)) addToBlock(all, homes, home, record)
    for (const date of record.fullDates) {
      const block = dateBlock(date)
      if (!dates.has(block)) continue
      const names = blocksOfNames.getOrInsertComputed(record.nameClass, () => nameBlocks(record))
      const blocks = births.getOrInsertComputed(block, () => new Map())
      for (const name of names) addToBlock(all, blocks, name, record)
    }
  }
  return all.filter(clusters.spanClusters)
}
