import type { SQL } from 'bun'
import type { Book } from './book/contract.ts'
import type { Config } from './config.ts'
import type { Database } from './db/connect.ts'
import type { SearchEngine } from './engines/contract.ts'
import type { ExternalEngine } from './engines/external-contract.ts'
import { openExternal, type Records } from './engines/index.ts'
import { createDeviceTokens, type DeviceTokens } from './features/auth/device-tokens.ts'
import { createPasswords, type Passwords } from './features/auth/passwords.ts'
import { createPiecePlaces, type PiecePlaces } from './features/import-jobs/piece-places.ts'
import { createImportRuns, type ImportRuns } from './features/import-jobs/runs.ts'
import { createRemovals, type Removals } from './features/indices/removals.ts'
import { createGuardedGateway, type GuardedGateway } from './features/messengers/guarded-gateway.ts'
import { createNumbering, type Numbering } from './features/numbering/service.ts'
import { createProviderLogin, type ProviderLogin } from './features/oidc/provider-login.ts'
import { type Admissions, createAdmissions } from './features/search/admission.ts'
import { readUnlessAborted } from './features/search/answer/parse-query.ts'
import { readRows } from './features/search/answer/read-rows.ts'
import { createAnswerer } from './features/search/answerer.ts'
import { type ChargeQueue, createChargeQueue } from './features/search/charge-queue.ts'
import { createDeliveryOutbox, type DeliveryOutbox } from './features/search/delivery-outbox.ts'
import { createExamples, type ReadExamples } from './features/search/examples.ts'
import { createReplayCache, type ReplayCache } from './features/search/replay-cache.ts'
import { type AnswerService, openSearchWorkerPool } from './features/search/search-worker-pool.ts'
import { shareAnswers } from './features/search/shared-answers.ts'
import { type Challenges, createChallenges } from './features/second-factor/challenges.ts'
import { createFactorKeys, type FactorKeys } from './features/second-factor/factor-keys.ts'
import { createPendingLogins, type PendingLogins } from './features/second-factor/pending-logins.ts'
import { type AccountTurns, createAccountTurns } from './features/sessions/account-turns.ts'
import { createSessions, type Sessions } from './features/sessions/service.ts'
import { createSources, type Sources } from './features/sources/service.ts'
import { createStatistics, type Statistics } from './features/statistics/service.ts'
import { createOwedRateLimitPlaces, type OwedRateLimitPlaces } from './features/throttle/owed-places.ts'
import { createTokenGuesses, type TokenGuesses } from './features/tokens/guesses.ts'
import { INTERNET, type WebhookNetwork } from './features/webhooks/public-address.ts'
import { clientReader, type ReadClient } from './http/client-address.ts'
import { createDrain, type Drain } from './http/drain.ts'
import { createKeyedHash, type KeyedHash } from './lib/hmac.ts'
import { createOutageLog, type OutageLog } from './lib/log.ts'
import type { Secrets } from './lib/secrets.ts'
import { NO_TRACING, type Tracing } from './lib/tracing.ts'
import { createGateway } from './messengers/index.ts'
import { type Metrics, NO_METRICS } from './metrics/contract.ts'
import type { ChainNetwork } from './networks/contract.ts'
import { createNetworks } from './networks/index.ts'
import type { Notifier } from './notifiers/contract.ts'
import { createNotifier } from './notifiers/index.ts'

/** Everything that lives longer than a request. */
export interface Context {
  config: Config
  secrets: Secrets
  hashes: { audit: KeyedHash; suppress: KeyedHash }
  /** The application's role, which cannot change ledger or audit rows. */
  sql: SQL
  outages: OutageLog
  drain: Drain
  accountTurns: AccountTurns
  passwords: Passwords
  devices: DeviceTokens
  sessions: Sessions
  challenges: Challenges
  pendingLogins: PendingLogins
  /** Null where nobody else signs people in. */
  provider: ProviderLogin | null
  factorKeys: FactorKeys
  clientOf: ReadClient
  owedRateLimitPlaces: OwedRateLimitPlaces
  tokenGuesses: TokenGuesses
  book: Book
  engine: SearchEngine
  external: ExternalEngine
  sources: Sources
  statistics: Statistics
  removals: Removals
  piecePlaces: PiecePlaces
  importRuns: ImportRuns
  numbering: Numbering
  messengers: GuardedGateway
  notifier: Notifier
  networks: readonly ChainNetwork[]
  webhookNetwork: WebhookNetwork
  metrics: Metrics
  tracing: Tracing
  search: AnswerService
  examples: ReadExamples
  admissions: Admissions
  replays: ReplayCache
  charges: ChargeQueue
  deliveries: DeliveryOutbox
}

