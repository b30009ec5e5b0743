import { afterEach, describe, expect, setSystemTime, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openTable } from '#api/features/imports/files/reader.ts'
import { mergeRanges, seededRanges } from '#api/features/numbering/ranges.ts'
import { createNumbering, importNumbering, seedNumbering } from '#api/features/numbering/service.ts'
import type { OperatorInfo } from '#shared/contracts/operator.ts'
import { createClient } from '#tests/kit/client.ts'
import { testCluster } from '#tests/kit/cluster.ts'
import { registerAndLogin } from '#tests/kit/people.ts'
import { loadPeople } from '#tests/kit/sources.ts'
import { startApp } from '#tests/kit/start-app.ts'
import { startedApp } from '#tests/kit/started-app.ts'
import { until } from '#tests/kit/until.ts'
import { ROOT } from '#tests/shape/tree.ts'

let folder: string
const app = startedApp(async app => {
  folder = mkdtempSync(join((await testCluster()).dataDir, 'numbering-'))
  await seedNumbering(app.database.owner)
})
afterEach(() => setSystemTime())

const OFFICIAL = 'по плану нумерации, номер мог быть перенесён'
const HEADER = 'АВС/ DEF;От;До;Емкость;Оператор;Регион;ИНН'
const DEF = [
  HEADER,
  '916;0000000;4999999;5000000;ПАО "Образец";г. Москва и Московская область|г. Москва|г. Москва;0000000000',
  '916;5000000;9999999;5000000;ПАО "Образец";г. Москва и Московская область|г. Москва|г. Москва;0000000000',
  '900;0012345;0012399;55;"ООО ""Кавычка; и точка"" ";Примерская область;',
  '901;1;2;2;Ведущие нули;;'
]
const ABC = [HEADER, '495;1000000;1999999;1000000;ОАО «Станция»;г. Москва;']

async function plan(...files: string[][]) {
  const rejects: string[] = []
  const tables = await Promise.all(
    files.map(async (lines, at) => {
      const path = join(folder, `DEF-${at}.csv`)
      writeFileSync(path, `\uFEFF${lines.join('\r\n')}\r\n`)
      const { labels, rows } = await openTable(path, {})
      return { name: `DEF-${at}.csv`, labels, rows }
    })
  )
  const reject = (table: { name: string }, line: number, reason: string) =>
    void rejects.push(`${table.name}:${line} ${reason}`)
  return { rejects, done: importNumbering(app.database.owner, tables, reject) }
}

/** As another process would answer, which has no copy yet. */
const anew = (phone: string) => createNumbering(app.database.app).operatorOf(phone)
const stored = async () =>
  (await app.database.owner`SELECT count(*)::int AS count, max(hi)::text AS last FROM phone_range`)[0]

describe('the committed codes', () => {
  test('are whole, of possible phones, and never overlap', () => {
    const ranges = seededRanges()
    expect(ranges.length).toBeGreaterThan(100)
    for (const [at, { lo, hi, operator, region, country }] of ranges.entries()) {
      expect([lo % 10_000_000, hi - lo, String(lo).length]).toEqual([0, 9_999_999, 11])
      expect(lo).toBeGreaterThan(ranges[at - 1]?.hi ?? 0)
      expect([operator, region, country]).not.toContain('')
    }
    expect(mergeRanges(ranges).length).toBeLessThan(ranges.length)
  })

  const examples: [string, Partial<OperatorInfo>][] = [
    ['+7 916 123-45-67', { operator: 'МТС', region: 'Москва и Московская область', country: 'Россия' }],
    ['8 (495) 123-45-67', { operator: 'Ростелеком и местные операторы', region: 'Москва' }],
    ['89262345678', { phone: '79262345678', operator: 'МегаФон' }],
    ['7 905 000 12 34', { operator: 'Билайн' }],
    ['+77011234567', { operator: 'Kcell', country: 'Казахстан' }],
    ['+7 690 123-45-67', { operator: 'Операторы Казахстана', country: 'Казахстан' }]
  ]
  test.each(examples)('know %s and say that they are approximate', async (phone, expected) => {
    const info = await anew(phone)
    expect(info).toMatchObject(expected)
    expect(info?.note).toBe('приблизительно, по плану нумерации, номер мог быть перенесён')
  })

  test('give the synthetic people operators that nobody else has', async () => {
    expect(await anew('+7 973 204-17-40')).toEqual({
      phone: '79732041740',
      operator: 'Демо-Связь',
      region: 'Примерская область',
      country: 'Россия',
      note: OFFICIAL
    })
    expect((await anew('+7 976 204-17-40'))?.operator).toBe('Образец-Линк')
  })

  test('are loaded into an empty table only', async () => {
    const before = await stored()
    await Promise.all([seedNumbering(app.database.owner), seedNumbering(app.database.owner)])
    expect(await stored()).toEqual(before)
    const editions = await app.database.owner`SELECT files FROM numbering_edition`
    expect([...editions]).toEqual([{ files: [] }])
  })
})

