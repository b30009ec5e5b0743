import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { PARSE_DEBOUNCE_MS } from '#shared/constants.ts'
import type { Reading } from '#shared/contracts/reading.ts'
import { chipsOf } from '#site/features/search/ask/chips.ts'
import {
  $choice,
  $isEdited,
  $line,
  $parsedLine,
  fillLine,
  pressReading,
  restoreLine,
  restoreRequest,
  typeLine
} from '#site/features/search/ask/readings-store.ts'
import { toggleReading } from '#site/features/search/ask/readings-view.ts'
import { displayValue } from '#site/features/search/display-value.ts'
import { $search } from '#site/features/search/search-store.ts'
import { until } from '#tests/kit/until.ts'
import { json, openPage, type Page } from './page.ts'
import { ANSWER, combined, DATE, NAME, PHONE, SNILS, TEXT } from './search-answer.ts'

const LINE = 'Примеров Илья 89732041740'
const whole = combined(NAME, PHONE)
const other = combined(NAME, SNILS)
const words = (chips: { label: string; on: boolean }[]) =>
  chips.map(({ label, on }) => `${on ? '+' : '-'}${label}`)

describe('the chips of a line', () => {
  test('show what holds together as chosen, and other ways to read a word after it', () => {
    const { together, instead } = chipsOf([whole, other, NAME, PHONE, SNILS, TEXT], null)
    expect(words(together)).toEqual(['+ФИО', '+Телефон'])
    expect(words(instead)).toEqual(['-СНИЛС'])
  })

  test('show the second of two numbers beside a name as searched, like the first', () => {
    const second = { ...PHONE, value: '79733186022' }
    const { together, instead } = chipsOf(
      [whole, combined(NAME, second), { ...second, confidence: 0.3 }],
      null
    )
    expect([...words(together), ...words(instead)]).toEqual(['+ФИО', '+Телефон', '+Телефон'])
    expect(instead[0]?.confidence).toBe(together[1]?.confidence)
  })

  test('stand beside what of the line is not searched, once', () => {
    const age = 'возраст не ищется, нужен год рождения'
    const aged = { ...whole, note: `код не распределён; ${age}` }
    expect(chipsOf([aged, { ...NAME, note: age }], null).remark).toBe(age)
    expect(chipsOf([{ ...PHONE, note: 'код не распределён' }], null).remark).toBe('')
    expect(chipsOf([{ ...NAME, note: 'не ищется: ДТП 17.06.2022 г.' }], null).remark).toBe(
      'не ищется: ДТП 17.06.2022 г'
    )
  })

  test('show every plausible reading of a lone number as searched', () => {
    const { together, instead } = chipsOf([PHONE, { ...SNILS, confidence: 0.6 }, TEXT], null)
    expect([...words(together), ...words(instead)]).toEqual(['+Телефон', '+СНИЛС'])
  })

  test('show only the chosen reading as searched', () => {
    const { together, instead } = chipsOf([whole, other, NAME, PHONE, SNILS], {
      kind: 'phone',
      value: PHONE.value
    })
    expect([...words(together), ...words(instead)]).toEqual(['-ФИО', '+Телефон', '-СНИЛС'])
  })

  test('show several people together, each to be chosen alone', () => {
    const [first, second] = [
      { ...NAME, person: 1 },
      { ...combined({ ...NAME, value: 'Другов Олег' }, DATE), person: 2 }
    ]
    const { together, instead } = chipsOf([first, second, TEXT], null)
    expect(together.map(({ value, on }) => [value, on])).toEqual([
      [NAME.value, true],
      ['Другов Олег, 14.03.1981', true]
    ])
    expect(instead).toEqual([])
    const narrowed = chipsOf([first, second, TEXT], together[1]?.choice ?? null)
    expect(narrowed.together.map(({ on }) => on)).toEqual([false, true])
  })

  test('keep the rest of the line when another reading of one word is chosen', () => {
    const readings = [whole, other, NAME, PHONE, SNILS]
    const [snils] = chipsOf(readings, null).instead
    expect(snils?.choice).toEqual({ kind: 'combined', value: other.value })
    const { together, instead } = chipsOf(readings, snils?.choice ?? null)
    expect([...words(together), ...words(instead)]).toEqual(['+ФИО', '-Телефон', '+СНИЛС'])
  })

  test('widen again when the chosen one is pressed a second time', () => {
    const phone = { kind: 'phone', value: PHONE.value } as const
    expect(toggleReading(null, phone)).toEqual(phone)
    expect(toggleReading(phone, phone)).toBeNull()
    expect(toggleReading(phone, { kind: 'snils', value: SNILS.value })).toEqual({
      kind: 'snils',
      value: SNILS.value
    })
  })

  test('say how sure a reading is and what is wrong with it', () => {
    const [sure, doubtful] = [PHONE, SNILS].map(reading => chipsOf([reading], null).together[0])
    expect(sure).toMatchObject({ confidence: 3, confidenceText: 'уверенность: высокая, код не распределён' })
    expect(doubtful).toMatchObject({
      confidence: 1,
      confidenceText: 'уверенность: низкая, контрольное число не сходится'
    })
  })

  test('write values as people write them', () => {
    expect(displayValue('phone', '79732041740')).toBe('+7\u00a0973\u00a0204-17-40')
    expect(displayValue('snils', '20477715366')).toBe('204-777-153\u00a066')
    expect(displayValue('passport', '0000204175')).toBe('00\u00a000\u00a0204175')
    expect(displayValue('birth_date', '1981-03-14')).toBe('14.03.1981')
    expect(displayValue('birth_date', '1980')).toBe('1980')
    expect(displayValue('email', 'i.primerov@example.com')).toBe('i.primerov@example.com')
  })
})