/** What searches need, in the web thread and in search threads. */
export type SearchContext = Pick<
  Context,
  'book' | 'engine' | 'external' | 'sources' | 'statistics' | 'numbering' | 'search'
>

export function createSearchContext(
  { book, engine }: Pick<Records, 'book' | 'engine'>,
  external: ExternalEngine,
  sql: SQL,
  secrets: Secrets,
  tracing: Tracing = NO_TRACING
): SearchContext {
  const sources = createSources(sql, createKeyedHash(secrets.suppress))
  const statistics = createStatistics(sql, sources)
  const numbering = createNumbering(sql)
  const auditHash = createKeyedHash(secrets.audit)
  const answer = createAnswerer({
    book,
    engine,
    external,
    sources,
    numbering,
    statistics,
    auditHash,
    tracing
  })
  return {
    book,
    engine,
    external,
    sources,
    statistics,
    numbering,
    search: { answer, read: readUnlessAborted, readRows: async rows => readRows(rows), close: async () => {} }
  }
}

export interface ContextParts {
  config: Config
  secrets: Secrets
  database: Pick<Database, 'app' | 'owner'>
  records: Pick<Records, 'book' | 'engine'>
  /** Script of the search threads; without it the web thread searches. */
  searchScript?: URL
  /** Others than those of the configuration. */
  networks?: readonly ChainNetwork[]
  /** Another than the internet, for a receiver on this machine. */
  webhookNetwork?: WebhookNetwork
  /** Where things are counted; nowhere without it. */
  metrics?: Metrics
  /** Who is told how long the parts of a call take; nobody without it. */
  tracing?: Tracing
}

/** `closeContext` ends it in reverse. */
export function createContext(parts: ContextParts): Context {
  const {
    config,
    secrets,
    database,
    records,
    searchScript,
    networks,
    webhookNetwork = INTERNET,
    tracing = NO_TRACING
  } = parts
  const searchContext = createSearchContext(records, openExternal(config), database.app, secrets, tracing)
  const outages = createOutageLog()
  const accountTurns = createAccountTurns()
  const threads = searchScript ? config.searchThreads : 0
  const search =
    searchScript && threads > 0
      ? openSearchWorkerPool(searchScript, threads, { config, secrets }, searchContext)
      : searchContext.search
  return {
    ...searchContext,
    search: shareAnswers(search, searchContext.sources),
    examples: createExamples(searchContext),
    config,
    secrets,
    hashes: { audit: createKeyedHash(secrets.audit), suppress: createKeyedHash(secrets.suppress) },
    sql: database.app,
    outages,
    drain: createDrain(),
    accountTurns,
    passwords: createPasswords(),
    devices: createDeviceTokens(secrets.session),
    sessions: createSessions(database.app, accountTurns, secrets.session, config),
    challenges: createChallenges(secrets.session),
    pendingLogins: createPendingLogins(secrets.session),
    provider: config.oidc && createProviderLogin(config.oidc, config.publicOrigin, secrets.session),
    factorKeys: createFactorKeys(secrets.audit),
    // The process itself speaks no https: whoever sees the site by it came through a proxy.
    clientOf: clientReader(config.trustedProxies, config.production && config.secureCookies),
    owedRateLimitPlaces: createOwedRateLimitPlaces(database.app),
    tokenGuesses: createTokenGuesses(),
    messengers: createGuardedGateway(createGateway(config)),
    notifier: createNotifier(config),
    removals: createRemovals(),
    piecePlaces: createPiecePlaces(),
    importRuns: createImportRuns({
      config,
      secrets,
      sql: database.app,
      owner: database.owner,
      sources: searchContext.sources
    }),
    networks: networks ?? createNetworks(config.networks),
    webhookNetwork,
    metrics: parts.metrics ?? NO_METRICS,
    tracing,
    admissions: createAdmissions(threads),
    replays: createReplayCache(),
    charges: createChargeQueue(database.app),
    deliveries: createDeliveryOutbox(database.app, outages)
  }
}

export async function closeContext({
  importRuns,
  search,
  replays,
  external,
  tracing
}: Context): Promise<void> {
  await importRuns.close()
  await search.close()
  replays.clear()
  await external.close()
  await tracing.close()
}
