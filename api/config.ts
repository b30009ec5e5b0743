import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { byRule } from '#api/lib/config-rule.ts'
import {
  address,
  anyText,
  list,
  network,
  oneOf,
  type Reader,
  url,
  webOrigin,
  wholeNumber
} from '#api/lib/config-values.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import {
  AUDIT_DAYS,
  HISTORY_DAYS,
  LOCAL_PORT,
  PASSING_SITE_KEY_PREFIX,
  REGISTRATIONS_PER_HOUR,
  SIGNUP_REQUESTS
} from '#shared/constants.ts'
import { password, username } from '#shared/rules/account.ts'

/** The configuration cannot be used. The message is Russian, one line a variable. */
export class ConfigError extends OperatorError {
  override name = 'ConfigError'
}

type Env = Record<string, string | undefined>
type Row<T> = readonly [name: string, fallback: T, read: Reader<T>]

const row = <T>(name: string, fallback: T, read: Reader<T>): Row<T> => [name, fallback, read]
const optional = <T>(name: string, read: Reader<T>): Row<T | null> => [name, null, read]

const PROJECT = resolve(import.meta.dirname, '..')
/** One core is for all that is not a search; a machine's Postgres needs as much as four of them. */
const SEARCH_THREADS = Math.min(4, availableParallelism() - 1)
const COUNT = wholeNumber(0, 1_000_000)
const DAYS = wholeNumber(1, 36_500)
const MINUTES = wholeNumber(1, 10_080)
const WEB = url('http:', 'https:')

/** One line a variable: field, name in the environment, default, how it is read. */
const VARIABLES = {
  port: row('PORT', LOCAL_PORT, wholeNumber(1, 65_535)),
  host: row('HOST', '0.0.0.0', anyText),
  origin: optional('PUBLIC_ORIGIN', webOrigin),
  dataDir: row('DATA_DIR', resolve(PROJECT, 'data'), text => resolve(PROJECT, text)),
  runDir: row('RUN_DIR', resolve(PROJECT, '.run'), text => resolve(PROJECT, text)),
  databaseUrl: optional('DATABASE_URL', url('postgres:', 'postgresql:')),
  elasticsearchUrl: optional('ELASTICSEARCH_URL', WEB),
  elasticsearchApiKey: optional('ELASTICSEARCH_API_KEY', anyText),
  elasticsearchCa: optional('ELASTICSEARCH_CA', anyText),
  sessionSecret: optional('SESSION_SECRET', anyText),
  suppressKey: optional('SUPPRESS_KEY', anyText),
  auditKey: optional('AUDIT_KEY', anyText),
  turnstileSiteKey: optional('TURNSTILE_SITE_KEY', anyText),
  turnstileSecretKey: optional('TURNSTILE_SECRET_KEY', anyText),
  turnstileVerifyUrl: row(
    'TURNSTILE_VERIFY_URL',
    'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    WEB
  ),
  trustedProxies: row<string[]>('TRUSTED_PROXIES', [], list(network)),
  protectedExemptIp: row('PROTECTED_EXEMPT_IP', '127.0.0.1', address),
  adminUsername: optional('ADMIN_USERNAME', byRule(username)),
  adminPassword: optional('ADMIN_PASSWORD', byRule(password)),
  noTopUpUsernames: row('NO_TOP_UP_USERNAMES', ['demo', 'guest'], list(byRule(username))),
  signupRequests: row('SIGNUP_REQUESTS', SIGNUP_REQUESTS, COUNT),
  registrationsPerHour: row('REGISTRATIONS_PER_HOUR', REGISTRATIONS_PER_HOUR, wholeNumber(1, 1_000_000)),
  seed: row('SEED', 'demo', oneOf('demo', 'none')),
  paymentNetworks: row('PAYMENT_NETWORKS', ['sandbox'], list(anyText)),
  paymentXpubEvm: optional('PAYMENT_XPUB_EVM', anyText),
  paymentXpubTron: optional('PAYMENT_XPUB_TRON', anyText),
  paymentExpiryMinutes: row('PAYMENT_EXPIRY_MINUTES', 60, MINUTES),
  messengerDriver: row('MESSENGER_DRIVER', 'sandbox', oneOf('sandbox', 'http')),
  messengerUrl: optional('MESSENGER_URL', WEB),
  messengerSecret: optional('MESSENGER_SECRET', anyText),
  telegramBotToken: optional('TELEGRAM_BOT_TOKEN', anyText),
  telegramApiUrl: row('TELEGRAM_API_URL', 'https://api.telegram.org', WEB),
  sourceGate: row('SOURCE_GATE', 'enforce', oneOf('enforce', 'strict')),
  searchPurpose: row('SEARCH_PURPOSE', 'off', oneOf('off', 'optional', 'required')),
  riskMode: row('RISK_MODE', 'flag', oneOf('flag', 'throttle')),
  historyDays: row('HISTORY_DAYS', HISTORY_DAYS, DAYS),
  auditDays: row('AUDIT_DAYS', AUDIT_DAYS, DAYS),
  searchThreads: row('SEARCH_THREADS', SEARCH_THREADS, wholeNumber(0, 16)),
  logLevel: row('LOG_LEVEL', 'info', oneOf('debug', 'info', 'warn', 'error'))
}

