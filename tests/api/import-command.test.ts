import { expect, test } from 'bun:test'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listBatchesOf } from '#api/commands/batches.ts'
import { importFile } from '#api/commands/import.ts'
import { loadFile } from '#api/commands/load-file.ts'
import { testCluster } from '#tests/kit/cluster.ts'
import { KIT_PASSPORT } from '#tests/kit/file-imports.ts'
import { ROOT } from '#tests/shape/tree.ts'

/** Runs the real command beside the running server of this process, on the database that its data folder names. */
async function command(script: 'import' | 'seed', ...args: string[]) {
  return await answering('', script, ...args)
}

/** With what somebody types. */
async function answering(typed: string, script: 'import' | 'seed', ...args: string[]) {
  const { dataDir } = await testCluster()
  const child = Bun.spawn([process.execPath, `api/commands/${script}.ts`, ...args], {
    cwd: ROOT,
    env: { PATH: '/usr/bin:/bin', DATA_DIR: dataDir, RUN_DIR: join(dataDir, 'run'), LOG_LEVEL: 'error' },
    stdin: Buffer.from(typed),
    stdout: 'pipe',
    stderr: 'pipe'
  })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { code: await child.exited, out: out.trim(), err: err.trim() }
}

test('says how it is used, refuses without a passport, shows, stores and ends with a code to trust', async () => {
  const { dataDir } = await testCluster()
  const folder = mkdtempSync(join(dataDir, 'command-'))
  const file = join(folder, 'people.csv')
  const passport = join(folder, 'passport.json')
  writeFileSync(file, 'Код;ФИО;Мобильный;Прочее поле\n7;Тестов Иван;8-973-000-05-01;сад\n8;только две\n')
  writeFileSync(passport, JSON.stringify(KIT_PASSPORT))

  expect((await command('import')).code).toBe(2)
  const badName = expect.stringContaining('Ключ источника')
  expect(await command('import', 'Плохой', file)).toMatchObject({ code: 2, err: badName })
  expect(await command('import', 'mine', join(folder, 'none.csv'))).toMatchObject({ code: 1, out: '' })

  const refused = await command('import', 'mine', file, '--id', 'Код')
  expect([refused.code, refused.err.includes('нужен паспорт')]).toEqual([1, true])

  const preview = await command('import', 'mine', file, '--id', 'Код', '--dry-run')
  expect(preview.code).toBe(0)
  expect(preview.out).toContain('Мобильный → Телефон (phone)')
  expect(preview.out).toContain('нужен паспорт')

  const shown = await command('import', 'mine', file, '--id', 'Код', '--passport', passport, '--dry-run')
  expect(shown.code).toBe(0)
  expect(shown.out).toContain('Мобильный → Телефон (phone)')
  expect(shown.out).toContain('ФИО: Тестов Иван')
  expect(existsSync(`${file}.rejects.csv`)).toBe(false)

  const done = await command('import', 'mine', file, '--id', 'Код', '--passport', passport)
  expect(done.code).toBe(0)
  expect(done.out).toContain(
    'Строки: новых 1, изменённых 0, без изменений 0, по списку исключений 0, отклонено 1'
  )
  expect(done.out.split('\n').at(-1)).toContain('«Мой список» (mine) действует')
  expect(existsSync(`${file}.rejects.csv`)).toBe(true)

  const [, number = ''] = /Партия № (\d+)/.exec(done.out) ?? []
  expect((await command('import', '--batches', 'mine')).out).toContain(`№ ${number}  mine  загружена`)
  expect((await command('import', '--undo', 'все')).code).toBe(2)
  expect((await command('import', '--undo', '999999')).err).toContain('Партии № 999999 нет')
  const sources = await command('import', '--sources')
  expect(sources.out).toMatch(/mine {2}«Мой список» {2}отвечает, записей 1, хранить по \d{4}-/)
  const planned = await command('import', '--undo', number, '--yes', '--dry-run')
  expect([planned.code, planned.out]).toEqual([0, expect.stringMatching(/записей удалится 1[^\n]*$/)])
  const untouched = await command('import', '--undo', number)
  expect([untouched.code, untouched.out]).toEqual([1, expect.stringContaining('записей удалится 1')])
  expect(untouched.err).toContain('не убрана')
  expect((await answering('нет\n', 'import', '--undo', number)).code).toBe(1)
  expect((await command('import', '--batches', 'mine')).out).toContain('загружена')
  const undone = await answering('да\n', 'import', '--undo', number)
  expect([undone.code, undone.out.split('\n').at(-1)]).toEqual([
    0,
    expect.stringContaining('удалено записей 1')
  ])
  const repeated = await command('import', '--undo', number, '--yes')
  expect([repeated.code, repeated.out]).toEqual([
    0,
    expect.stringMatching(/убрана раньше: .* Удалять нечего$/)
  ])
  expect((await command('import', '--batches', 'mine')).out).toContain('удалена')
})

