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

/** The message is Russian, one line per variable. */
export class ConfigError extends OperatorError {
  override name = 'ConfigError'
}

type Env = Record<string, string | undefined>
type Variable<T> = readonly [name: string, fallback: T, read: Reader<T>]

const variable = <T>(name: string, fallback: T, read: Reader<T>): Variable<T> => [name, fallback, read]
const optional = <T>(name: string, read: Reader<T>): Variable<T | null> => [name, null, read]

const PROJECT = resolve(import.meta.dirname, '..')
/** One core is left for everything but searches; Postgres needs as much as four threads. */
const SEARCH_THREADS = Math.min(4, availableParallelism() - 1)
const COUNT = wholeNumber(0, 1_000_000)
const DAYS = wholeNumber(1, 36_500)
const MINUTES = wholeNumber(1, 10_080)
const WEB = url('http:', 'https:')

const VARIABLES = {
  port: variable('PORT', LOCAL_PORT, wholeNumber(1, 65_535)),
  host: variable('HOST', '0.0.0.0', anyText),
  origin: optional('PUBLIC_ORIGIN', webOrigin),
  dataDir: variable('DATA_DIR', resolve(PROJECT, 'data'), text => resolve(PROJECT, text)),
  runDir: variable('RUN_DIR', resolve(PROJECT, '.run'), text => resolve(PROJECT, text)),
  databaseUrl: optional('DATABASE_URL', url('postgres:', 'postgresql:')),
  elasticsearchUrl: optional('ELASTICSEARCH_URL', WEB),
  elasticsearchApiKey: optional('ELASTICSEARCH_API_KEY', anyText),
  elasticsearchCa: optional('ELASTICSEARCH_CA', anyText),
  sessionSecret: optional('SESSION_SECRET', anyText),
  suppressKey: optional('SUPPRESS_KEY', anyText),
  auditKey: optional('AUDIT_KEY', anyText),
  turnstileSiteKey: optional('TURNSTILE_SITE_KEY', anyText),
  turnstileSecretKey: optional('TURNSTILE_SECRET_KEY', anyText),
  turnstileVerifyUrl: variable(
    'TURNSTILE_VERIFY_URL',
    'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    WEB
  ),
  trustedProxies: variable<string[]>('TRUSTED_PROXIES', [], list(network)),
  protectedExemptIp: variable('PROTECTED_EXEMPT_IP', '127.0.0.1', address),
  adminUsername: optional('ADMIN_USERNAME', byRule(username)),
  adminPassword: optional('ADMIN_PASSWORD', byRule(password)),
  noTopUpUsernames: variable('NO_TOP_UP_USERNAMES', ['demo', 'guest'], list(byRule(username))),
  signupRequests: variable('SIGNUP_REQUESTS', SIGNUP_REQUESTS, COUNT),
  registrationsPerHour: variable('REGISTRATIONS_PER_HOUR', REGISTRATIONS_PER_HOUR, wholeNumber(1, 1_000_000)),
  seed: variable('SEED', 'demo', oneOf('demo', 'none')),
  paymentNetworks: variable('PAYMENT_NETWORKS', ['sandbox'], list(anyText)),
  paymentXpubEvm: optional('PAYMENT_XPUB_EVM', anyText),
  paymentXpubTron: optional('PAYMENT_XPUB_TRON', anyText),
  paymentExpiryMinutes: variable('PAYMENT_EXPIRY_MINUTES', 60, MINUTES),
  messengerDriver: variable('MESSENGER_DRIVER', 'sandbox', oneOf('sandbox', 'http')),
  messengerUrl: optional('MESSENGER_URL', WEB),
  messengerSecret: optional('MESSENGER_SECRET', anyText),
  telegramBotToken: optional('TELEGRAM_BOT_TOKEN', anyText),
  telegramApiUrl: variable('TELEGRAM_API_URL', 'https://api.telegram.org', WEB),
  sourceGate: variable('SOURCE_GATE', 'enforce', oneOf('enforce', 'strict')),
  searchPurpose: variable('SEARCH_PURPOSE', 'off', oneOf('off', 'optional', 'required')),
  riskMode: variable('RISK_MODE', 'flag', oneOf('flag', 'throttle')),
  historyDays: variable('HISTORY_DAYS', HISTORY_DAYS, DAYS),
  auditDays: variable('AUDIT_DAYS', AUDIT_DAYS, DAYS),
  searchThreads: variable('SEARCH_THREADS', SEARCH_THREADS, wholeNumber(0, 16)),
  logLevel: variable('LOG_LEVEL', 'info', oneOf('debug', 'info', 'warn', 'error'))
}

type Values = { [K in keyof typeof VARIABLES]: (typeof VARIABLES)[K] extends Variable<infer T> ? T : never }

export interface Config extends Omit<Values, 'origin' | `turnstile${string}`> {
  /** NODE_ENV=production: secrets are required and must be strong. */
  production: boolean
  /** `http://localhost:<port>` by default. */
  publicOrigin: string
  /** The public origin is https: cookies are `Secure` and `__Host-`, and HSTS is sent. */
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
 * Pure. An empty variable counts as unset. Throws a `ConfigError` that names every wrong variable and never repeats a
 * value.
 */
export function readConfig(env: Env): Config {
  const problems: string[] = []
  const read = <T>([name, fallback, reader]: Variable<T>): T => {
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
    Object.entries(VARIABLES).map(([field, definition]) => [field, read(definition as Variable<unknown>)])
  ) as Values

  const rpcNames = Object.keys(env).filter(name => name.startsWith(RPC_PREFIX) && env[name])
  const paymentRpc = Object.fromEntries(
    rpcNames.map(name => [name.slice(RPC_PREFIX.length), read(variable(name, '', WEB))])
  )
  const production = env.NODE_ENV === 'production'
  if (production) problems.push(...weakSecrets(values))
  problems.push(...contradictionsIn(values))
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

function contradictionsIn(values: Values): string[] {
  const { turnstileSiteKey: site, turnstileSecretKey: secret } = values
  const problems: string[] = []
  if (site && !secret && !site.startsWith(PASSING_SITE_KEY_PREFIX)) {
    problems.push('TURNSTILE_SECRET_KEY: нужен вместе с TURNSTILE_SITE_KEY')
  }
  if (secret && !site) problems.push('TURNSTILE_SITE_KEY: нужен вместе с TURNSTILE_SECRET_KEY')
  if (values.messengerDriver === 'http' && !(values.messengerUrl && values.messengerSecret)) {
    problems.push('MESSENGER_URL: при MESSENGER_DRIVER=http нужны MESSENGER_URL и MESSENGER_SECRET')
  }
  return problems
}

/** The only place that reads the environment. */
export const configOfProcess = (fixed: Env = {}): Config => readConfig({ ...process.env, ...fixed })
