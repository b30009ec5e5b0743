import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { PACKAGED } from '#api/db/embedded/packaged.ts'
import { byRule } from '#api/lib/config-rule.ts'
import {
  address,
  anyText,
  list,
  network,
  oneOf,
  type Reader,
  someOf,
  strongSecret,
  url,
  webOrigin,
  wholeNumber
} from '#api/lib/config-values.ts'
import { joinKeys } from '#api/lib/hmac.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import {
  NETWORK_KEYS,
  type NetworkSetting,
  NODES_PREFIX,
  networkSettings,
  nodesVariable,
  xpubText
} from '#api/networks/settings.ts'
import {
  AUDIT_DAYS,
  AUDIT_DAYS_MIN,
  HISTORY_DAYS,
  LOCAL_PORT,
  PAYMENT_EXPIRY_MINUTES,
  REGISTRATIONS_PER_HOUR,
  SIGNUP_REQUESTS,
  SUBJECT_REQUEST_DAYS
} from '#shared/constants.ts'
import { ROLES } from '#shared/labels/all-roles.ts'
import type { NetworkKey } from '#shared/labels/payments.ts'
import { PURPOSE_MODES } from '#shared/labels/purposes.ts'
import type { Role } from '#shared/labels/roles.ts'
import { RISK_MODES } from '#shared/labels/signals.ts'
import { password, username } from '#shared/rules/account.ts'
import { PASSING_SITE_KEY_PREFIX } from '#shared/rules/site-key.ts'

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
const DAYS_MAX = 36_500
const DAYS = wholeNumber(1, DAYS_MAX)
const WEB = url('http:', 'https:')

const VARIABLES = {
  port: variable('PORT', LOCAL_PORT, wholeNumber(1, 65_535)),
  host: variable('HOST', '0.0.0.0', anyText),
  origin: optional('PUBLIC_ORIGIN', webOrigin),
  dataDir: variable('DATA_DIR', resolve(PROJECT, 'data'), text => resolve(PROJECT, text)),
  runDir: variable('RUN_DIR', resolve(PROJECT, '.run'), text => resolve(PROJECT, text)),
  databaseUrl: optional('DATABASE_URL', url('postgres:', 'postgresql:')),
  /** Programs of the embedded database: their folder, or `packaged` for none that is installed. */
  postgresBin: optional('POSTGRES_BIN', text => (text === PACKAGED ? text : resolve(PROJECT, text))),
  /** Any of the nodes, separated by commas; name and password stand in the first address. */
  elasticsearchUrl: optional('ELASTICSEARCH_URL', someOf(WEB)),
  elasticsearchApiKey: optional('ELASTICSEARCH_API_KEY', anyText),
  /** A file. */
  elasticsearchCa: optional('ELASTICSEARCH_CA', text => resolve(PROJECT, text)),
  /** Storage of backups. */
  s3Endpoint: optional('S3_ENDPOINT', WEB),
  s3Region: optional('S3_REGION', anyText),
  s3AccessKeyId: optional('S3_ACCESS_KEY_ID', anyText),
  s3SecretAccessKey: optional('S3_SECRET_ACCESS_KEY', anyText),
  s3SessionToken: optional('S3_SESSION_TOKEN', anyText),
  sessionSecret: optional('SESSION_SECRET', strongSecret),
  suppressKey: optional('SUPPRESS_KEY', strongSecret),
  /** Those that `SUPPRESS_KEY` took the place of, the oldest first. */
  suppressKeyOld: variable<string[]>('SUPPRESS_KEY_OLD', [], list(strongSecret)),
  auditKey: optional('AUDIT_KEY', strongSecret),
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
  adminSecondFactor: variable('ADMIN_SECOND_FACTOR', 'optional', oneOf('optional', 'required')),
  oidcIssuer: optional('OIDC_ISSUER', WEB),
  oidcClientId: optional('OIDC_CLIENT_ID', anyText),
  oidcClientSecret: optional('OIDC_CLIENT_SECRET', anyText),
  oidcTitle: variable('OIDC_TITLE', 'единый вход', anyText),
  seed: variable('SEED', 'demo', oneOf('demo', 'none')),
  messengerDriver: variable('MESSENGER_DRIVER', 'sandbox', oneOf('sandbox', 'http')),
  messengerUrl: optional('MESSENGER_URL', WEB),
  messengerSecret: optional('MESSENGER_SECRET', anyText),
  notifierDriver: variable('NOTIFIER_DRIVER', 'sandbox', oneOf('sandbox', 'smtp', 'http')),
  notifierUrl: optional('NOTIFIER_URL', WEB),
  notifierSecret: optional('NOTIFIER_SECRET', anyText),
  smtpUrl: optional('SMTP_URL', url('smtp:', 'smtps:')),
  smtpFrom: optional('SMTP_FROM', anyText),
  /** Who operates the service, as `/privacy` says it. */
  operatorName: optional('OPERATOR_NAME', anyText),
  operatorAddress: optional('OPERATOR_ADDRESS', anyText),
  privacyContact: optional('PRIVACY_CONTACT', anyText),
  subjectRequestDays: variable('SUBJECT_REQUEST_DAYS', SUBJECT_REQUEST_DAYS, DAYS),
  reportNames: variable('REPORT_NAMES', 'off', oneOf('off', 'on')),
  paymentNetworks: variable<NetworkKey[]>('PAYMENT_NETWORKS', ['sandbox'], list(oneOf(...NETWORK_KEYS))),
  paymentXpubEvm: optional('PAYMENT_XPUB_EVM', xpubText),
  paymentXpubTron: optional('PAYMENT_XPUB_TRON', xpubText),
  paymentExpiryMinutes: variable('PAYMENT_EXPIRY_MINUTES', PAYMENT_EXPIRY_MINUTES, wholeNumber(5, 1_440)),
  telegramBotToken: optional('TELEGRAM_BOT_TOKEN', anyText),
  telegramApiUrl: variable('TELEGRAM_API_URL', 'https://api.telegram.org', WEB),
  historyDays: variable('HISTORY_DAYS', HISTORY_DAYS, DAYS),
  auditDays: variable('AUDIT_DAYS', AUDIT_DAYS, wholeNumber(AUDIT_DAYS_MIN, DAYS_MAX)),
  searchPurpose: variable('SEARCH_PURPOSE', 'off', oneOf(...PURPOSE_MODES)),
  /** Roles that are shown passport, INN and SNILS masked. */
  maskedRoles: variable<Role[]>('MASKED_ROLES', [], list(oneOf(...ROLES))),
  riskMode: variable('RISK_MODE', 'off', oneOf(...RISK_MODES)),
  sourceGate: variable('SOURCE_GATE', 'enforce', oneOf('enforce', 'strict')),
  searchThreads: variable('SEARCH_THREADS', SEARCH_THREADS, wholeNumber(0, 16)),
  /** Where metrics are told; nowhere without it. */
  metricsPort: optional('METRICS_PORT', wholeNumber(1, 65_535)),
  metricsHost: variable('METRICS_HOST', '127.0.0.1', address),
  /** Where traces go: of everything, or of traces alone. */
  otlpEndpoint: optional('OTEL_EXPORTER_OTLP_ENDPOINT', WEB),
  otlpTracesEndpoint: optional('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', WEB),
  otelServiceName: variable('OTEL_SERVICE_NAME', 'sverka', anyText),
  logLevel: variable('LOG_LEVEL', 'info', oneOf('debug', 'info', 'warn', 'error'))
}

