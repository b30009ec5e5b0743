import { mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { log } from '#api/lib/log.ts'
import { isAlive, readProcess } from '#api/lib/processes.ts'
import type { DatabasePlace } from './database-location.ts'

/** A server that runs, and on which database. */
export interface ServerNote {
  port: number
  pid: number
  /** Start of that process as `readProcess` tells it: its number may come to another one. Null where it is not told. */
  startedAt: number | null
  database: DatabasePlace & { identity: string | null }
}

const ENDING = '.json'
const fileOf = (folder: string, port: number) => join(folder, `${port}${ENDING}`)
const startOf = (pid: number) => readProcess(pid)?.startedAt ?? null

/**
 * Notes in `RUN_DIR` that this process serves a port, so that a command can tell whether it would open another database.
 * One note a port: a new server of the port replaces what a killed one left. Answers what removes the note. A folder
 * that cannot be written is logged and costs nothing but that check.
 */
export function noteServer(folder: string, port: number, database: ServerNote['database']): () => void {
  const file = fileOf(folder, port)
  const draft = `${file}.${process.pid}`
  const note: ServerNote = { port, pid: process.pid, startedAt: startOf(process.pid), database }
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(draft, `${JSON.stringify(note, null, 2)}\n`)
    renameSync(draft, file)
  } catch (error) {
    log.warn('server_not_noted', { error })
  }
  return () => {
    if (readNote(file)?.pid !== process.pid) return
    rmSync(file, { force: true })
    removeEmpty(folder)
  }
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // Another server has its note there.
  }
}

/** The servers that are noted in `RUN_DIR` and run now, by port. */
export function runningServers(folder: string): ServerNote[] {
  return notesIn(folder)
    .map(name => readNote(join(folder, name)))
    .filter(note => note !== null)
    .filter(({ pid, startedAt }) => isAlive(pid) && startOf(pid) === startedAt)
    .sort((a, b) => a.port - b.port)
}

function notesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter(name => name.endsWith(ENDING))
  } catch {
    return []
  }
}

function readNote(file: string): ServerNote | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
