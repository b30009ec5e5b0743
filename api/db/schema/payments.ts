import { sql } from 'drizzle-orm'
import { check, integer, numeric, pgTable } from 'drizzle-orm/pg-core'

const decimal = (name: string) => numeric(name, { precision: 14, scale: 4, mode: 'number' })

/** What a dollar buys now: one row, or none while nobody has changed it (`CREDIT_TERMS` of `shared/constants.ts`). */
export const paymentTerms = pgTable(
  'payment_terms',
  {
    id: integer().primaryKey().default(1),
    rate: decimal('rate').notNull(),
    bonusThreshold: decimal('bonus_threshold').notNull(),
    bonusMultiplier: decimal('bonus_multiplier').notNull()
  },
  table => [
    check('payment_terms_one', sql`${table.id} = 1`),
    check('payment_terms_positive', sql`${table.rate} >= 0.01 and ${table.bonusMultiplier} >= 1`)
  ]
)