type Values = { [K in keyof typeof VARIABLES]: (typeof VARIABLES)[K] extends Variable<infer T> ? T : never }

export interface Config
  extends Omit<
    Values,
    'origin' | 'suppressKeyOld' | 'paymentNetworks' | `${'paymentXpub' | 'turnstile' | 'oidc'}${string}`
  > {
  /** NODE_ENV=production: secrets and the public origin are required. */
  production: boolean
  /** `http://localhost:<port>` by default. */
  publicOrigin: string
  /** The public origin is https: cookies are `Secure` and `__Host-`, and HSTS is sent. */
  secureCookies: boolean
  turnstile: { siteKey: string | null; secretKey: string | null; verifyUrl: string }
  /** Who else signs people in; null where nobody does. */
  oidc: { issuer: string; clientId: string; clientSecret: string; title: string } | null
  /** Where payments are taken; the first one is offered first. */
  networks: NetworkSetting[]
}

const SECRETS = {
  SESSION_SECRET: 'sessionSecret',
  SUPPRESS_KEY: 'suppressKey',
  AUDIT_KEY: 'auditKey'
} as const
const REQUIRED = 'в рабочем режиме (NODE_ENV=production) переменная обязательна'
const NODES = list(WEB)

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

  const nodes = new Map<string, string[]>()
  for (const name of Object.keys(env).filter(each => each.startsWith(NODES_PREFIX))) {
    nodes.set(name, read(variable(name, [], NODES)))
    if (!NETWORK_KEYS.some(key => nodesVariable(key) === name)) problems.push(`${name}: такой сети нет`)
  }
  const payment = networkSettings({
    networks: values.paymentNetworks,
    xpubEvm: values.paymentXpubEvm,
    xpubTron: values.paymentXpubTron,
    urls: key => nodes.get(nodesVariable(key)) ?? []
  })
  // A key that could not be read is not missing.
  if (problems.length === 0) problems.push(...payment.problems)
  const production = env.NODE_ENV === 'production'
  if (production) problems.push(...missingSecrets(values))
  if (production && values.origin === null) problems.push(`PUBLIC_ORIGIN: ${REQUIRED}`)
  if (production && values.oidcIssuer?.startsWith('http:'))
    problems.push('OIDC_ISSUER: в рабочем режиме нужен https')
  problems.push(...contradictionsIn(values))
  if (problems.length > 0)
    throw new ConfigError(`Ошибка в настройках:\n${problems.map(line => `  ${line}`).join('\n')}`)

  const { origin, paymentNetworks, paymentXpubEvm, paymentXpubTron, ...others } = values
  const { turnstileSiteKey, turnstileSecretKey, turnstileVerifyUrl, suppressKeyOld, ...another } = others
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret, ...more } = another
  const { oidcTitle: title, ...rest } = more
  const publicOrigin = origin ?? `http://localhost:${values.port}`
  return {
    ...rest,
    suppressKey: values.suppressKey && joinKeys([...suppressKeyOld, values.suppressKey]),
    production,
    publicOrigin,
    secureCookies: publicOrigin.startsWith('https:'),
    turnstile: { siteKey: turnstileSiteKey, secretKey: turnstileSecretKey, verifyUrl: turnstileVerifyUrl },
    oidc: issuer && clientId && clientSecret ? { issuer, clientId, clientSecret, title } : null,
    networks: payment.settings
  }
}

