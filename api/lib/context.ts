import type { SQL } from 'bun'
import type { Config } from '#api/config.ts'
import type { SearchEngine } from '#api/engines/contract.ts'
import type { Secrets } from '#api/lib/secrets.ts'

/** What every feature is given. Made once by `main.ts`, or by a test. */
export interface Context {
  config: Config
  secrets: Secrets
  /** Pool that works as the application's role: it cannot change ledger or audit rows. */
  sql: SQL
  engine: SearchEngine
}
