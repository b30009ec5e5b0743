import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sharedCopy } from '#api/db/embedded/shared-copy.ts'
import { makeQuickFolder } from '#tests/kit/quick-folder.ts'

const FOLDERS = 10
const FILES = 40
let root: string
let original: string

beforeAll(() => {
  root = makeQuickFolder('sverka-copy-')
  original = join(root, 'original')
  for (let folder = 0; folder < FOLDERS; folder++) {
    mkdirSync(join(original, `${folder}`), { recursive: true })
    for (let file = 0; file < FILES; file++) writeFileSync(join(original, `${folder}`, `${file}`), 'content')
  }
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const filesOf = (folder: string) => readdirSync(folder, { recursive: true }).length

/** Says which copy it was given, and how few files that had at any time in the half second after. */
const PROGRAM = `
  import { readdirSync } from 'node:fs'
  import { sharedCopy } from '${join(import.meta.dir, '..', '..', 'api/db/embedded/shared-copy.ts')}'
  await Bun.sleep(Number(process.argv[3]) - Date.now())
  const copy = sharedCopy(process.argv[1], process.argv[2])
  let fewest = Infinity
  for (const end = Date.now() + 500; Date.now() < end; await Bun.sleep(1))
    fewest = Math.min(fewest, readdirSync(copy, { recursive: true }).length)
  console.log(JSON.stringify({ copy, fewest }))
`

async function askAtOnce(target: string) {
  const start = String(Date.now() + 700)
  const children = Array.from({ length: 6 }, () =>
    Bun.spawn([process.execPath, '-e', PROGRAM, original, target, start], { stdout: 'pipe' })
  )
  return Promise.all(
    children.map(child => new Response(child.stdout).json() as Promise<{ copy: string; fewest: number }>)
  )
}

test('of six that ask at once each has a whole copy, for as long as it looks', async () => {
  const target = join(root, 'fresh')
  const whole = { copy: target, fewest: filesOf(original) }
  expect(await askAtOnce(target)).toEqual(Array(6).fill(whole))
  for (let folder = 0; folder < FOLDERS; folder += 3) rmSync(join(target, `${folder}`), { recursive: true })
  rmSync(join(target, '1', '1'))
  expect(await askAtOnce(target)).toEqual(Array(6).fill(whole))
  expect(readdirSync(root).toSorted()).toEqual(['fresh', 'original'])
})

test('a name that somebody else holds is left alone', () => {
  const target = join(root, 'taken')
  writeFileSync(target, 'a file')
  const copy = sharedCopy(original, target)
  expect(copy).toStartWith(`${target}.`)
  expect(filesOf(copy)).toBe(filesOf(original))
})

test('a link that leads nowhere is copied once', () => {
  const target = join(root, 'linked')
  const link = join(original, '0', 'dangling')
  symlinkSync('nowhere', link)
  try {
    for (let times = 0; times < 2; times += 1) expect(sharedCopy(original, target)).toBe(target)
    expect(readdirSync(root).filter(name => name.startsWith('linked'))).toEqual(['linked'])
  } finally {
    rmSync(link)
  }
})

test('a copy with a file where a folder belongs is left alone', () => {
  const target = join(root, 'mistaken')
  sharedCopy(original, target)
  rmSync(join(target, '0', '1'))
  rmSync(join(target, '5'), { recursive: true })
  writeFileSync(join(target, '5'), 'a file')
  const copy = sharedCopy(original, target)
  expect(copy).toStartWith(`${target}.`)
  expect(filesOf(copy)).toBe(filesOf(original))
})
