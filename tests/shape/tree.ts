import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

export const ROOT = resolve(import.meta.dir, '..', '..')

/** A file of ours: its path from the root with forward slashes, and its text. */
export interface SourceFile {
  path: string
  text: string
}

const CODE = /\.(ts|tsx|astro|mjs)$/

/** Paths of all files below a folder of the root, sorted. A folder that is not there yet has none. */
export function filesIn(folder: string): string[] {
  let entries: import('node:fs').Dirent[]
  try {
    entries = readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
  } catch {
    return []
  }
  return entries
    .filter(entry => entry.isFile())
    .map(entry => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort()
}

/** Code files of the given rooms with their texts. */
export function codeOf(...rooms: string[]): SourceFile[] {
  return rooms.flatMap(room =>
    filesIn(room)
      .filter(path => CODE.test(path))
      .map(path => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
  )
}

/** The text without comments, line numbers kept. Rough: good enough to look for words of code in. */
export function withoutComments(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, comment => comment.replace(/[^\n]/g, ' '))
    .replace(/(^|[\s;{}(,])\/\/[^\n]*/g, '$1')
    .replace(/<!--[\s\S]*?-->/g, comment => comment.replace(/[^\n]/g, ' '))
}

/** The text without comments and without what stands in quotes; `${…}` of a template goes too. */
export function wordsOfCode(text: string): string {
  return withoutComments(text).replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''")
}
