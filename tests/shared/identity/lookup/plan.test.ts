import { describe, expect, test } from 'bun:test'
import { generatePeople } from '#api/db/seed/generate.ts'
import { SEED_SOURCES } from '#api/db/seed/sources-table.ts'
import { isPlaceholder } from '#shared/identity/identifiers/placeholder.ts'
import { planSearch } from '#shared/identity/lookup/plan.ts'
import { parseQuery } from '#shared/identity/reading/parse.ts'
import { makeReading } from '#shared/identity/reading/reading.ts'
import type { Columns } from '#shared/identity/records/types.ts'
import { findStep } from './find-step.ts'

/** «tier form keys» of every step. */
const planOf = (line: string) =>
  planSearch(line, parseQuery(line)).steps.map(
    step => `${step.tier} ${step.form} ${step.surname ?? step.keys.join(' & ')}`
  )

const PERSON = {
  Фамилия: 'Примеров',
  Имя: 'Илья',
  Отчество: 'Андреевич',
  'Дата рождения': '14.03.1981',
  Телефон: '+7 973 204-17-40',
  Адрес: 'г. Примерск, ул. Образцовая, д. 7, кв. 41'
}

describe('plan', () => {
  test('asks an identifier by its key, every plausible one at once', () => {
    expect(planOf('ИНН 001204175339')[0]).toBe('0 identifier inn:001204175339')
    expect(planOf('9730000017').slice(0, 3).sort()).toEqual([
      '0 identifier inn:9730000017',
      '0 identifier passport:9730000017',
      '0 identifier phone:79730000017'
    ])
  })

  test('asks a name from exact to loose', () => {
    expect(planOf('Примеров Илья Андреевич')).toEqual([
      '0 exact 3:andrei+s ila primerov',
      '1 part o:ila primerov',
      '1 initials j:primerov i a',
      '1 initials j:primerov i',
      '5 text w:примеров & w:илья & w:андреевич'
    ])
    expect(planOf('Примеров И.А.').slice(0, 2)).toEqual(['0 initials i:primerov i a', '1 part n:primerov i'])
    expect(planOf('Примеров').slice(0, 2)).toEqual(['0 exact s:primerov', '1 part t:primerov'])
    expect(planOf('Илья')[0]).toBe('0 exact t:ila')
    expect(planOf('Илья Андреевич')[0]).toBe('0 exact t:ila & t:andrei+s')
  })

  test('asks several things together, then a strong one alone', () => {
    expect(planOf('Примеров Илья 14.03.1981')[0]).toBe('0 exact 2d:ila primerov 1981-03-14')
    expect(planOf('Примеров Илья 1981')[0]).toBe('0 exact 2:ila primerov & y:1981')
    expect(planOf('Примеров 14.03.1981')[0]).toBe('0 exact t:primerov & d:1981-03-14')
    expect(planOf('Примеров Илья, тел. 89732041740').slice(0, 2)).toEqual([
      '0 identifier 2:ila primerov & phone:79732041740',
      '1 identifier phone:79732041740'
    ])
    expect(planOf('Примеров Илья Москва')[0]).toBe('0 exact 2:ila primerov & w:москва')
  })

  test('asks dates and words alone', () => {
    expect(planOf('14.03.1981')[0]).toBe('0 exact d:1981-03-14')
    expect(planOf('1981')[0]).toBe('0 exact y:1981')
    expect(planOf('ул. Образцовая, д. 7, 000123')[0]).toBe('0 text w:образцовая & w:7')
    expect(planOf('ООО «Ромашка»')).toEqual(['0 text w:ромашка', '1 text w:romashka', '1 text w:romashca'])
    expect(planOf('муниципальное унитарное предприятие Водоканал')[0]).toBe('0 text w:водоканал')
    expect(planOf('VEKTOR-7 LLC')).toEqual(['0 text w:vektor & w:7', '1 text w:вектор & w:7'])
  })

  test('asks for all of an address, and for no part of it', () => {
    expect(planOf('г. Примерск, ул. Образцовая, д. 7, кв. 41')).toEqual([
      '0 text w:примерск & w:образцовая & w:7 & w:41'
    ])
  })

  test('narrows to a part that somebody chose', () => {
    const [combined] = parseQuery('Примеров Илья 89732041740')
    const phone = combined?.parts?.find(part => part.kind === 'phone')
    expect(phone && planSearch('', [phone]).steps).toEqual([
      { reading: 0, form: 'identifier', tier: 0, keys: ['phone:79732041740'] }
    ])
  })

  test('has no steps when nothing can be searched', () => {
    for (const line of ['!!!', '🙂', '0000000000', 'неизвестно', '—', '%', 'ул.', '1234567890'])
      expect([line, planOf(line)]).toEqual([line, []])
  })

  test('asks the same keys once, whatever their order', () => {
    const texts = ['слово пример образец', 'образец слово пример', 'образец слово']
    const plan = planSearch(
      '',
      texts.map(text => makeReading('text', text, text))
    )
    expect(plan.steps.map(step => step.keys.length).sort()).toEqual([1, 1, 2, 2, 3, 3])
  })

  test('is ordered by tier and asks nothing twice', () => {
    for (const line of [
      'Саша Примеров',
      'Иванова-Петрова Мария',
      'bdfyjd bdfy',
      'Примеров Илья 9730000017'
    ]) {
      const steps = planSearch(line, parseQuery(line)).steps
      expect(steps.map(step => step.tier)).toEqual(steps.map(step => step.tier).sort())
      expect(new Set(planOf(line).map(text => text.replace(/^\d \w+ /, ''))).size).toBe(steps.length)
    }
  })
})

