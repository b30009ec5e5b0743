import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  ALONE,
  aloneFiles,
  apiFile,
  FULL_FILES,
  FULL_FOLDERS,
  FULL_READERS,
  MEASURED,
  measuredFiles,
  PATHS,
  qualityFiles,
  quickFiles,
  SMOKE,
  sharedFile,
  sharedFiles,
  slowFiles
} from '#tests/suite/groups.ts'
import { importsOf } from './borders.ts'
import { codeOf, filesIn, ROOT } from './tree.ts'

/** What starts a server of Elasticsearch, or the product as a process. */
const STARTS_MUCH =
  /^#tests\/kit\/(?:elastic\/(?:describe-elastic|describe-nodes|fault-rounds|nodes|shared-server|surname-source|tls-front)|own-server|payment-kills|product-process)\.ts$/
/** Of a file of a quick run, as `timings.json` has it. */
const QUICK_MS = 35_000

const timings: Record<string, number> = (await Bun.file(join(ROOT, 'tests/timings.json')).json()).files
const fullFiles = Object.values(FULL_FILES).flat()
const smoke = Object.values(SMOKE)
const tests = filesIn('tests').filter(path => path.endsWith('.test.ts'))

test('every file of tests is in one group, and every file of a group is there', () => {
  expect(fullFiles.toSorted()).toEqual([...new Set(fullFiles)].toSorted())
  expect(smoke.filter(name => fullFiles.includes(name))).toEqual([])
  const named = [...[...fullFiles, ...smoke].map(apiFile), ...[...FULL_READERS, ...MEASURED].map(sharedFile)]
  expect(named.filter(file => !tests.includes(file))).toEqual([])
  expect(PATHS.filter(name => !existsSync(join(ROOT, 'tests/e2e', `${name}.e2e.ts`)))).toEqual([])
})

test('what runs with nothing beside it is in a full run alone', () => {
  expect(aloneFiles()).toHaveLength(ALONE.length)
})

test('a full run runs every file of tests', () => {
  const others = ['tests/shape/', 'tests/site/', 'tests/torture/']
  const run = new Set([
    ...quickFiles(),
    ...slowFiles(),
    ...aloneFiles(),
    ...measuredFiles(),
    ...qualityFiles(),
    ...sharedFiles('full')
  ])
  expect(tests.filter(file => !run.has(file) && !others.some(folder => file.startsWith(folder)))).toEqual([])
})

test('a quick run starts Elasticsearch and the product in its smoke files alone', () => {
  const quick = new Set(quickFiles())
  const smokeFiles = smoke.map(apiFile)
  expect(smokeFiles.filter(file => !quick.has(file))).toEqual([])
  const others = codeOf('tests/api').filter(({ path }) => quick.has(path) && !smokeFiles.includes(path))
  expect(others.length).toBeGreaterThan(100)
  expect(
    others.filter(({ text }) => importsOf(text).some(name => STARTS_MUCH.test(name))).map(({ path }) => path)
  ).toEqual([])
  expect([...quick].filter(file => FULL_FOLDERS.some(folder => file.startsWith(folder)))).toEqual([])
})

test('a quick run has no file that takes long', () => {
  const quick = new Set(quickFiles())
  const long = Object.entries(timings).filter(([file, ms]) => quick.has(file) && ms > QUICK_MS)
  expect(long).toEqual([])
})

test('timings.json has every file that is shared out, and no other', () => {
  const shared = tests.filter(
    file => file.startsWith('tests/api/') || FULL_FOLDERS.some(f => file.startsWith(f))
  )
  expect(Object.keys(timings).toSorted()).toEqual(shared.toSorted())
})
