import { OperatorError } from '#api/lib/operator-error.ts'
import type { SearchEngine, SearchPolicy } from './contract.ts'
import type { ReadIndexState } from './index-state.ts'
import { withOlderRuleFilter } from './older-records.ts'

const NOTHING = async () => {}

/** @throws OperatorError when it is not configured. */
function engineNamed(engines: readonly SearchEngine[], name: string): SearchEngine {
  const named = engines.find(engine => engine.name === name)
  if (named) return named
  throw new OperatorError(
    `Настройки не ведут в ${name}, который отвечает на поиск: задайте ELASTICSEARCH_URL или перейдите на другой: ` +
      'bun run reindex postgres.'
  )
}

/**
 * Delegates to the engine that answers now: every process follows the switch in the database.
 * @param engines The preferred one first. A single one needs no question.
 */
export function createCurrentEngine(
  engines: readonly SearchEngine[],
  readState: ReadIndexState
): SearchEngine {
  const [preferred] = engines
  if (!preferred) throw new Error('no engine')
  let latest = preferred

  /** @throws OperatorError when the answering engine is not configured. */
  async function holder(): Promise<SearchEngine> {
    latest = engineNamed(engines, (await readState()).engine)
    return latest
  }

  const current = (): Promise<SearchEngine> | SearchEngine =>
    engines.length === 1 ? latest : holder().catch(() => latest)

  const loadedSources = new WeakMap<SearchPolicy['sources'], SearchPolicy['sources']>()

  /** Without external indices. The same object as long as the policy is the same. */
  function loadedOf(policy: SearchPolicy): SearchPolicy {
    if (![...policy.sources.values()].some(({ adopted }) => adopted)) return policy
    const sources =
      loadedSources.get(policy.sources) ?? new Map([...policy.sources].filter(([, { adopted }]) => !adopted))
    loadedSources.set(policy.sources, sources)
    return { ...policy, sources }
  }

  return {
    get name() {
      return latest.name
    },
    open: async () => await (await holder()).open(),
    put: async records => await (await holder()).put(records),
    remove: async records => await (await holder()).remove(records),
    look: async (lookups, policy, ...rest) =>
      await withOlderRuleFilter(await current(), policy).look(lookups, loadedOf(policy), ...rest),
    count: async (steps, policy, ...rest) =>
      await withOlderRuleFilter(await current(), policy).count(steps, loadedOf(policy), ...rest),
    list: async (listing, policy, ...rest) =>
      await withOlderRuleFilter(await current(), policy).list(listing, loadedOf(policy), ...rest),
    spellings: async (...parameters) => await (await current()).spellings(...parameters),
    rebuild: async rebuilding => await (await holder()).rebuild(rebuilding),
    drop: async name => await (await holder()).drop(name),
    prepareLoad: async (...parameters) => (await (await holder()).prepareLoad?.(...parameters)) ?? NOTHING,
    check: async (...parameters) => (await (await holder()).check?.(...parameters)) ?? null,
    health: async () => await (await current()).health(),
    async close() {
      await Promise.all(engines.map(engine => engine.close()))
    }
  }
}