describe('a record', () => {
  test('is found by every way to write its person', () => {
    const lines = [
      'Примеров Илья Андреевич',
      'илья андреевич примеров',
      'ПРИМЕРОВ И.А.',
      'И. А. Примеров',
      'Примеров И.',
      'Примеров Илья',
      'Илья Примеров',
      'Примеров',
      'Илья',
      'Андреевич',
      'Илья Андреевич',
      'Primerov Ilya',
      'Ilya Primerov',
      'Primerov Ilya Andreyevich',
      'ghbvthjd bkmz',
      'ghbvthjd bkmz fylhttdbx',
      'Примерoв Илья',
      'Илюша Примеров',
      'Примеров 1981',
      'Примеров Илья 14.03.1981',
      'Примеров И.А. 14.03.1981',
      '14.03.1981',
      '14 марта 1981',
      '+7 973 204-17-40',
      '9732041740',
      '8(973)204-17-40',
      'Примеров 89732041740',
      'Образцовая 7',
      'ул. Образцовая, дом 7, кв. 41',
      'Примеров Илья, Примерск',
      'Примеров Андреевич'
    ]
    expect(lines.filter(line => findStep(line, PERSON) === null)).toEqual([])
  })

  test('is not found by the name of somebody else', () => {
    const lines = [
      'Примеров Илья Петрович',
      'Примеров Олег',
      'Примеров П.А.',
      'Сидоров',
      'Илья Образцов',
      '9732041741',
      'Образцовая 8'
    ]
    expect(lines.filter(line => findStep(line, PERSON) !== null)).toEqual([])
  })

  test('is found by its name whatever detail stands beside it', () => {
    const lines = [
      'Примеров Илья 15.03.1981',
      'Примеров Илья 1980',
      'Примеров Илья Казань',
      'Примеров Илья Андреевич +7 973 204-99-99'
    ]
    expect(lines.filter(line => !findStep(line, PERSON)?.withoutDetail)).toEqual([])
    expect(findStep('Примеров Илья 14.03.1981', PERSON)?.withoutDetail).toBeUndefined()
  })

  test('without parts or with initials is found by a fuller name', () => {
    expect(findStep('Примеров Илья Андреевич', { ФИО: 'Примеров И.А.' })?.form).toBe('initials')
    expect(findStep('Примеров Илья Андреевич', { ФИО: 'Примеров И.' })?.form).toBe('initials')
    expect(findStep('Примеров Илья', { ФИО: 'Примеров И.А.' })?.form).toBe('initials')
    expect(findStep('Примеров Илья Андреевич', { ФИО: 'Илья Примеров' })?.form).toBe('part')
    expect(findStep('Примеров И.А.', { ФИО: 'Примеров Илья' })?.form).toBe('part')
    expect(findStep('Примеров Илья Андреевич', { ФИО: 'Примеров И.П.' })).toBeNull()
    expect(findStep('Петрова Мария', { ФИО: 'Иванова-Петрова Мария' })).not.toBeNull()
    expect(findStep('Иванова-Петрова Мария', { ФИО: 'Петрова Мария' })).not.toBeNull()
    expect(findStep('Алиев Гейдар Ага оглы', { ФИО: 'АЛИЕВ ГЕЙДАР АГА-ОГЛЫ' })?.form).toBe('exact')
    expect(findStep('Примеров Александр', { ФИО: 'Примеров Саша' })?.form).toBe('exact')
    expect(findStep('А417ВС00', { Госномер: 'А417ВС' })?.form).toBe('part')
    expect(findStep('Примеров 14.03.1981', { ФИО: 'Примеров Илья', 'Год рождения': '1981' })?.form).toBe(
      'part'
    )
  })

  test('is found by each of its values as the source shows it', () => {
    const sources = new Map<string, (typeof SEED_SOURCES)[number]>(
      SEED_SOURCES.map(source => [source.key, source])
    )
    const searchable = new Set([
      'phone',
      'email',
      'inn',
      'snils',
      'passport',
      'passport_number',
      'ogrn',
      'vin',
      'plate',
      'record_number',
      'last_name',
      'middle_name',
      'birth_date',
      'address',
      'workplace',
      'organization'
    ])
    const missed: string[] = []
    let lookups = 0
    for (const record of generatePeople({ people: 150, seed: 11 })) {
      const labels = sources.get(record.source)?.columns ?? []
      const columns: Columns = Object.fromEntries(labels.map(column => [column.label, column.kind]))
      const fields = Object.fromEntries(labels.map((column, at) => [column.label, record.values[at] ?? '']))
      for (const [label, value] of Object.entries(fields)) {
        if (isPlaceholder(value) || !searchable.has(columns[label] ?? '')) continue
        lookups++
        if (findStep(value, fields, columns) === null) missed.push(`${record.source} ${label}: ${value}`)
      }
    }
    expect(missed).toEqual([])
    expect(lookups).toBeGreaterThan(500)
  })
})
