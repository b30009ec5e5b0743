import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync
} from 'node:fs'
import { join } from 'node:path'
import { isAlive } from '#api/processes/process-info.ts'
import { freePort } from '#tests/kit/free-port.ts'
import { DATA_FOLDER, type Distribution } from './distribution.ts'

export interface Nodes {
  /** One of each node, with the password where there is one. */
  urls: string[]
  kill(node: number): void
  /** It keeps its connections and answers nothing. */
  freeze(node: number): void
  thaw(node: number): void
  stop(): Promise<void>
}

interface NodesWanted {
  count?: number
  /** Of the user `elastic`. With one, whoever has no name and password is refused. */
  password?: string
  /** It lives for minutes and nobody measures it: to compile its code well takes longer than the code runs. */
  isBrief?: boolean
  /** Memory of each, as Java writes it. */
  heap?: string
}

const HEAP = '512m'
const BRIEF = '-XX:TieredStopAtLevel=1 -XX:-UseG1GC -XX:+UseSerialGC -XX:-AlwaysPreTouch -XX:-UsePerfData'
const READY_MS = 240_000
const POLL_MS = 100
const STOP_MS = 10_000
const NOBODY = '65534'

/** Starts nodes of one cluster on free ports, as an ordinary user. Rejects with what the server wrote last. */
export async function startNodes(
  { home, java }: Distribution,
  { count = 1, password, isBrief = false, heap = HEAP }: NodesWanted = {}
): Promise<Nodes> {
  const folder = mkdtempSync(join(DATA_FOLDER, 'sverka-nodes-'))
  const places = Array.from({ length: count }, (_, at) => ({
    name: `node-${at}`,
    folder: join(folder, String(at)),
    port: freePort(),
    transport: freePort()
  }))
  const isRoot = process.getuid?.() === 0
  const asUser = isRoot ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] : []
  for (const place of places) {
    const config = join(place.folder, 'config')
    mkdirSync(join(place.folder, 'tmp'), { recursive: true })
    cpSync(join(home, 'config'), config, { recursive: true })
    writeFileSync(join(config, 'elasticsearch.yml'), settingsOf(place, places, password !== undefined))
  }
  chmodSync(folder, 0o755)
  if (isRoot) await Bun.spawn(['chown', '-R', `${NOBODY}:${NOBODY}`, folder]).exited

  const environmentOf = (own: string) => ({
    PATH: process.env.PATH,
    ES_JAVA_HOME: java,
    ES_PATH_CONF: join(own, 'config'),
    ES_TMPDIR: join(own, 'tmp'),
    // The launcher is a program of Java too.
    CLI_JAVA_OPTS: '-XX:TieredStopAtLevel=1',
    ES_JAVA_OPTS: `-Xms${heap} -Xmx${heap} -Xlog:disable ${isBrief ? BRIEF : ''}`
  })
  const pids: number[] = []
  for (const { folder: own } of places) {
    const env = environmentOf(own)
    if (password !== undefined) await storePassword(home, asUser, env, password)
    const log = Bun.file(join(own, 'out.log'))
    const command = [...asUser, 'bash', join(home, 'bin', 'elasticsearch')]
    pids.push(Bun.spawn(command, { env, stdin: 'ignore', stdout: log, stderr: log }).pid)
  }

  const nodes: Nodes = {
    urls: places.map(({ port }) => `http://${password ? `elastic:${password}@` : ''}127.0.0.1:${port}`),
    kill: node => signal(serverUnder(pids[node] ?? 0), 'SIGKILL'),
    freeze: node => signal(serverUnder(pids[node] ?? 0), 'SIGSTOP'),
    thaw: node => signal(serverUnder(pids[node] ?? 0), 'SIGCONT'),
    async stop() {
      for (const pid of pids) {
        signal(serverUnder(pid), 'SIGCONT')
        signal(pid, 'SIGTERM')
      }
      const until = performance.now() + STOP_MS
      while (pids.some(isAlive) && performance.now() < until) await Bun.sleep(POLL_MS)
      for (const pid of pids.filter(isAlive)) {
        signal(serverUnder(pid), 'SIGKILL')
        signal(pid, 'SIGKILL')
      }
      rmSync(folder, { recursive: true, force: true })
    }
  }
  try {
    await untilReady(nodes.urls, count, pids)
  } catch (error) {
    const log = places.map(({ folder: own }) => readFileSync(join(own, 'out.log'), 'utf8').slice(-2_000))
    await nodes.stop()
    throw new Error(log.join('\n'), { cause: error })
  }
  return nodes
}

interface Place {
  name: string
  folder: string
  port: number
  transport: number
}

const settingsOf = ({ name, folder, port, transport }: Place, all: readonly Place[], secured: boolean) =>
  Object.entries({
    'cluster.name': 'sverka-tests',
    'node.name': name,
    'path.data': join(folder, 'data'),
    'path.logs': join(folder, 'logs'),
    'network.host': '127.0.0.1',
    'http.port': port,
    'transport.port': transport,
    ...(all.length === 1
      ? { 'discovery.type': 'single-node' }
      : {
          'discovery.seed_hosts': all.map(each => `127.0.0.1:${each.transport}`),
          'cluster.initial_master_nodes': all.map(each => each.name)
        }),
    'xpack.security.enabled': secured,
    ...(secured && {
      'xpack.security.http.ssl.enabled': false,
      'xpack.security.transport.ssl.enabled': false
    }),
    // Test data need not survive a full disk, and every database of a run has indices of its own.
    'cluster.routing.allocation.disk.threshold_enabled': false,
    'cluster.max_shards_per_node': 20_000
  })
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
    .join('')

async function storePassword(
  home: string,
  asUser: readonly string[],
  env: Record<string, string | undefined>,
  password: string
): Promise<void> {
  const keystore = [...asUser, 'bash', join(home, 'bin', 'elasticsearch-keystore')]
  const stdin = new TextEncoder().encode(password)
  // By force it makes the missing store.
  await Bun.spawn([...keystore, 'add', '--force', '--stdin', 'bootstrap.password'], { env, stdin }).exited
}

async function untilReady(urls: readonly string[], count: number, pids: readonly number[]): Promise<void> {
  const until = performance.now() + READY_MS
  const health = `_cluster/health?wait_for_nodes=${count}&wait_for_status=yellow&timeout=1s`
  for (const url of urls) {
    while (!(await isOk(new URL(health, url)))) {
      if (!pids.every(isAlive) || performance.now() > until) throw new Error('no Elasticsearch')
      await Bun.sleep(POLL_MS)
    }
  }
}

async function isOk(url: URL): Promise<boolean> {
  const { username, password, origin, pathname, search } = url
  const headers: HeadersInit = username ? { authorization: `Basic ${btoa(`${username}:${password}`)}` } : {}
  return await fetch(`${origin}${pathname}${search}`, { headers }).then(
    ({ ok }) => ok,
    () => false
  )
}

/** The launcher waits for the server, its only child, which whatever thread of it may have started. */
function serverUnder(launcher: number): number {
  try {
    const threads = readdirSync(`/proc/${launcher}/task`)
    const children = threads.map(thread =>
      readFileSync(`/proc/${launcher}/task/${thread}/children`, 'utf8').trim()
    )
    return Number(children.find(pid => pid !== '') ?? launcher)
  } catch {
    return launcher
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    if (pid > 0) process.kill(pid, name)
  } catch {}
}
