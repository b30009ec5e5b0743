import { API_BEHIND_ASTRO_PORT, LOCAL_PORT } from '#shared/constants.ts'
import { createApp } from './app.ts'
import { type Config, ConfigError, configOfProcess } from './config.ts'
import { closeContext, createContext } from './context.ts'
import { type Database, DatabaseError, openDatabase } from './db/connect.ts'
import { assertConnectionsFit } from './db/connection-budget.ts'
import { processConnections } from './db/connection-plan.ts'
import { identityOf, locationOf } from './db/database-location.ts'
import { migrate } from './db/migrate.ts'
import { seedDemo } from './db/seed/demo.ts'
import { seedNews } from './db/seed/news.ts'
import { registerServer } from './db/server-registry.ts'
import type { SearchEngine } from './engines/contract.ts'
import { createEngine } from './engines/index.ts'
import { seedNumbering } from './features/numbering/service.ts'
import { ensureAdministrator } from './features/users/first-administrator.ts'
import { startJobs } from './jobs/index.ts'
import { whenLauncherEnds } from './lib/launchers.ts'
import { log, setLogLevel } from './lib/log.ts'
import { assertPortFree, listenAt, PortTakenError } from './lib/port.ts'
import { loadSecrets, type Secrets } from './lib/secrets.ts'

const BEHIND_ASTRO = {
  PORT: String(API_BEHIND_ASTRO_PORT),
  HOST: '127.0.0.1',
  PUBLIC_ORIGIN: `http://localhost:${LOCAL_PORT}`
}
const DRAIN_MS = 7_000
const SAME_SIGNAL_MS = 500
const KILLED_BY_HAND = 130

const SEARCH_THREAD = new URL('./search-thread.ts', import.meta.url)

type Undo = () => unknown

const say = (text: string) => console.log(text)
const thousands = (count: number) => count.toLocaleString('ru-RU')

/** What was started, to be stopped in reverse. */
const undo: Undo[] = []
let stoppingSince = 0

async function start(config: Config): Promise<void> {
  setLogLevel(config.logLevel)
  assertPortFree(config)
  const secrets = await loadSecrets(config)
  const database = await open(config)
  const context = createContext({
    config,
    secrets,
    database,
    engine: createEngine(database),
    searchScript: SEARCH_THREAD
  })
  undo.push(() => closeContext(context))
  await context.engine.open()
  await fill(config, database, secrets, context.engine)
  const administrator = await ensureAdministrator(context, config)

  const app = createApp({ ...context, engine: draining(context.engine) })
  undo.push(startJobs(context))
  listenAt(config, () => app.listen({ port: config.port, hostname: config.host, idleTimeout: 30 }))
  undo.push(async () => {
    await Promise.race([app.server?.stop(), Bun.sleep(DRAIN_MS)])
    await app.server?.stop(true)
  })

  // In one write: who waits for the address may read the password at once.
  say(['', `Сверка: ${config.publicOrigin}`, ...introduce(administrator)].join('\n'))
  if (config.production && !config.turnstile.siteKey) log.warn('security_check_off')
}

function introduce(administrator: Awaited<ReturnType<typeof ensureAdministrator>>): string[] {
  if (!administrator) return ['Администратора нет: имя занято. Выполните bun run admin:create <имя>']
  const { username, password } = administrator
  const shown = password ? [`Пароль: ${password} (показан один раз, сохраните его)`] : []
  return [`Администратор: ${username}`, ...shown]
}

async function open(config: Config): Promise<Database> {
  say(config.databaseUrl ? 'База данных: подключаюсь…' : 'База данных: запускаю встроенную Postgres 18…')
  const database = await openDatabase(config, { report: say })
  undo.push(() => database.close())
  const place = { ...locationOf(config), identity: await identityOf(database.owner) }
  undo.push(registerServer(config.runDir, config.port, place))
  await assertConnectionsFit(database.owner, processConnections(config.searchThreads), config.searchThreads)
  await migrate(database.owner)
  await seedNumbering(database.owner)
  say('База данных: готова')
  return database
}

async function fill(
  config: Config,
  { owner }: Database,
  secrets: Secrets,
  engine: SearchEngine
): Promise<void> {
  if (config.seed !== 'demo') return
  const { people, records, sources } = await seedDemo({ owner, engine, secrets }, text => say(`  ${text}`))
  await seedNews(owner)
  if (people === 0) return
  say(`Синтетические люди: ${thousands(people)}, записей ${thousands(records)}, источников ${sources}`)
}

/** While we stop, health says so: a balancer sends nobody new. */
const draining = (engine: SearchEngine): SearchEngine => ({
  ...engine,
  health: async () => (stoppingSince > 0 ? { ok: false, records: null } : await engine.health())
})

async function stop(code: number): Promise<void> {
  if (stoppingSince > 0) return
  stoppingSince = Date.now()
  if (undo.length > 0) say('Останавливаюсь…')
  for (const step of undo.toReversed()) {
    try {
      await step()
    } catch (error) {
      log.error('stop_failed', { error })
    }
  }
  process.exit(code)
}

/** A terminal's Ctrl+C comes twice, by itself and through `bun run`; a later signal is a second one and ends at once. */
function onSignal(): void {
  if (stoppingSince > 0 && Date.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(KILLED_BY_HAND)
  void stop(0)
}

async function fail(error: unknown): Promise<void> {
  // What was told to stop while it started fails somewhere, and that is no news.
  if (stoppingSince > 0) return
  const expected = [ConfigError, DatabaseError, PortTakenError].some(kind => error instanceof kind)
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
