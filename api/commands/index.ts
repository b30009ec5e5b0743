import { factorReset } from './accounts/factor-reset.ts'
import { adminCreate } from './admin-create.ts'
import { backup } from './backup.ts'
import { build } from './build.ts'
import { auditVerify } from './compliance/audit-verify.ts'
import { keysRotate } from './compliance/keys-rotate.ts'
import { suppress } from './compliance/suppress.ts'
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

/** Commands that measure and test the product are in `tests`. */
export const COMMANDS: Command[] = [
  start,
  dev,
  build,
  seed,
  importFile,
  importNumbering,
  adminCreate,
  factorReset,
  backup,
  restore,
  keysRenew,
  keysRotate,
  suppress,
  auditVerify,
  reindex,
  chain,
  pay,
  xpub
]