describe('understanding while typing', () => {
  let page: Page
  let lines: string[] = []
  /** Holds an answer back until it is let go. */
  let gates: Map<string, PromiseWithResolvers<void>>
  const readingsByLine: Record<string, Reading[]> = { [LINE]: [whole, NAME, PHONE], Примеров: [NAME] }

  beforeEach(() => {
    lines = []
    gates = new Map()
    page = openPage({
      'POST /api/search/parse_query': async request => {
        const { query } = (await request.json()) as { query: string }
        lines.push(query)
        await gates.get(query)?.promise
        if (!readingsByLine[query]) return Response.json({ error: 'нет' }, { status: 400 })
        return Response.json({ success: true, readings: readingsByLine[query] })
      }
    })
    typeLine('')
    $choice.set(null)
    $search.set({ step: 'idle' })
  })
  afterEach(() => page.close())

  const understood = () => until(() => !$parsedLine.get().pending)
  const askedAbout = (line: string) => until(() => lines.includes(line))
  /** Long enough for a question that must not be asked. */
  const pause = () => Bun.sleep(PARSE_DEBOUNCE_MS + 60)
  const readings = () => $parsedLine.get().readings.map(({ kind }) => kind)

  test('asks once, after a pause, about the last line', async () => {
    for (const line of ['П', 'Пр', 'Примеров']) typeLine(line)
    expect($parsedLine.get().pending).toBe(true)
    await understood()
    expect(lines).toEqual(['Примеров'])
    expect($parsedLine.get()).toEqual({ pending: false, readings: [NAME] })
  })

  test('takes the readings of an answer where the question itself was refused', async () => {
    typeLine(ANSWER.query)
    await understood()
    expect(readings()).toEqual([])
    $search.set({ step: 'answered', query: ANSWER.query, choice: null, answer: ANSWER, at: 0, fresh: true })
    expect($parsedLine.get().readings).toEqual(ANSWER.readings)
  })

  test('drops an answer that comes after a newer line', async () => {
    const slow = Promise.withResolvers<void>()
    gates.set('Примеров', slow)
    typeLine('Примеров')
    await askedAbout('Примеров')
    typeLine(LINE)
    await understood()
    slow.resolve()
    await Bun.sleep(20)
    expect(lines).toEqual(['Примеров', LINE])
    expect(readings()).toEqual(['combined', 'full_name', 'phone'])
  })

  test('asks nobody about a blank line and forgets what stood there', async () => {
    typeLine(LINE)
    await understood()
    typeLine('   ')
    expect(readings()).toEqual([])
    await pause()
    expect(lines).toEqual([LINE])
  })

  test('shows nothing, and keeps the line, when the line cannot be explained', async () => {
    typeLine(LINE)
    await understood()
    typeLine('???')
    await understood()
    expect(readings()).toEqual([])
    expect($line.get()).toBe('???')
  })

  test('keeps a choice only while the line has that reading', async () => {
    typeLine(LINE)
    await understood()
    pressReading({ kind: 'phone', value: PHONE.value })
    expect($choice.get()).toEqual({ kind: 'phone', value: PHONE.value })
    typeLine('Примеров')
    expect($choice.get()).not.toBeNull()
    await understood()
    expect($choice.get()).toBeNull()
  })

  test('takes the readings of an answer that comes first, so that the chips push no results down', async () => {
    typeLine(ANSWER.query)
    $search.set({ step: 'answered', query: ANSWER.query, choice: null, answer: ANSWER, at: 0, fresh: true })
    expect(readings()).toEqual(['combined', 'full_name', 'birth_date', 'phone'])
    await pause()
    expect(lines).toEqual([])
  })

  test('leaves a line that is typed on while its search runs', () => {
    typeLine(`${ANSWER.query} и ещё`)
    $search.set({ step: 'answered', query: ANSWER.query, choice: null, answer: ANSWER, at: 0, fresh: true })
    expect($line.get()).toBe(`${ANSWER.query} и ещё`)
    expect($parsedLine.get().pending).toBe(true)
  })

  test('takes the readings of a restored answer without asking', async () => {
    restoreLine(LINE, [NAME, DATE], null)
    await pause()
    expect(lines).toEqual([])
    expect(readings()).toEqual(['full_name', 'birth_date'])
  })

  test('asks for all readings again when the restored answer was narrowed to one', async () => {
    restoreLine(LINE, [PHONE], { kind: 'phone', value: PHONE.value })
    expect(readings()).toEqual(['phone'])
    await understood()
    expect(readings()).toEqual(['combined', 'full_name', 'phone'])
    expect($choice.get()).toEqual({ kind: 'phone', value: PHONE.value })
  })

  test('puts an offered line in place of the typed one and searches nothing', async () => {
    page = openPage({ 'POST /api/search/parse_query': json({ success: true, readings: [NAME] }) })
    Object.assign(globalThis, { document: { querySelector: () => null } })
    restoreLine('Иваонв Иван', [NAME], { kind: 'full_name', value: 'Иваонв Иван' })
    fillLine('Иванов Иван')
    expect($line.get()).toBe('Иванов Иван')
    await until(() => !$parsedLine.get().pending)
    expect(page.calls).toEqual(['POST /api/search/parse_query'])
    expect($search.get().step).toBe('idle')
    Reflect.deleteProperty(globalThis, 'document')
  })

  test('tells whether the line asks for something else than the answer answers', () => {
    const answered = {
      step: 'answered',
      query: LINE,
      choice: null,
      answer: ANSWER,
      at: 1,
      fresh: true
    } as const
    page = openPage({})
    expect($isEdited.get()).toBe(false)
    $search.set(answered)
    restoreRequest(answered)
    expect($isEdited.get()).toBe(false)
    typeLine(`${LINE} `)
    expect($isEdited.get()).toBe(false)
    typeLine(`${LINE} 1981`)
    expect($isEdited.get()).toBe(true)
    restoreRequest(answered)
    pressReading({ kind: 'phone', value: PHONE.value })
    expect($isEdited.get()).toBe(true)
    restoreRequest(answered)
    expect($isEdited.get()).toBe(false)
  })
})