const missingSecrets = (values: Values): string[] =>
  Object.entries(SECRETS)
    .filter(([, field]) => values[field] === null)
    .map(([name]) => `${name}: ${REQUIRED}`)

function contradictionsIn(values: Values): string[] {
  const { turnstileSiteKey: site, turnstileSecretKey: secret } = values
  const problems: string[] = []
  if (site && !secret && !site.startsWith(PASSING_SITE_KEY_PREFIX)) {
    problems.push('TURNSTILE_SECRET_KEY: нужен вместе с TURNSTILE_SITE_KEY')
  }
  if (secret && !site) problems.push('TURNSTILE_SITE_KEY: нужен вместе с TURNSTILE_SECRET_KEY')
  if (values.suppressKeyOld.length > 0 && values.suppressKey === null)
    problems.push('SUPPRESS_KEY: нужен вместе с SUPPRESS_KEY_OLD')
  const provider = [values.oidcIssuer, values.oidcClientId, values.oidcClientSecret]
  if (provider.some(Boolean) && !provider.every(Boolean))
    problems.push('OIDC_ISSUER: нужны вместе OIDC_ISSUER, OIDC_CLIENT_ID и OIDC_CLIENT_SECRET')
  if (values.messengerDriver === 'http' && !(values.messengerUrl && values.messengerSecret)) {
    problems.push('MESSENGER_URL: при MESSENGER_DRIVER=http нужны MESSENGER_URL и MESSENGER_SECRET')
  }
  if (values.messengerDriver === 'sandbox' && (values.messengerUrl || values.messengerSecret)) {
    problems.push('MESSENGER_DRIVER: MESSENGER_URL и MESSENGER_SECRET нужны только с MESSENGER_DRIVER=http')
  }
  const { notifierDriver: notifier, notifierUrl, notifierSecret, smtpUrl, smtpFrom } = values
  if (notifier === 'http' && !(notifierUrl && notifierSecret)) {
    problems.push('NOTIFIER_URL: при NOTIFIER_DRIVER=http нужны NOTIFIER_URL и NOTIFIER_SECRET')
  }
  if (notifier !== 'http' && (notifierUrl || notifierSecret)) {
    problems.push('NOTIFIER_DRIVER: NOTIFIER_URL и NOTIFIER_SECRET нужны только с NOTIFIER_DRIVER=http')
  }
  if (notifier === 'smtp' && !(smtpUrl && smtpFrom)) {
    problems.push('SMTP_URL: при NOTIFIER_DRIVER=smtp нужны SMTP_URL и SMTP_FROM')
  }
  if (notifier !== 'smtp' && (smtpUrl || smtpFrom)) {
    problems.push('NOTIFIER_DRIVER: SMTP_URL и SMTP_FROM нужны только с NOTIFIER_DRIVER=smtp')
  }
  return problems
}

/** The only place that reads the environment. */
export const configOfProcess = (fixed: Env = {}): Config => readConfig({ ...process.env, ...fixed })
