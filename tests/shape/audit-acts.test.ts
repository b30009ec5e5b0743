import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AUDIT_ACTS } from '#shared/labels/audit-acts.ts'
import { filesIn, ROOT } from './tree.ts'

/** Quoted words of a statement that are no act. */
const OTHERS = new Set(['user', 'system', 'subject', 'ui', 'api', 'job', 'command', 'done', 'null'])
/** A statement ends with its text, or with the semicolon of a function. */
/** Names the types of columns, of `action` too. */
const COLUMN_TYPES = 'api/features/audit/row-hash.ts'
const INSERT = /INSERT INTO audit_event[\s\S]*?(?:`|;\n)/g
const DETAILS = /jsonb_build_object\((?:[^()]|\([^)]*\))*\)/g

/** The acts that code writes: by functions, whose callers name them, and by statements. */
function actsWritten(): Map<string, string> {
  const written = new Map<string, string>()
  for (const path of filesIn('api').filter(
    each => /\.(ts|sql)$/.test(each) && !each.includes('/migrations/') && each !== COLUMN_TYPES
  )) {
    const text = readFileSync(join(ROOT, path), 'utf8')
    for (const [, act = ''] of text.matchAll(/\baction: '([a-z_]+)'/g)) written.set(act, path)
    for (const [statement] of text.matchAll(INSERT)) {
      for (const [, act = ''] of statement.replaceAll(DETAILS, '').matchAll(/'([a-z]+(?:_[a-z]+)*)'/g))
        if (!OTHERS.has(act)) written.set(act, path)
    }
  }
  return written
}

test('every act that code writes has a Russian name', () => {
  const written = actsWritten()
  for (const act of ['search_repeat', 'search_refund', 'token_create', 'list_start', 'user_block'])
    expect(written.has(act)).toBe(true)
  expect([...written].filter(([act]) => !Object.hasOwn(AUDIT_ACTS, act))).toEqual([])
  for (const title of Object.values(AUDIT_ACTS)) expect(title).toMatch(/^[А-ЯЁ]/)
})
