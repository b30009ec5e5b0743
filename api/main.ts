import { API_BEHIND_ASTRO_PORT, LOCAL_PORT } from '#shared/constants.ts'
import { createApp } from './app.ts'
import type { Book } from './book/contract.ts'
import { raiseRecordRule } from './book/record-rule.ts'
import { type Config, configOfProcess } from './config.ts'
import { closeContext, createContext } from './context.ts'
import { type Database, DatabaseError, openDatabase } from './db/connect.ts'
import { assertConnectionsFit } from './db/connection-budget.ts'
import { processConnections } from './db/connection-plan.ts'
import { identityOf, locationOf } from './db/database-location.ts'
import { openSecrets } from './db/keys.ts'
import { migrate } from './db/migrate.ts'
import { seedDemo } from './db/seed/demo.ts'
import { seedNews } from './db/seed/news.ts'
import { registerServer } from './db/server-registry.ts'
import { describeServer } from './db/server-version.ts'
import { openRecords } from './engines/index.ts'
import { listProtectedAddress } from './features/ip-exceptions/service.ts'
import { seedNumbering } from './features/numbering/service.ts'
import { verifyNetworks } from './features/payments/verify-networks.ts'
import { runLists } from './features/search/lists/service.ts'
import { queueRekeys } from './features/sources/service.ts'
import { ensureAdministrator } from './features/users/first-administrator.ts'
import { deliverWebhooks } from './features/webhooks/service.ts'
import { DAILY, HOUSEKEEPING, ownersHousekeeping } from './jobs/housekeeping.ts'
import { startJobs } from './jobs/index.ts'
import { watchNetworks } from './jobs/watch-networks.ts'
import { loadTracing } from './lib/load-tracing.ts'
import { log, setLogLevel } from './lib/log.ts'
import { OperatorError, PartDownError } from './lib/operator-error.ts'
import type { Secrets } from './lib/secrets.ts'
import { serveMetrics } from './metrics/serve.ts'
import { whenLauncherEnds } from './processes/launchers.ts'
import { assertPortFree, listenAt, PortTakenError } from './processes/port.ts'

const BEHIND_ASTRO = {
  PORT: String(API_BEHIND_ASTRO_PORT),
  HOST: '127.0.0.1',
  PUBLIC_ORIGIN: `http://localhost:${LOCAL_PORT}`
}
const SAME_SIGNAL_MS = 500
const KILLED_BY_HAND = 130

const SEARCH_THREAD = new URL('./search-thread.ts', import.meta.url)

type StopStep = () => unknown

const print = (text: string) => console.log(text)
const thousands = (count: number) => count.toLocaleString('ru-RU')

/** Run in reverse order to stop the product. */
const stopSteps: StopStep[] = []
let stoppingSince = 0

async function start(config: Config): Promise<void> {
  setLogLevel(config.logLevel)
  assertPortFree(config)
  const database = await open(config)
  const secrets = await openSecrets(config, database.owner)
  const records = openRecords(config, database)
  stopSteps.push(() => records.close())
  const metrics =
    config.metricsPort === null ? undefined : (await import('./metrics/prometheus.ts')).openMetrics()
  const context = createContext({
    config,
    secrets,
    database,
    records,
    searchScript: SEARCH_THREAD,
    tracing: await loadTracing(config),
    ...(metrics && { metrics })
  })
  stopSteps.push(() => closeContext(context))
  await verifyNetworks(context.networks)
  await raiseRecordRule(database.owner, queueRekeys)
  await records.engine.open().catch(error => {
    // A cluster that does not answer yet is waited for; one that refuses is not.
    if (!(error instanceof PartDownError)) throw error
    print(error.message)
  })
  stopSteps.push(records.followBook())
  await seedDatabase(config, database, secrets, records.book)
  await listProtectedAddress(context)
  const administrator = await ensureAdministrator(context, config)

  const app = createApp(context)
  stopSteps.push(
    startJobs(context, { ...HOUSEKEEPING, ...DAILY, ...ownersHousekeeping(database.owner, records) })
  )
  stopSteps.push(watchNetworks(context))
  stopSteps.push(runLists(context))
  stopSteps.push(deliverWebhooks(context))
  listenAt(config, () => app.listen({ port: config.port, hostname: config.host, idleTimeout: 30 }))
  const place = { port: config.metricsPort ?? 0, hostname: config.metricsHost }
  if (metrics)
    stopSteps.push(
      listenAt({ port: place.port, host: place.hostname, choice: 'METRICS_PORT=' }, () =>
        serveMetrics(context, metrics, place)
      )
    )
  const { server } = app
  if (server) stopSteps.push(() => context.drain.stop(server))

  // In one write: whoever waits for the address may read the password at once.
  print(['', `Сверка: ${config.publicOrigin}`, ...administratorLines(administrator)].join('\n'))
  if (config.production) warnOfOpenSettings(config)
}

