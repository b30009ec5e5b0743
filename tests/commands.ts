import { COMMANDS } from '#api/commands/index.ts'
import { crash } from './bench/crash-rounds.ts'
import { benchPeer } from './bench/peer/run.ts'
import { bench } from './bench/run.ts'
import { judges } from './judges/run.ts'
import { engines } from './quality/engines/run.ts'
import { quality } from './quality/run.ts'
import { test } from './run.ts'
import { torture } from './torture/run.ts'

/** Every command of ours in package.json. */
export const ALL_COMMANDS = [...COMMANDS, test, crash, torture, judges, bench, benchPeer, quality, engines]
