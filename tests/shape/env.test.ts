import { expect, test } from 'bun:test'
import { codeOf, wordsOfCode } from './tree.ts'

const READS_ENVIRONMENT =
  /\b(process|Bun)\s*\.\s*env\b|\bimport\.meta\.env\b|\{[^}]*\benv\b[^}]*\}\s*=\s*(process|Bun)\b/

/** `import.meta.env` of the site is Astro's own: fixed at build time, nothing of the machine. */
const lawful = (path: string, code: string) =>
  path === 'api/config.ts' || (path.startsWith('site/') && !/\b(process|Bun)\b/.test(code))

test('reads the environment in api/config.ts and nowhere else', () => {
  const readers = codeOf('site', 'api', 'shared')
    .map(file => ({ path: file.path, code: wordsOfCode(file.text) }))
    .filter(({ path, code }) => READS_ENVIRONMENT.test(code) && !lawful(path, code))
    .map(({ path }) => path)
  expect(readers).toEqual([])
})

test.each([
  'const a = process.env.PORT',
  'const b = Bun.env["X"]',
  'const { env } = process',
  'f(process . env)'
])('catches %s', text => {
  expect(READS_ENVIRONMENT.test(wordsOfCode(text))).toBe(true)
})
