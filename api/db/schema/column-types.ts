import { customType, timestamp } from 'drizzle-orm/pg-core'

/**
 * `jsonb` that stays an object: drizzle's own column stores a JSON string through bun-sql (drizzle#4942). Objects and
 * arrays only.
 */
export const jsonObject = <T extends object>() =>
  customType<{ data: T; driverData: T }>({
    dataType: () => 'jsonb',
    toDriver: value => value,
    fromDriver: value => value
  })

/** `jsonb` of any kind, which only SQL writes. */
export const json = <T>(name: string) => customType<{ data: T }>({ dataType: () => 'jsonb' })(name)

/** A moment on the one clock of all processes, whatever their time zone. */
export const moment = (name: string) => timestamp(name, { withTimezone: true })

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })

export const bigints = customType<{ data: bigint[]; driverData: string }>({
  dataType: () => 'bigint[]',
  toDriver: numbers => `{${numbers.join(',')}}`
})

/** A transaction, of 64 bits: never given twice. */
export const transactionNumber = customType<{ data: string; driverData: string }>({ dataType: () => 'xid8' })
