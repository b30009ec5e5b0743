import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { API_INTERVAL_MS } from '#shared/constants.ts'
import { describeWherePossible } from '#tests/kit/elastic/where-possible.ts'
import { registerAndLogin } from '#tests/kit/people.ts'
import { type Program, programOf } from '#tests/kit/public-api.ts'
import { lacksPackages, PYTHON } from '#tests/kit/python.ts'
import { loadPeople } from '#tests/kit/sources.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'
import { packClients } from '../../clients/pack.ts'

const folder = mkdtempSync(join(tmpdir(), 'sverka-clients-'))
const typescript = join(folder, 'typescript')
const python = join(folder, 'python')
const LINE = 'Иванов Иван Иванович 01.02.1980'

let app: TestApp
let program: Program
beforeAll(async () => {
  app = await startApp()
  await Promise.all([packClients(folder), loadPeople(app)])
  program = await programOf(await registerAndLogin(app), app.url)
})
afterAll(async () => {
  await app.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function run(cwd: string, ...command: string[]): Promise<{ code: number; printed: string }> {
  // Settings of the npm that started the tests are not those of a user.
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'))
  const env = { ...Object.fromEntries(own), SVERKA_TOKEN: program.token, PYTHONIOENCODING: 'utf-8' }
  const child = Bun.spawn(command, { cwd, env, stdout: 'pipe', stderr: 'pipe' })
  const [printed, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text()
  ])
  return { code: await child.exited, printed: printed + errors }
}

const compiler = join(import.meta.dir, '../../node_modules/typescript/bin/tsc')
const compile = (cwd: string, ...options: string[]) =>
  run(cwd, process.execPath, compiler, '--strict', '--lib', 'es2023,dom', '--types', '', ...options)

test('the package of TypeScript holds its tests and has what a registry takes', async () => {
  const { code, printed } = await run(typescript, process.execPath, 'test', './sverka.test.ts')
  expect([code, printed]).toEqual([0, expect.stringContaining('3 pass')])
  const { printed: listed } = await run(typescript, process.execPath, 'pm', 'pack', '--dry-run')
  for (const file of ['package.json', 'README.md', 'sverka.js', 'sverka.d.ts', 'sverka.ts'])
    expect(listed).toContain(file)
  expect(listed).not.toContain('sverka.test.ts')
})

test('a program in TypeScript that uses the package compiles against its types alone', async () => {
  for (const file of ['sverka.js', 'sverka.d.ts'])
    cpSync(join(typescript, file), join(folder, 'types', file), { recursive: true })
  const path = join(folder, 'program.ts')
  await Bun.write(
    path,
    `import { createSverka, type SearchAnswer } from './types/sverka.js'
     export const name = async (): Promise<string | null> => {
       const answer: SearchAnswer = await createSverka('https://example.com', 'ps_').search('Примеров Илья')
       return answer.persons[0]?.name ?? null
     }`
  )
  const options = ['--noEmit', '--module', 'esnext', '--moduleResolution', 'bundler', path]
  expect(await compile(folder, ...options)).toEqual({ code: 0, printed: '' })
})

test.if(Bun.which('python3') !== null)('the package of Python holds its tests', async () => {
  const { code, printed } = await run(python, 'python3', '-m', 'unittest', 'test_sverka')
  expect([code, printed]).toEqual([0, expect.stringContaining('Ran 4 tests')])
  const read = 'import tomllib; print(tomllib.load(open("pyproject.toml", "rb"))["project"]["name"])'
  expect(await run(python, 'python3', '-c', read)).toEqual({ code: 0, printed: 'sverka-client\n' })
})

const lacksNpm = Bun.which('npm') && Bun.which('node') ? null : 'Пакет для npm: npm или node не найден'

describeWherePossible(lacksNpm, 'what npm packs', () => {
  test('is installed into an empty folder, compiles there and searches by node', async () => {
    const empty = join(folder, 'npm')
    mkdirSync(empty)
    const packed = await run(typescript, 'npm', 'pack', '--pack-destination', empty)
    expect([packed.code, packed.printed]).toEqual([0, expect.stringContaining('sverka-client-1.0.0.tgz')])
    await Bun.write(join(empty, 'package.json'), '{ "private": true, "type": "module" }')
    const options = ['--offline', '--no-audit', '--no-fund', './sverka-client-1.0.0.tgz']
    expect((await run(empty, 'npm', 'install', ...options)).code).toBe(0)
    await Bun.write(
      join(empty, 'program.ts'),
      `import { createSverka } from 'sverka-client'
       const answer = await createSverka('${app.url}', '${program.token}').search('${LINE}')
       const name: string | null = answer.persons[0]?.name ?? null
       console.log(JSON.stringify([answer.charged, name]))`
    )
    const compiled = await compile(empty, '--module', 'nodenext', '--outDir', '.', 'program.ts')
    expect(compiled).toEqual({ code: 0, printed: '' })
    const { code, printed } = await run(empty, 'node', 'program.js')
    expect([code, JSON.parse(printed)]).toEqual([0, [1, expect.stringContaining('Иванов')]])
  })
})

describeWherePossible(lacksPackages('Пакет для PyPI', 'build', 'setuptools'), 'what Python builds', () => {
  test('is a wheel that is installed into a new environment, holds its tests and searches', async () => {
    const built = await run(python, PYTHON ?? '', '-m', 'build', '--wheel', '--no-isolation')
    expect([built.code, built.printed]).toEqual([0, expect.stringContaining('Successfully built')])
    const place = join(folder, 'environment')
    expect(await run(folder, PYTHON ?? '', '-m', 'venv', place)).toEqual({ code: 0, printed: '' })
    const wheel = join(python, 'dist', 'sverka_client-1.0.0-py3-none-any.whl')
    const pip = [join(place, 'bin', 'pip'), 'install', '--quiet', '--no-index', '--disable-pip-version-check']
    expect(await run(folder, ...pip, wheel)).toEqual({ code: 0, printed: '' })
    // Away from the source, so that what was installed is what is tried.
    const empty = join(folder, 'pypi')
    mkdirSync(empty)
    cpSync(join(python, 'test_sverka.py'), join(empty, 'test_sverka.py'))
    const tests = await run(empty, join(place, 'bin', 'python'), '-m', 'unittest', 'test_sverka')
    expect([tests.code, tests.printed]).toEqual([0, expect.stringContaining('Ran 4 tests')])
    await Bun.sleep(API_INTERVAL_MS)
    const { code, printed } = await run(empty, join(place, 'bin', 'sverka'), app.url, LINE)
    expect([code, printed]).toEqual([0, expect.stringContaining('record_id')])
  })
})