type Values = { [K in keyof typeof VARIABLES]: (typeof VARIABLES)[K] extends Row<infer T> ? T : never }

export interface Config extends Omit<Values, 'origin' | `turnstile${string}`> {
  /** NODE_ENV=production: secrets must be given and strong. */
  production: boolean
  /** Where people see the site; `http://localhost:<port>` when not said. */
  publicOrigin: string
  /** Cookies are `Secure` and `__Host-`, and HSTS is sent: the public origin is https. */
  secureCookies: boolean
  /** Origin of `astro dev`, which may call this API; null in production. */
  devOrigin: string | null
  turnstile: { siteKey: string | null; secretKey: string | null; verifyUrl: string }
  /** Upper-case network name → RPC address, from PAYMENT_RPC_<NETWORK>. */
  paymentRpc: Record<string, string>
}

const SECRETS = {
  SESSION_SECRET: 'sessionSecret',
  SUPPRESS_KEY: 'suppressKey',
  AUDIT_KEY: 'auditKey'
} as const
const SECRET_MIN_CHARS = 32
const SECRET_MIN_DISTINCT = 8
const RPC_PREFIX = 'PAYMENT_RPC_'

/**
 * Reads the whole configuration. Pure. An empty variable counts as not set. Throws a `ConfigError` that names every
 * variable that is wrong, and never repeats a value.
 */
export function readConfig(env: Env): Config {
  const problems: string[] = []
  const read = <T>([name, fallback, reader]: Row<T>): T => {
    const text = env[name]?.trim()
    if (!text) return fallback
    try {
      return reader(text)
    } catch (error) {
      problems.push(`${name}: ${(error as Error).message}`)
      return fallback
    }
  }
  const values = Object.fromEntries(
    Object.entries(VARIABLES).map(([field, definition]) => [field, read(definition as Row<unknown>)])
  ) as Values

  const rpcNames = Object.keys(env).filter(name => name.startsWith(RPC_PREFIX) && env[name])
  const paymentRpc = Object.fromEntries(
    rpcNames.map(name => [name.slice(RPC_PREFIX.length), read(row(name, '', WEB))])
  )
  const production = env.NODE_ENV === 'production'
  if (production) problems.push(...weakSecrets(values))
  problems.push(...contradictions(values))
  if (problems.length > 0)
    throw new ConfigError(`Ошибка в настройках:\n${problems.map(line => `  ${line}`).join('\n')}`)

  const { origin, turnstileSiteKey, turnstileSecretKey, turnstileVerifyUrl, ...rest } = values
  const publicOrigin = origin ?? `http://localhost:${values.port}`
  return {
    ...rest,
    production,
    publicOrigin,
    secureCookies: publicOrigin.startsWith('https:'),
    devOrigin: production ? null : `http://localhost:${LOCAL_PORT}`,
    turnstile: { siteKey: turnstileSiteKey, secretKey: turnstileSecretKey, verifyUrl: turnstileVerifyUrl },
    paymentRpc
  }
}

function weakSecrets(values: Values): string[] {
  return Object.entries(SECRETS).flatMap(([name, field]) => {
    const secret = values[field]
    if (secret === null) return [`${name}: в рабочем режиме (NODE_ENV=production) переменная обязательна`]
    const weak = secret.length < SECRET_MIN_CHARS || new Set(secret).size < SECRET_MIN_DISTINCT
    return weak
      ? [`${name}: слишком слабое значение, нужно не меньше ${SECRET_MIN_CHARS} случайных символов`]
      : []
  })
}

function contradictions(values: Values): string[] {
  const { turnstileSiteKey: site, turnstileSecretKey: secret } = values
  const found: string[] = []
  if (site && !secret && !site.startsWith(PASSING_SITE_KEY_PREFIX)) {
    found.push('TURNSTILE_SECRET_KEY: нужен вместе с TURNSTILE_SITE_KEY')
  }
  if (secret && !site) found.push('TURNSTILE_SITE_KEY: нужен вместе с TURNSTILE_SECRET_KEY')
  if (values.messengerDriver === 'http' && !(values.messengerUrl && values.messengerSecret)) {
    found.push('MESSENGER_URL: при MESSENGER_DRIVER=http нужны MESSENGER_URL и MESSENGER_SECRET')
  }
  return found
}

/** The configuration of this process. The only place that reads its environment. */
export const configOfProcess = (fixed: Env = {}): Config => readConfig({ ...process.env, ...fixed })