describe('POST /api/search/check_operator', () => {
  test('needs a session and a text, and is free', async () => {
    const stranger = createClient(app.url)
    expect((await stranger.post('/api/search/check_operator', { phone: '89161234567' })).status).toBe(401)
    const person = await registerAndLogin(app)
    for (const body of [undefined, {}, { phone: 89161234567 }, { phone: null }, 'phone']) {
      const { status } = await person.post('/api/search/check_operator', body)
      expect(status).toBeOneOf([400, 415])
    }
    const answer = await person.post('/api/search/check_operator', { phone: '+7 (916) 123-45-67' })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      success: true,
      operator_info: { phone: '79161234567', operator: 'МТС', country: 'Россия' }
    })
    expect((await person.get('/api/auth/me')).body.user.requests_count).toBe(person.user.requests_count)
  })

  test('knows nothing of what is no phone or of nobody', async () => {
    const person = await registerAndLogin(app)
    const texts = ['', ' ', 'Иванов', '12345', '+7 000 000-00-00', '+375 29 123-45-67', '+7 200 123-45-67']
    for (const phone of [...texts, '9'.repeat(60_000), "'; DROP TABLE phone_range; --"]) {
      const { status, body } = await person.post('/api/search/check_operator', { phone })
      expect([status, body]).toEqual([200, { success: true, operator_info: null }])
    }
  })
})

describe('a search', () => {
  test('tells the operator of the phone in the line, else of the phone of the best person', async () => {
    await loadPeople(app)
    const person = await registerAndLogin(app)
    const infoOf = async (query: string) => {
      const { status, body } = await person.post('/api/search/perform', { query })
      expect(status).toBe(200)
      return body.operator_info
    }
    const expected = await anew('79732041740')
    expect(expected).not.toBeNull()
    expect(await infoOf('8 973 204-17-40')).toEqual(expected)
    expect(await infoOf('Иванов Иван 8 973 204-17-40')).toEqual(expected)
    // The phone of the best person stands in the place of one in the line.
    expect(await infoOf('Иванов Иван')).toEqual(expected)
    expect(await infoOf('nobody@example.com')).toBeNull()
  })

  test('is answered without an operator when the plan cannot be read', async () => {
    const bare = await startApp()
    try {
      await loadPeople(bare)
      await bare.database.owner`DROP TABLE phone_range`
      const person = await registerAndLogin(bare)
      const { status, body } = await person.post('/api/search/perform', { query: '8 973 204-17-40' })
      expect([status, body.operator_info, body.charged]).toEqual([200, null, 1])
      expect(body.results_count).toBeGreaterThan(0)
    } finally {
      await bare.stop()
    }
  })
})

describe('the import of the official files', () => {
  test('replaces what the files speak of and keeps the committed codes beside them', async () => {
    const { rejects, done } = await plan(DEF, ABC)
    expect(await done).toMatchObject({ read: 5, stored: 4 })
    expect(rejects).toEqual([])
    expect(await anew('+7 916 555-44-33')).toEqual({
      phone: '79165554433',
      operator: 'ПАО "Образец"',
      region: 'г. Москва и Московская область, г. Москва',
      country: 'Россия',
      note: OFFICIAL
    })
    expect((await anew('+7 900 001-23-99'))?.operator).toBe('ООО "Кавычка; и точка"')
    expect(await anew('+7 900 001-24-00')).toBeNull()
    expect(await anew('+7 901 000-00-02')).toMatchObject({ operator: 'Ведущие нули', region: '' })
    expect(await anew('+7 495 999-45-67')).toBeNull()
    expect((await anew('+7 973 204-17-40'))?.operator).toBe('Демо-Связь')
    expect((await anew('+7 926 204-17-40'))?.note).toContain('приблизительно')
    await seedNumbering(app.database.owner)
    expect((await anew('+7 916 555-44-33'))?.note).toBe(OFFICIAL)
  })

  test('reads other spellings of the header, and more columns in another order', async () => {
    const headers = [
      'Регион;ABC/DEF;До ;От;"Территория ГАР";Оператор связи;Ёмкость',
      'Регион РФ;Код;конец диапазона;Начало диапазона;x;ОПЕРАТОР;y'
    ]
    for (const header of headers) {
      const { done } = await plan([header, 'Примерский край;904;9;0;?;Лишний столбец;10'])
      await done
      expect(await anew('+7 904 000-00-05')).toMatchObject({
        operator: 'Лишний столбец',
        region: 'Примерский край'
      })
    }
  })

  test('leaves out what cannot be understood, with its line, and reads on', async () => {
    const wrong = [
      '16;0000000;0000001;2;О;Р;',
      '916;12345678;12345679;2;О;Р;',
      '916;9;1;2;О;Р;',
      '916;5000001;5000002;2; ;Р;',
      '916;0000100;0000200;101;Пересечение;Р;',
      'только;три;ячейки'
    ]
    const right = Array.from({ length: 10 }, (_, at) => `91${at};0000000;0000150;151;Оператор ${at};Р;`)
    const { rejects, done } = await plan([HEADER, ...right, ...wrong])
    expect((await done).read).toBe(10)
    expect(rejects).toEqual([
      'DEF-0.csv:12 код не из трёх цифр',
      'DEF-0.csv:13 границы диапазона не из семи цифр',
      'DEF-0.csv:14 начало диапазона больше конца',
      'DEF-0.csv:15 оператор не назван',
      'DEF-0.csv:17 колонок 3, а в заголовке 7',
      'DEF-0.csv:16 диапазон пересекается с другим'
    ])
  })

  test('changes nothing when a file is not one of the plan', async () => {
    const before = await stored()
    const broken: [string[][], string][] = [
      [
        [DEF, ['Фамилия;Телефон', 'Иванов;1']],
        'Файл DEF-1.csv: нет колонок «АВС/DEF», «От», «До», «Оператор», «Регион»'
      ],
      [[[HEADER]], 'строк прочитано 0'],
      [[[HEADER, '916;1;2;2;О;Р;', 'x;1;2;2;О;Р;', 'y;1;2;2;О;Р;']], 'прочитано 1, отклонено 2']
    ]
    for (const [files, message] of broken) {
      await expect((await plan(...files)).done).rejects.toThrow(message)
      expect(await stored()).toEqual(before)
    }
  })
})

