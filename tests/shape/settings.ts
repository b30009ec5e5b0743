import { readConfig } from '#api/config.ts'

/** Set by whoever starts a program; no setting of ours. */
export const NO_SETTING = ['NODE_ENV']

/** What the configuration asks its environment for. */
export function variablesRead(): string[] {
  const names = new Set<string>()
  const environment = { PAYMENT_RPC_X: 'http://localhost' }
  const env = new Proxy<Record<string, string>>(environment, {
    get(target, name) {
      names.add(String(name).replace(/^PAYMENT_RPC_X$/, 'PAYMENT_RPC_<NETWORK>'))
      return Reflect.get(target, name)
    }
  })
  try {
    readConfig(env)
  } catch {
    // Only the names are of interest, also of variables that are read to be refused.
  }
  return [...names].filter(name => !NO_SETTING.includes(name))
}
