import { expect, test } from 'bun:test'
import { csvLine } from '#shared/rules/spreadsheet.ts'
import { answeringText } from '#shared/texts/answer.ts'
import { scoreText } from '#shared/texts/counts.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')
/** The noun that stands behind a number, and behind «из» and a number. */
const NOUN: Record<string, string> = { one: 'источник', few: 'источника', many: 'источников' }
const rules = new Intl.PluralRules('ru-RU')

test('how many sources answered is said in forms that go with each number', () => {
  for (let all = 2; all <= 130; all += 1) {
    const rule = rules.select(all)
    expect(plain(answeringText(all, all))).toBe(`Ответили все ${all} ${NOUN[rule]}`)
    const answered = all - 1
    const verb = rules.select(answered) === 'one' ? 'Ответил' : 'Ответили'
    const noun = rule === 'one' ? 'источника' : 'источников'
    expect(plain(answeringText(answered, all))).toBe(`${verb} ${answered} из ${all} ${noun}`)
  }
  expect(answeringText(1, 1)).toBe('Источник ответил')
  expect(answeringText(0, 1)).toBe('Источник не ответил')
})

test('a score is written with two places, in texts and in files', () => {
  for (let hundredths = 0; hundredths <= 100; hundredths += 1) {
    const score = hundredths / 100
    expect(scoreText(score)).toMatch(/^[01],\d\d$/)
    expect(Number(scoreText(score).replace(',', '.'))).toBe(score)
    expect(csvLine([score], [{ title: 'Оценка', as: 'share' }])).toBe(`${scoreText(score)}\r\n`)
  }
})
