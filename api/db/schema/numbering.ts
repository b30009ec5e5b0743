import { sql } from 'drizzle-orm'
import { bigint, check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { NumberingKind } from '#shared/labels/numbering.ts'
import { moment } from './column-types.ts'

/** Inclusive bounds with country code; ranges do not overlap. */
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

/** A newer number tells processes to reload. */
export const numberingEditions = pgTable('numbering_edition', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  files: text().array().notNull(),
  ranges: integer().notNull(),
  loadedAt: moment('loaded_at').notNull().defaultNow()
})
