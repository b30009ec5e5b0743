import { customType, timestamp } from 'drizzle-orm/pg-core'

/** `jsonb` of objects and arrays: drizzle's own column stores a JSON string through bun-sql (drizzle#4942). */
export const jsonObject = <T extends object>() =>
  customType<{ data: T; driverData: T }>({
    dataType: () => 'jsonb',
    toDriver: value => value,
    fromDriver: value => value
  })

/** Any `jsonb`, written by SQL only. */
export const json = <T>(name: string) => customType<{ data: T }>({ dataType: () => 'jsonb' })(name)

/** With a time zone, so that all processes agree. */
export const moment = (name: string) => timestamp(name, { withTimezone: true })

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })

export const bigints = customType<{ data: bigint[]; driverData: string }>({
  dataType: () => 'bigint[]',
  toDriver: numbers => `{${numbers.join(',')}}`
})

/** 64-bit transaction id, never reused. */
export const transactionNumber = customType<{ data: string; driverData: string }>({ dataType: () => 'xid8' })
