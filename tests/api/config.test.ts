import { describe, expect, test } from 'bun:test'
import { ConfigError, readConfig } from '#api/config.ts'
import { ROLE_INFINITY, ROLE_USER } from '#shared/labels/roles.ts'

const problemsOf = (env: Record<string, string>): string => {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return ''
}

const strong = (seed: string) => `${seed}-0123456789abcdefghijklmnopqrstuvwxyz`
const secrets = { SESSION_SECRET: strong('s'), SUPPRESS_KEY: strong('p'), AUDIT_KEY: strong('a') }

describe('configuration', () => {
  test('gives a working default for an empty environment', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      port: 12_000,
      publicOrigin: 'http://localhost:12000',
      secureCookies: false,
      databaseUrl: null,
      elasticsearchUrl: null,
      sessionSecret: null,
      trustedProxies: [],
      protectedExemptIp: '127.0.0.1',
      signupRequests: 5,
      registrationsPerHour: 20,
      seed: 'demo',
      historyDays: 90,
      auditDays: 365,
      production: false
    })
    expect(config.dataDir).toEndWith('/data')
    expect(config.noTopUpUsernames).toHaveLength(2)
    expect(config.turnstile).toMatchObject({ siteKey: null, secretKey: null })
  })

  test('counts an empty variable as not set and trims the rest', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '  ' })).toMatchObject({ port: 12_000, databaseUrl: null })
    expect(readConfig({ PORT: ' 8080 ' }).port).toBe(8080)
  })

  test('reads every kind of value', () => {
    const config = readConfig({
      PUBLIC_ORIGIN: 'https://Sverka.Example:443/',
      TRUSTED_PROXIES: '10.0.0.0/8, ::1,',
      NO_TOP_UP_USERNAMES: 'alice,bobby',
      SEED: 'none',
      HISTORY_DAYS: '30',
      DATABASE_URL: 'postgres://u:p@db/sverka',
      POSTGRES_BIN: '/opt/postgres/bin/',
      ELASTICSEARCH_URL: 'https://u:p@one:9200, https://two:9200'
    })
    expect(config).toMatchObject({
      publicOrigin: 'https://sverka.example',
      secureCookies: true,
      trustedProxies: ['10.0.0.0/8', '::1'],
      noTopUpUsernames: ['alice', 'bobby'],
      seed: 'none',
      elasticsearchUrl: ['https://u:p@one:9200', 'https://two:9200'],
      historyDays: 30,
      databaseUrl: 'postgres://u:p@db/sverka',
      postgresBin: '/opt/postgres/bin'
    })
    expect(readConfig({ POSTGRES_BIN: 'packaged' }).postgresBin).toBe('packaged')
  })

  const wrong: [name: string, value: string, says: string][] = [
    ['PORT', '70000', 'от 1 до 65535'],
    ['PORT', '0', 'целое число'],
    ['PORT', '12e3', 'целое число'],
    ['SIGNUP_REQUESTS', '-1', 'целое число'],
    ['HISTORY_DAYS', '1.5', 'целое число'],
    ['PUBLIC_ORIGIN', 'https://sverka.example/path', 'только схема'],
    ['PUBLIC_ORIGIN', 'sverka.example', 'http://'],
    ['DATABASE_URL', 'mysql://localhost/x', 'postgres://'],
    ['TRUSTED_PROXIES', '10.0.0.0/33', 'адрес или сеть'],
    ['TRUSTED_PROXIES', 'proxy', 'адрес или сеть'],
    ['PROTECTED_EXEMPT_IP', '127.0.0.300', 'IPv4 или IPv6'],
    ['ADMIN_USERNAME', 'админ', 'английские буквы'],
    ['ADMIN_PASSWORD', 'short1', 'минимум 10 символов'],
    ['SEED', 'all', 'demo, none'],
    ['LOG_LEVEL', 'loud', 'debug, info, warn, error'],
    ['AUDIT_DAYS', '29', 'от 30 до'],
    ['SUPPRESS_KEY', 'short-secret-0123456789', 'слишком слабое'],
    ['AUDIT_KEY', 'ab'.repeat(40), 'слишком слабое'],
    ['SESSION_SECRET', 'x', 'слишком слабое'],
    ['ELASTICSEARCH_URL', 'search.example:9200', 'нужен адрес'],
    ['ELASTICSEARCH_URL', ' , ', 'хотя бы одно'],
    ['TURNSTILE_SITE_KEY', '0x4AAAAAAA', 'TURNSTILE_SECRET_KEY'],
    ['TURNSTILE_SECRET_KEY', '0x4AAAAAAA', 'TURNSTILE_SITE_KEY'],
    ['MESSENGER_DRIVER', 'http', 'MESSENGER_SECRET'],
    ['MESSENGER_URL', 'https://gateway.example', 'только с MESSENGER_DRIVER=http'],
    ['MESSENGER_SECRET', 'a secret', 'только с MESSENGER_DRIVER=http'],
    ['SOURCE_GATE', 'off', 'enforce, strict'],
    ['SEARCH_PURPOSE', 'yes', 'off, optional, required'],
    ['RISK_MODE', 'block', 'off, flag, throttle'],
    ['MASKED_ROLES', 'Гость', ROLE_USER]
  ]
  test.each(wrong)('refuses %s=%s and says why', (name, value, says) => {
    const problems = problemsOf({ [name]: value })
    expect(problems).toContain(says)
    expect(problems).toContain(name)
  })

  test('is neutral about purposes, masking, signals and sources until told otherwise', () => {
    const { searchPurpose, maskedRoles, riskMode, sourceGate } = readConfig({})
    expect({ searchPurpose, maskedRoles, riskMode, sourceGate }).toEqual({
      searchPurpose: 'off',
      maskedRoles: [],
      riskMode: 'off',
      sourceGate: 'enforce'
    })
    expect(readConfig({ MASKED_ROLES: `${ROLE_USER}, ${ROLE_INFINITY}` }).maskedRoles).toEqual([
      ROLE_USER,
      ROLE_INFINITY
    ])
  })

  test('names all wrong variables at once and repeats no value', () => {
    const problems = problemsOf({ PORT: 'secret-port', HISTORY_DAYS: 'secret-days' })
    expect(problems).toContain('PORT:')
    expect(problems).toContain('HISTORY_DAYS:')
    expect(problems).not.toContain('secret')
  })

  test('accepts a test site key without a secret', () => {
    expect(readConfig({ TURNSTILE_SITE_KEY: '1x00000000000000000000AA' }).turnstile.siteKey).toStartWith('1x')
  })

  describe('in production', () => {
    const production = { NODE_ENV: 'production', PUBLIC_ORIGIN: 'https://sverka.example', ...secrets }

    test('starts with three strong secrets and a public origin', () => {
      expect(readConfig(production)).toMatchObject({
        production: true,
        publicOrigin: 'https://sverka.example',
        auditKey: secrets.AUDIT_KEY
      })
    })

    test.each([...Object.keys(secrets), 'PUBLIC_ORIGIN'])('refuses to start without %s', name => {
      expect(problemsOf({ ...production, [name]: '' })).toContain(`${name}: в рабочем режиме`)
    })

    test.each(Object.keys(secrets))('refuses a short or monotonous %s', name => {
      expect(problemsOf({ ...production, [name]: 'short-secret-0123456789' })).toContain(
        `${name}: слишком слабое`
      )
      expect(problemsOf({ ...production, [name]: 'ab'.repeat(40) })).toContain(`${name}: слишком слабое`)
    })
  })
})
