import type { SQL } from 'bun'
import type { Context } from '#api/lib/context.ts'
import { log } from '#api/lib/log.ts'
import type { OperatorInfo } from '#shared/contracts/search.ts'
import { normalizePhone } from '#shared/identity/identifiers/phone.ts'
import type { Reading } from '#shared/identity/query/types.ts'
import { NUMBERING_NOTES } from '#shared/labels/numbering.ts'
import { type PlanTable, type Reject, readPlan } from './importer.ts'
import { byStart, finder, mergeRanges, type PhoneRange, seededBeside, seededRanges } from './ranges.ts'
import { allRanges, newestEdition, replaceRanges } from './store.ts'

/** How long a process answers from its copy before it asks, in the background, whether there is a newer edition. */
const CHECK_MS = 30_000

interface Copy {
  edition: number | null
  find(number: number): PhoneRange | null
}

interface Held {
  copy: Promise<Copy>
  checkedAt: number
}

const held = new WeakMap<Context, Held>()

/** Who was given the number, by the numbering plan; null for anything that the plan does not know. */
export async function operatorOf(context: Context, phone: string): Promise<OperatorInfo | null> {
  const normal = normalizePhone(phone)
  if (normal === null || !/^7\d{10}$/.test(normal)) return null
  const range = (await copyOf(context)).find(Number(normal))
  if (range === null) return null
  const { operator, region, country, kind } = range
  return { phone: normal, operator, region, country, note: NUMBERING_NOTES[kind] }
}

/** The same for the phone that a line means, alone or as a part. A search never fails for want of it. */
export async function operatorInReadings(
  context: Context,
  readings: readonly Reading[]
): Promise<OperatorInfo | null> {
  const [best] = readings
  const phone = [best, ...(best?.parts ?? [])].find(reading => reading?.kind === 'phone')
  if (!phone) return null
  return operatorOf(context, phone.value).catch(error => {
    log.warn('numbering_unread', { error })
    return null
  })
}

/** All ranges in memory. The first call reads them; later ones never wait. */
function copyOf(context: Context): Promise<Copy> {
  const known = held.get(context)
  const now = Date.now()
  if (!known) {
    const copy = readCopy(context)
    held.set(context, { copy, checkedAt: now })
    copy.catch(() => held.delete(context))
    return copy
  }
  if (Math.abs(now - known.checkedAt) > CHECK_MS) {
    known.checkedAt = now
    void renew(context, known)
  }
  return known.copy
}

async function renew(context: Context, known: Held): Promise<void> {
  try {
    const { edition } = await known.copy
    if ((await newestEdition(context.sql)) === edition) return
    known.copy = Promise.resolve(await readCopy(context))
  } catch (error) {
    log.warn('numbering_unread', { error })
  }
}

/** The number is read first: a load in between is then seen as a newer one. */
async function readCopy({ sql }: Context): Promise<Copy> {
  const edition = await newestEdition(sql)
  return { edition, find: finder(await allRanges(sql)) }
}

/** Fills an empty table with the committed approximate codes. */
export async function seedNumbering(owner: SQL): Promise<void> {
  await replaceRanges(owner, mergeRanges(seededRanges()), { files: [], onlyWhenEmpty: true })
}

export interface NumberingDone {
  /** Rows of the files that were understood. */
  read: number
  /** Official ranges after neighbours were put together. */
  stored: number
  /** Ranges of committed codes that the files say nothing about, and that therefore stay. */
  kept: number
}

/**
 * Replaces the whole plan by the official files. Codes they do not speak of keep their committed, approximate range.
 *
 * @throws NumberingError when a file is not one of the plan; then nothing was changed.
 */
export async function importNumbering(
  owner: SQL,
  tables: readonly PlanTable[],
  reject: Reject
): Promise<NumberingDone> {
  const official = await readPlan(tables, reject)
  const merged = mergeRanges(official)
  const kept = mergeRanges(seededBeside(official))
  const ranges = [...merged, ...kept].sort(byStart)
  await replaceRanges(owner, ranges, { files: tables.map(table => table.name), onlyWhenEmpty: false })
  return { read: official.length, stored: merged.length, kept: kept.length }
}
