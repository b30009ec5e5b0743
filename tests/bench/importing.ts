import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join, resolve } from 'node:path'
import type { SQL } from 'bun'
import type { Book } from '#api/book/contract.ts'
import { viewOf } from '#api/db/seed/noise.ts'
import { makePeople } from '#api/db/seed/people.ts'
import { SEED_SOURCES } from '#api/db/seed/sources-table.ts'
import { WRITERS } from '#api/db/seed/writers.ts'
import { undoBatch } from '#api/features/imports/batches.ts'
import { ImportError } from '#api/features/imports/import-error.ts'
import { listBatches } from '#api/features/imports/undo-store.ts'
import { KIT_PASSPORT } from '#tests/kit/file-imports.ts'

const ROOT = resolve(import.meta.dir, '..', '..')
const REGISTRY = 'demo_registry_07'
const WRITE_CHARS = 1 << 20
const LEAVES_MS = 30_000
const LOOK_MS = 500

export const IMPORT_SOURCE = 'bench_import'

/**
 * Writes a file to import: people of another seed than those that are loaded, ten columns each, one line a person.
 * Answers how many lines there are.
 */
export async function writePeopleFile(path: string, people: number, seed: number): Promise<number> {
  const labels =
    SEED_SOURCES.find(source => source.key === REGISTRY)?.columns.map(column => column.label) ?? []
  const asLine = path.endsWith('.ndjson')
    ? (values: string[]) =>
        JSON.stringify(Object.fromEntries(labels.map((label, at) => [label, values[at] ?? ''])))
    : (values: string[]) => values.join(';')
  const file = createWriteStream(path)
  let text = path.endsWith('.ndjson') ? '' : `${asLine([...labels])}\n`
  let rows = 0
  for (const { person, random } of makePeople(people, seed)) {
    const values = WRITERS[REGISTRY](viewOf(person, random), random)
    if (!values) continue
    text += `${asLine(values)}\n`
    rows += 1
    if (text.length < WRITE_CHARS) continue
    if (!file.write(text)) await once(file, 'drain')
    text = ''
  }
  await new Promise<void>(resolve => file.end(text, () => resolve()))
  return rows
}

/** Postgres finishes the statement of a killed import before it lets its batch go. */
async function undoWhenLeft(owner: SQL, book: Book, batch: number): Promise<void> {
  for (const until = Date.now() + LEAVES_MS; ; await Bun.sleep(LOOK_MS)) {
    const undone = await undoBatch(owner, book, batch, () => {}).catch(error => {
      if (!(error instanceof ImportError) || Date.now() > until) throw error
      return null
    })
    if (undone) return
  }
}

/** Removes all that imports of the bench have brought, also one whose bench was killed. */
export async function takeImportsBack(owner: SQL, book: Book): Promise<void> {
  const batches = await listBatches(owner, { sourceKey: IMPORT_SOURCE })
  if (batches.length === 0) return
  for (const { id, state, finishedAt } of batches)
    if (state !== 'undone' || finishedAt === null) await undoWhenLeft(owner, book, id)
  await owner`DELETE FROM source WHERE key = ${IMPORT_SOURCE}`
  // Keys that wait to be put into the index would be read by every look-up, and autovacuum would work beside what is
  // measured next.
  await owner`VACUUM rec`
}

export interface Importing {
  /** Seconds from the start of the command to each line it has printed. */
  output: { text: string; at: number }[]
  /** Seconds until it ended. Throws when it failed. */
  done: Promise<number>
  kill(): Promise<void>
}

/** `bun run import` of the file into this data folder, with the number column as the id. */
export async function startImport(
  dataDir: string,
  file: string,
  server: string | null = null
): Promise<Importing> {
  const passport = join(dataDir, 'bench-passport.json')
  await Bun.write(passport, JSON.stringify({ ...KIT_PASSPORT, title: 'Импорт для замера' }))
  const args = ['api/commands/import.ts', IMPORT_SOURCE, file, '--passport', passport, '--id', 'Номер записи']
  const startedAt = performance.now()
  const seconds = () => (performance.now() - startedAt) / 1000
  const child = Bun.spawn([process.execPath, ...args], {
    cwd: ROOT,
    env: {
      ...process.env,
      DATABASE_URL: '',
      ELASTICSEARCH_URL: server ?? '',
      DATA_DIR: dataDir,
      RUN_DIR: join(dataDir, 'run'),
      LOG_LEVEL: 'error'
    },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe'
  })
  const output: Importing['output'] = []
  const listening = (async () => {
    for await (const text of child.stderr.pipeThrough(new TextDecoderStream()))
      output.push({ text, at: seconds() })
  })()
  const done = (async () => {
    const code = await child.exited
    const ended = seconds()
    await listening
    if (code !== 0) throw new Error(`the import failed: ${output.map(line => line.text).join('')}`)
    return ended
  })()
  // Who kills it does not wait for it.
  done.catch(() => {})
  return {
    output,
    done,
    async kill() {
      child.kill('SIGKILL')
      await child.exited
    }
  }
}
