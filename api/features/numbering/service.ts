import type { SQL } from 'bun'
import { log } from '#api/lib/log.ts'
import type { OperatorInfo } from '#shared/contracts/operator.ts'
import type { Reading } from '#shared/contracts/reading.ts'
import { normalizePhone } from '#shared/identity/identifiers/phone.ts'
import { NUMBERING_NOTES } from '#shared/labels/numbering.ts'
import { type PlanTable, type Reject, readPlan } from './importer.ts'
import { byStart, finder, mergeRanges, type PhoneRange, seededBeside, seededRanges } from './ranges.ts'
import { allRanges, newestEdition, replaceRanges } from './store.ts'

/** How long a process answers from its copy before it asks, in the background, whether there is a newer edition. */
const CHECK_MS = 30_000

interface Plan {
  edition: number | null
  find(number: number): PhoneRange | null
}

/** Who was given which telephone numbers. */
export interface Numbering {
  /** By the numbering plan; null for anything that the plan does not know. */
  operatorOf(phone: string): Promise<OperatorInfo | null>
  /** The same for the phone that a line means, alone or as a part. A search never fails for want of it. */
  operatorInReadings(readings: readonly Reading[]): Promise<OperatorInfo | null>
}

/** Keeps all ranges in memory. The first question reads them; later ones never wait. */
export function createNumbering(sql: SQL): Numbering {
  let latest: { plan: Promise<Plan>; checkedAt: number } | undefined

  function plan(): Promise<Plan> {
    const now = Date.now()
    if (!latest) {
      const first = readPlanFrom(sql)
      latest = { plan: first, checkedAt: now }
      first.catch(() => {
        latest = undefined
      })
      return first
    }
    if (Math.abs(now - latest.checkedAt) > CHECK_MS) {
      latest.checkedAt = now
      void renew()
    }
    return latest.plan
  }

  async function renew(): Promise<void> {
    try {
      const edition = (await latest?.plan)?.edition
      if (!latest || (await newestEdition(sql)) === edition) return
      latest.plan = Promise.resolve(await readPlanFrom(sql))
    } catch (error) {
      log.warn('numbering_unread', { error })
    }
  }

  async function operatorOf(phone: string): Promise<OperatorInfo | null> {
    const normal = normalizePhone(phone)
    if (normal === null || !/^7\d{10}$/.test(normal)) return null
    const range = (await plan()).find(Number(normal))
    if (range === null) return null
    const { operator, region, country, kind } = range
    return { phone: normal, operator, region, country, note: NUMBERING_NOTES[kind] }
  }

  return {
    operatorOf,

    async operatorInReadings(readings) {
      const [best] = readings
      const phone = [best, ...(best?.parts ?? [])].find(reading => reading?.kind === 'phone')
      if (!phone) return null
      return await operatorOf(phone.value).catch(error => {
        log.warn('numbering_unread', { error })
        return null
      })
    }
  }
}

/** The edition is read first: a load in between is then seen as a newer one. */
async function readPlanFrom(sql: SQL): Promise<Plan> {
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