describe('the copy in memory', () => {
  test('answers without a query and notices an import within a minute', async () => {
    const { operatorOf } = createNumbering(app.database.app)
    await (await plan([HEADER, '999;0000000;9999999;10000000;Старый;Р;'])).done
    const ask = async () => (await operatorOf('+7 999 123-45-67'))?.operator
    expect(await ask()).toBe('Старый')
    await (await plan([HEADER, '999;0000000;9999999;10000000;Новый;Р;'])).done
    expect(await ask()).toBe('Старый')
    setSystemTime(Date.now() + 61_000)
    expect(await until(ask, operator => operator !== 'Старый')).toBe('Новый')
    await app.database.owner`ALTER TABLE phone_range RENAME TO phone_range_away`
    expect(await ask()).toBe('Новый')
    await app.database.owner`ALTER TABLE phone_range_away RENAME TO phone_range`
  })

  test('finds a number among a hundred thousand ranges without going through them', async () => {
    const lines = Array.from({ length: 100_000 }, (_, at) => {
      const from = String((at % 10_000) * 1_000).padStart(7, '0')
      const to = String((at % 10_000) * 1_000 + 999).padStart(7, '0')
      return `${900 + Math.floor(at / 10_000)};${from};${to};1000;Оператор ${at};Область ${at % 89};`
    })
    const { done } = await plan([HEADER, ...lines])
    expect((await done).stored).toBe(100_000)
    const { operatorOf } = createNumbering(app.database.app)
    expect((await operatorOf('+7 904 123-45-67'))?.operator).toBe('Оператор 41234')
    const before = process.threadCpuUsage()
    for (let round = 0; round < 1_000; round++) await operatorOf(`+7 904 123-4${100 + (round % 900)}`)
    const { user, system } = process.threadCpuUsage(before)
    // To go through all ranges takes a hundred times as long.
    expect((user + system) / 1_000).toBeLessThan(500)
  })
})

test('the command imports, keeps the rejects and ends with a code to trust', async () => {
  const { dataDir } = await testCluster()
  const command = async (...args: string[]) => {
    const child = Bun.spawn([process.execPath, 'api/commands/import-numbering.ts', ...args], {
      cwd: ROOT,
      env: { PATH: '/usr/bin:/bin', DATA_DIR: dataDir, RUN_DIR: join(dataDir, 'run'), LOG_LEVEL: 'error' },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe'
    })
    const [out, err] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text()
    ])
    return { code: await child.exited, out, err }
  }
  const file = join(folder, 'ABC-4xx.csv')
  writeFileSync(file, `${[...ABC, 'x;1;2;3;О;Р;', '499;1;2;3;О;Р;'].join('\n')}\n`)
  expect((await command()).code).toBe(2)
  expect(await command(join(folder, 'none.csv'))).toMatchObject({ code: 1, out: '' })
  const done = await command(file)
  expect(done).toMatchObject({ code: 0, err: '' })
  expect(done.out).toContain('Прочитано строк: 2, диапазонов после объединения: 2')
  expect(done.out).toContain(`Отклонено строк: 1, списки: ${file}.rejects.csv`)
  expect(existsSync(`${file}.rejects.csv`)).toBe(true)
  expect(readFileSync(`${file}.rejects.csv`, 'utf8')).toContain('3;"код не из трёх цифр";"x;1;2;3;О;Р;"')
})
