import type { SQL } from 'bun'
import { log } from '#api/lib/log.ts'
import type { OperatorInfo } from '#shared/contracts/operator.ts'
import { normalizePhone } from '#shared/identity/identifiers/phone.ts'
import { NUMBERING_NOTES } from '#shared/labels/numbering.ts'
import type { OperatorLookup } from './answer-phones.ts'
import { type PlanTable, type Reject, readPlan } from './importer.ts'
import {
  byStart,
  createRangeFinder,
  mergeRanges,
  type PhoneRange,
  seededRanges,
  seededRangesOutside
} from './ranges.ts'
import { allRanges, newestEdition, replaceRanges } from './store.ts'

export { withOperators } from './answer-phones.ts'

/** Interval of checks for a newer edition. */
const CHECK_MS = 30_000

interface Plan {
  edition: number | null
  find(number: number): PhoneRange | null
}

/** `operatorsOf` never fails a search; errors are logged. */
export interface Numbering extends OperatorLookup {
  /** Null outside the plan. */
  operatorOf(phone: string): Promise<OperatorInfo | null>
}

/** All in memory; only the first call waits. */
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
      void refresh()
    }
    return latest.plan
  }

  async function refresh(): Promise<void> {
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

    async operatorsOf(phones) {
      const operators = new Map<string, OperatorInfo>()
      try {
        for (const phone of new Set(phones)) {
          const operator = await operatorOf(phone)
          if (operator) operators.set(phone, operator)
        }
      } catch (error) {
        log.warn('numbering_unread', { error })
      }
      return operators
    }
  }
}

/** Read first, so that a concurrent load shows as newer. */
async function readPlanFrom(sql: SQL): Promise<Plan> {
  const edition = await newestEdition(sql)
  return { edition, find: createRangeFinder(await allRanges(sql)) }
}

export async function seedNumbering(owner: SQL): Promise<void> {
  await replaceRanges(owner, mergeRanges(seededRanges()), { files: [], onlyWhenEmpty: true })
}

interface NumberingResult {
  read: number
  stored: number
  /** Earlier ranges outside the files. */
  remaining: number
}

/** Replaces the plan; codes outside the files keep their ranges. @throws NumberingError without changes. */
export async function importNumbering(
  owner: SQL,
  tables: readonly PlanTable[],
  reject: Reject
): Promise<NumberingResult> {
  const official = await readPlan(tables, reject)
  const merged = mergeRanges(official)
  const remaining = mergeRanges(seededRangesOutside(official))
  const ranges = [...merged, ...remaining].sort(byStart)
  await replaceRanges(owner, ranges, { files: tables.map(table => table.name), onlyWhenEmpty: false })
  return { read: official.length, stored: merged.length, remaining: remaining.length }
}
