import { adminCreate } from './admin-create.ts'
import { auditVerify } from './audit-verify.ts'
import { backup } from './backup.ts'
import { build } from './build.ts'
import { dev } from './dev.ts'
import type { Command } from './frame/declare.ts'
import { importFile } from './import.ts'
import { importNumbering } from './import-numbering.ts'
import { keysRenew } from './keys-renew.ts'
import { chain } from './payments/chain.ts'
import { pay } from './payments/pay.ts'
import { xpub } from './payments/xpub.ts'
import { reindex } from './reindex.ts'
import { restore } from './restore.ts'
import { seed } from './seed.ts'
import { start } from './start.ts'
import { suppress } from './suppress.ts'

/** Commands that measure and test the product are in `tests`. */
export const COMMANDS: Command[] = [
  start,
  dev,
  build,
  seed,
  importFile,
  importNumbering,
  adminCreate,
  backup,
  restore,
  keysRenew,
  suppress,
  auditVerify,
  reindex,
  chain,
  pay,
  xpub
]
