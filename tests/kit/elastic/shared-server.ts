import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '#api/processes/process-info.ts'

const KEEPER = join(import.meta.dir, 'keeper.ts')
/** The first run on a machine fetches 132 MB. */
const START_MS = 300_000
const POLL_MS = 100

interface Answer {
  keeper: number
  url?: string
  missing?: string
  failed?: string
}

/**
 * The address of the server that all test processes of a run share, or of `ELASTICSEARCH_URL`; null where there is none.
 *
 * @param use `measured` for what asks how fast it is: its code is compiled as on a server that lives.
 */
export async function elasticServer(use: 'brief' | 'measured' = 'brief'): Promise<string | null> {
  const address = process.env.ELASTICSEARCH_URL
  if (address) return address
  const folder = join(tmpdir(), `sverka-elastic-${use}-${process.getuid?.() ?? 0}`)
  mkdirSync(join(folder, 'users'), { recursive: true })
  writeFileSync(join(folder, 'users', String(process.pid)), '')
  const { url, missing } = await askKeeper(folder, use)
  if (missing) console.log(`Elasticsearch: проверки не запущены, ${missing}`)
  return url ?? null
}

async function askKeeper(folder: string, use: string): Promise<Answer> {
  const until = performance.now() + START_MS
  let isStarting = false
  while (performance.now() < until) {
    const answer = readAnswer(folder)
    if (answer?.failed) throw new Error(`no Elasticsearch: ${answer.failed}`)
    if (answer?.missing || (answer && isAlive(answer.keeper))) return answer
    if (!isStarting && isFirst(folder)) {
      isStarting = true
      await startKeeper(folder, use)
    }
    await Bun.sleep(POLL_MS)
  }
  throw new Error(`no Elasticsearch: ${readFileSync(join(folder, 'keeper.log'), 'utf8')}`)
}

function readAnswer(folder: string): Answer | null {
  const file = join(folder, 'answer')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}

/** One of the processes starts it; another one when that is gone before it was done. */
function isFirst(folder: string): boolean {
  const place = join(folder, 'starter')
  try {
    writeFileSync(place, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    const starter = Number(readFileSync(place, 'utf8'))
    if (starter > 0 && !isAlive(starter)) rmSync(place, { force: true })
    return false
  }
}

/** By a shell that ends at once, so that the server outlives this process. */
async function startKeeper(folder: string, use: string): Promise<void> {
  const log = join(folder, 'keeper.log')
  const start = ['setsid', 'sh', '-c', '"$@" > "$0" 2>&1 &', log, process.execPath, KEEPER, folder, use]
  const env = { ...process.env, BUN_FEATURE_FLAG_NO_ORPHANS: undefined }
  await Bun.spawn(start, { env }).exited
}
