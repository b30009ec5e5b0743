import { mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { log } from '#api/lib/log.ts'
import { isAlive, readProcess } from '#api/processes/process-info.ts'
import type { DatabaseLocation } from './database-location.ts'

export interface RegisteredServer {
  port: number
  pid: number
  /** From `readProcess`, because pids are reused; null when unknown. */
  startedAt: number | null
  database: DatabaseLocation & { identity: string | null }
}

const EXTENSION = '.json'
const fileOf = (folder: string, port: number) => join(folder, `${port}${EXTENSION}`)
const startOf = (pid: number) => readProcess(pid)?.startedAt ?? null

/**
 * Registers port and database in `RUN_DIR`, so that commands notice another database. Returns the removal. An
 * unwritable folder only disables the check.
 */
export function registerServer(
  folder: string,
  port: number,
  database: RegisteredServer['database']
): () => void {
  const file = fileOf(folder, port)
  const draft = `${file}.${process.pid}`
  const entry: RegisteredServer = { port, pid: process.pid, startedAt: startOf(process.pid), database }
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(draft, `${JSON.stringify(entry, null, 2)}\n`)
    renameSync(draft, file)
  } catch (error) {
    log.warn('server_not_noted', { error })
  }
  return () => {
    if (readEntry(file)?.pid !== process.pid) return
    rmSync(file, { force: true })
    removeEmpty(folder)
  }
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // Another server's entry.
  }
}

export function runningServers(folder: string): RegisteredServer[] {
  return entryFilesIn(folder)
    .map(name => readEntry(join(folder, name)))
    .filter(entry => entry !== null)
    .filter(({ pid, startedAt }) => isAlive(pid) && startOf(pid) === startedAt)
    .sort((a, b) => a.port - b.port)
}

function entryFilesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter(name => name.endsWith(EXTENSION))
  } catch {
    return []
  }
}

function readEntry(file: string): RegisteredServer | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
