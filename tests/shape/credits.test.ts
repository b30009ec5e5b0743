import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { filesIn, ROOT, withoutComments } from './tree.ts'

/** Writing to the ledger or to a balance, in SQL or through drizzle. */
const WRITES = [
  /INSERT\s+INTO\s+"?credit_ledger/i,
  /insert\(\s*(schema\.)?creditLedger/,
  /SET[^;]*?requests_count\s*=/i,
  /INSERT\s+INTO\s+"?users"?[^;)]*requests_count/i,
  /\.set\(\{[^}]*requestsCount/,
  /\.values\(\{[^}]*requestsCount/
]

const withoutSqlComments = (text: string) => text.replace(/--[^\n]*/g, '')

/** Parts of the source that write to either, function by function in SQL. */
function writersIn(path: string, text: string): string[] {
  const isSql = path.endsWith('.sql')
  const code = isSql ? withoutSqlComments(text) : withoutComments(text)
  const parts = isSql ? code.split(/(?=CREATE (?:OR REPLACE )?FUNCTION)/) : [code]
  return parts
    .filter(part => WRITES.some(pattern => pattern.test(part)))
    .map(part => `${path}${/FUNCTION (\w+)/.test(part) ? `: ${/FUNCTION (\w+)/.exec(part)?.[1]}` : ''}`)
}

test('nothing but post_credit writes to the ledger or to a balance', () => {
  const sources = filesIn('api').filter(path => /\.(ts|sql)$/.test(path))
  const writers = sources.flatMap(path => writersIn(path, readFileSync(`${ROOT}/${path}`, 'utf8')))
  expect(writers).toEqual(['api/db/functions/post_credit.sql: post_credit'])
})

test.each([
  'await sql`INSERT INTO credit_ledger (user_id) VALUES (1)`',
  'await sql`UPDATE users SET role = 1, requests_count = 5`',
  'await sql`INSERT INTO users (username, requests_count) VALUES (1, 2)`',
  'await db.insert(creditLedger).values(row)',
  'await db.update(users).set({ requestsCount: 5 })',
  'await db.insert(users).values({ username, requestsCount: 5 })'
])('catches %s', text => {
  expect(writersIn('api/features/a/store.ts', text)).toHaveLength(1)
})
