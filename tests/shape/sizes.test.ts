import { describe, expect, test } from 'bun:test'
import { codeOf, filesIn, ROOT, type SourceFile } from './tree.ts'

/** Pure data may be longer than code. */
const TABLE = /(^|\/)(labels|texts|schema)\/|-table\.tsx?$/
const FILE_LINES = 300
const MEDIAN_LINES = 60
const NINE_OF_TEN_LINES = 180
const FOLDER_FILES = 30
const FEW_LINES = 10
const TINY_PART = 0.035
/** Each is an entry by itself: an address of the site. */
const PAGE = /^site\/pages\//

const ROOMS: [what: string, pattern: RegExp, lines: number][] = [
  ['routes', /^api\/.*routes\.ts$/, 120],
  ['a service', /^api\/features\/.*service\.ts$/, 200],
  ['a store of the API', /^api\/.*store\.ts$/, 150],
  ['a component', /^site\/.*\.tsx$/, 200],
  ['a page', /^site\/pages\/.*\.astro$/, 40]
]

const lines = (file: SourceFile) => file.text.replace(/\n$/, '').split('\n').length
const tooLong = (files: SourceFile[], limit: number) =>
  files
    .filter(file => lines(file) > limit)
    .map(file => `${file.path}: ${lines(file)} lines, at most ${limit}`)

function quantile(sorted: number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

describe('file sizes', () => {
  const everything = codeOf('site', 'api', 'shared', 'tests')
  const code = everything.filter(file => !TABLE.test(file.path))
  const house = code.filter(file => !file.path.startsWith('tests/'))

  test('keep every file that is not a table within 300 lines', () => {
    expect(tooLong(code, FILE_LINES)).toEqual([])
  })

  test.each(ROOMS)('keep %s (%p) within %d lines', (_what, pattern, limit) => {
    const files = code.filter(file => pattern.test(file.path))
    expect(files.length).toBeGreaterThan(0)
    expect(tooLong(files, limit)).toEqual([])
  })

  test('keep the median within 60 lines and nine of ten within 180', () => {
    const sorted = house.map(lines).sort((a, b) => a - b)
    expect(quantile(sorted, 0.5)).toBeLessThanOrEqual(MEDIAN_LINES)
    expect(quantile(sorted, 0.9)).toBeLessThanOrEqual(NINE_OF_TEN_LINES)
  })

  test('keep a folder of code within 30 files', () => {
    const folders = Map.groupBy(
      house.filter(file => !TABLE.test(file.path)),
      file => file.path.slice(0, file.path.lastIndexOf('/'))
    )
    const crowded = [...folders].filter(([, files]) => files.length > FOLDER_FILES).map(([folder]) => folder)
    expect(crowded).toEqual([])
  })

  test('keep files of a few lines few, each an entry', () => {
    const tiny = house.filter(file => !PAGE.test(file.path) && lines(file) < FEW_LINES).map(file => file.path)
    expect(tiny.length).toBeLessThanOrEqual(house.length * TINY_PART)
  })

  test('keep style sheets within 300 lines', async () => {
    const sheets = filesIn('site').filter(path => path.endsWith('.css'))
    const files = await Promise.all(
      sheets.map(async path => ({ path, text: await Bun.file(`${ROOT}/${path}`).text() }))
    )
    expect(tooLong(files, FILE_LINES)).toEqual([])
  })
})