function warnOfOpenSettings({ databaseUrl, turnstile, secureCookies, trustedProxies }: Config): void {
  if (databaseUrl === null) log.warn('database_embedded', { variable: 'DATABASE_URL' })
  if (!turnstile.siteKey) log.warn('security_check_off', { variable: 'TURNSTILE_SITE_KEY' })
  if (secureCookies && trustedProxies.length === 0)
    log.warn('no_proxy_named', { variable: 'TRUSTED_PROXIES' })
}

function administratorLines(administrator: Awaited<ReturnType<typeof ensureAdministrator>>): string[] {
  if (!administrator) return ['Администратора нет: имя занято. Выполните bun run admin:create <имя>']
  const { username, password } = administrator
  const shown = password ? [`Пароль: ${password} (показан один раз, сохраните его)`] : []
  return [`Администратор: ${username}`, ...shown]
}

async function open(config: Config): Promise<Database> {
  print(config.databaseUrl ? 'База данных: подключаюсь…' : 'База данных: запускаю встроенную Postgres 18…')
  const database = await openDatabase(config, { report: print, isServer: true })
  stopSteps.push(() => database.close())
  const place = { ...locationOf(config), identity: await identityOf(database.owner) }
  stopSteps.push(registerServer(config.runDir, config.port, place))
  await assertConnectionsFit(database.owner, processConnections(config.searchThreads), config.searchThreads)
  await migrate(database.owner)
  await seedNumbering(database.owner)
  print(`База данных: готова, ${await describeServer(database.owner, config)}`)
  return database
}

async function seedDatabase(
  config: Config,
  { owner }: Database,
  secrets: Secrets,
  book: Book
): Promise<void> {
  if (config.seed !== 'demo') return
  const { people, records, sources } = await seedDemo({ owner, book, secrets }, text => print(`  ${text}`))
  await seedNews(owner)
  if (people === 0) return
  print(`Синтетические люди: ${thousands(people)}, записей ${thousands(records)}, источников ${sources}`)
}

async function stop(code: number): Promise<void> {
  if (stoppingSince > 0) return
  stoppingSince = Date.now()
  if (stopSteps.length > 0) print('Останавливаюсь…')
  for (const step of stopSteps.toReversed()) {
    try {
      await step()
    } catch (error) {
      log.error('stop_failed', { error })
    }
  }
  process.exit(code)
}

/** Ctrl+C arrives twice, directly and through `bun run`; a later signal ends the process at once. */
function onSignal(): void {
  if (stoppingSince > 0 && Date.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(KILLED_BY_HAND)
  void stop(0)
}

async function fail(error: unknown): Promise<void> {
  // A start that is being stopped may fail anywhere.
  if (stoppingSince > 0) return
  const expected = [OperatorError, DatabaseError, PortTakenError].some(kind => error instanceof kind)
  if (expected) console.error(`\n${(error as Error).message}`)
  else log.error('start_failed', { error })
  await stop(1)
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, onSignal)
whenLauncherEnds(() => void stop(0))
process.on('unhandledRejection', error => log.error('unhandled_rejection', { error }))
process.on('uncaughtException', error => {
  log.error('uncaught_exception', { error })
  void stop(1)
})

try {
  await start(configOfProcess(Bun.argv.includes('--behind-astro') ? BEHIND_ASTRO : {}))
} catch (error) {
  await fail(error)
}
