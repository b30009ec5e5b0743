import { sql } from 'drizzle-orm'
import { bigint, check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { NumberingKind } from '#shared/labels/numbering.ts'
import { moment } from './column-types.ts'

/** Bounds are whole numbers with the country code, both included; ranges do not overlap. */
export const phoneRanges = pgTable(
  'phone_range',
  {
    lo: bigint({ mode: 'number' }).primaryKey(),
    hi: bigint({ mode: 'number' }).notNull(),
    operator: text().notNull(),
    region: text().notNull(),
    country: text().notNull(),
    kind: text().$type<NumberingKind>().notNull()
  },
  table => [
    check('phone_range_order', sql`${table.lo} <= ${table.hi}`),
    check('phone_range_kind_known', sql`${table.kind} in ('official', 'approximate', 'synthetic')`)
  ]
)

/** One row per load: the newest number tells a running process that its copy of the ranges is old. */
export const numberingEditions = pgTable('numbering_edition', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  files: text().array().notNull(),
  ranges: integer().notNull(),
  loadedAt: moment('loaded_at').notNull().defaultNow()
})
