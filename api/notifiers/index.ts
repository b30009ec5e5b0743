import type { Config } from '#api/config.ts'
import type { Notifier } from './contract.ts'
import { httpNotifier } from './http.ts'
import { sandboxNotifier } from './sandbox.ts'
import { smtpNotifier } from './smtp.ts'

/** `readConfig` guarantees what each driver needs. */
export function createNotifier(config: Config): Notifier {
  if (config.notifierDriver === 'smtp') return smtpNotifier(config.smtpUrl ?? '', config.smtpFrom ?? '')
  if (config.notifierDriver === 'http')
    return httpNotifier(config.notifierUrl ?? '', config.notifierSecret ?? '')
  return sandboxNotifier
}