test('refuses a name that no source can have and an unknown encoding before it opens a database', async () => {
  const options = {
    ...{ passport: undefined, map: undefined, columns: undefined, id: undefined, encoding: 'klingon' },
    ...{ 'dry-run': false, 'as-new': false, delimiter: undefined, sheet: undefined, header: undefined },
    'another-database': false
  }
  const named = await listBatchesOf('BAD*', options).catch(error => error)
  expect([named.name, named.message]).toEqual(['UsageError', expect.stringContaining('Ключ источника')])
  const encoded = await loadFile('mine', 'people.csv', options).catch(error => error)
  const names = importFile.options.encoding.about.split(';')[0]
  expect(encoded.message).toBe(`--encoding: допустимые значения: ${names}`)
})

test('names the option that takes rows of a file without a header as new', async () => {
  const folder = mkdtempSync(join((await testCluster()).dataDir, 'command-'))
  const write = (name: string, content: string) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const rows = 'Тестов Иван,89731000001\nТестов Лев,89731000002\nТестов Фома,89731000003\n'
  const passport = write('passport.json', JSON.stringify(KIT_PASSPORT))
  const named = write('named.csv', `Кто,Связь\n${rows}`)
  expect((await command('import', 'headless', named, '--passport', passport)).code).toBe(0)
  const headless = write('headless.csv', rows)
  const refused = await command('import', 'headless', headless)
  expect([refused.code, refused.err]).toEqual([1, expect.stringMatching(/подтвердите это.*--as-new\.$/s)])
  expect(refused.err).toContain('--columns')
  const twice = await command('import', 'headless', headless, '--columns', 'Кто')
  expect([twice.code, twice.err]).toEqual([1, expect.stringContaining('Названий 1, а колонок в файле 2')])
  const joined = await command('import', 'headless', headless, '--columns', 'Кто,Связь')
  expect([joined.code, joined.out]).toEqual([
    0,
    expect.stringContaining('новых 0, изменённых 0, без изменений 3')
  ])
  // A header longer than what is looked at first is read with the first row.
  const long = write('long.csv', `ФИО,Телефон${' '.repeat(300_000)}\n${rows}`)
  const renamed = await command('import', 'headless', long, '--columns', 'Кто,Связь')
  expect([renamed.code, renamed.out]).toEqual([0, expect.stringContaining('новых 0')])
  const other = write('other.csv', `Кто,Мобильный\n${rows}`)
  const map = write('map.json', '{"names": {"Мобильный": "Связь"}}')
  const mapped = await command('import', 'headless', other, '--map', map)
  expect([mapped.code, mapped.out]).toEqual([0, expect.stringContaining('новых 0')])
  const foreign = await command('import', 'headless', other)
  expect([foreign.code, foreign.err]).toEqual([
    0,
    expect.stringMatching(/Внимание: Имена колонок отличаются от прежних.*--columns и names в --map/s)
  ])
  const done = await command('import', 'headless', headless, '--as-new')
  expect([done.code, done.out]).toEqual([0, expect.stringContaining('новых 3')])
})

test('seeds people beside a running server', async () => {
  expect((await command('seed', '--people', 'many')).code).toBe(2)
  expect((await command('seed', '--people', '5', '--records', '5')).code).toBe(2)
  const done = await command('seed', '--people', '50', '--seed', '9')
  expect(done).toMatchObject({ code: 0, err: '' })
  expect(done.out).toMatch(/^Готово: людей 50, записей \d+ в 14 источниках/)
  const repeated = await command('seed', '--records', '133', '--seed', '9')
  expect([repeated.code, repeated.out.split(' за ')[0], repeated.err]).toEqual([
    0,
    done.out.split(' за ')[0],
    expect.stringContaining('уже загружены')
  ])
})
