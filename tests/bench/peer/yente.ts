import { mkdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { callServer } from '#tests/kit/elastic/call-server.ts'
import { findDistribution } from '#tests/kit/elastic/distribution.ts'
import { startNodes } from '#tests/kit/elastic/nodes.ts'
import { freePort } from '#tests/kit/free-port.ts'
import { DATASET } from './entities.ts'

export const VERSION = '5.5.0'
const HEAP = '2g'
const READY_MS = 120_000
const MERGED_MS = 10 * 60_000
const POLL_MS = 250
/** Else it closes a connection that waits for its turn. */
const KEEP_ALIVE_SECONDS = '600'

/**
 * The server of the kit lacks the module with `asciifolding`. Without this filter everything else of the index is as
 * yente makes it: the filter takes accents off Latin letters, and the records have none.
 */
const REINDEX = `
from yente.search.mapping import INDEX_SETTINGS
for parts in INDEX_SETTINGS["analysis"].values():
    for part in parts.values():
        part["filter"].remove("asciifolding")
from yente.cli import cli
cli(["reindex"])
`

/** What keeps yente from being started here; null when nothing does. */
export async function missingFor(python: string): Promise<string | null> {
  const command = [python, '-c', 'from yente import settings; print(settings.VERSION)']
  const version = Bun.which(python)
    ? await textOf(Bun.spawn(command, { stdout: 'pipe', stderr: 'ignore' }))
    : ''
  if (version !== VERSION)
    return (
      `${python}: нет yente ${VERSION}. Так он ставится: python3 -m venv <папка>; ` +
      `<папка>/bin/pip install yente==${VERSION}; потом --python <папка>/bin/python`
    )
  const distribution = await findDistribution()
  return typeof distribution === 'string' ? `нет Elasticsearch: ${distribution}` : null
}

const textOf = async (child: Bun.Subprocess<'ignore', 'pipe', 'ignore'>) =>
  (await new Response(child.stdout).text()).trim()

export interface Yente {
  url: string
  port: number
  /** From the start of `yente reindex` to its end. */
  loadedInSeconds: number
  stop(): Promise<void>
}

/** Loads a file of entities into an Elasticsearch of its own, and serves them: a process for each core, as on a server. */
export async function startYente(python: string, folder: string, entities: string): Promise<Yente> {
  const distribution = await findDistribution()
  if (typeof distribution === 'string') throw new Error(distribution)
  const nodes = await startNodes(distribution, { heap: HEAP })
  let server: Bun.Subprocess | undefined
  const stop = async () => {
    server?.kill()
    await server?.exited
    await nodes.stop()
  }
  try {
    const [index = ''] = nodes.urls
    const manifest = join(folder, 'manifest.json')
    const datasets = [{ name: DATASET, title: 'Records', path: entities, version: '1' }]
    mkdirSync(join(folder, 'data'), { recursive: true })
    await Bun.write(manifest, JSON.stringify({ datasets }))
    const env = {
      PATH: process.env.PATH,
      YENTE_MANIFEST: manifest,
      YENTE_INDEX_URL: index,
      YENTE_DATA_PATH: join(folder, 'data'),
      YENTE_AUTO_REINDEX: 'false'
    }
    const log = Bun.file(join(folder, 'yente.log'))
    const startedAt = performance.now()
    const load = Bun.spawn([python, '-c', REINDEX], { env, stdin: 'ignore', stdout: log, stderr: log })
    if ((await load.exited) !== 0) throw new Error(`yente reindex failed: ${await log.text()}`)
    const loadedInSeconds = (performance.now() - startedAt) / 1000
    await untilMerged(index)
    const port = freePort()
    const workers = String(availableParallelism())
    const place = [
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
      '--workers',
      workers,
      '--timeout-keep-alive',
      KEEP_ALIVE_SECONDS,
      '--no-access-log'
    ]
    const command = [python, '-m', 'uvicorn', 'yente.asgi:app', ...place]
    server = Bun.spawn(command, { env, stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' })
    const url = `http://127.0.0.1:${port}`
    await untilReady(`${url}/readyz`)
    return { url, port, loadedInSeconds, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function untilMerged(index: string): Promise<void> {
  const path = '/_stats/merge?filter_path=_all.total.merges.current'
  for (const until = performance.now() + MERGED_MS; performance.now() < until; await Bun.sleep(POLL_MS)) {
    const { body } = await callServer(index, 'GET', path)
    if (body._all.total.merges.current === 0) return
  }
}

async function untilReady(url: string): Promise<void> {
  for (const until = performance.now() + READY_MS; performance.now() < until; await Bun.sleep(POLL_MS)) {
    const isReady = await fetch(url).then(
      ({ ok }) => ok,
      () => false
    )
    if (isReady) return
  }
  throw new Error('yente did not start')
}
