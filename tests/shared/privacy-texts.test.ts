import { describe, expect, test } from 'bun:test'
import * as v from 'valibot'
import { requestDecision } from '#shared/rules/subject-request.ts'
import { ANSWER_TEMPLATES, TO_BE_WRITTEN } from '#shared/texts/privacy.ts'
import { requestTakenText } from '#shared/texts/request-taken.ts'

describe('the prepared answer', () => {
  const acts_on = ['e-mail', 'телефон', 'ФИО и дата рождения']
  test.each(['erase', 'object'] as const)('to %s names what is proved, and what is not acted on', want => {
    const text = ANSWER_TEMPLATES.fulfil({ want, channel: 'email', acts_on }, false)
    const [acted, rest] = text.split('Не подтверждено: ')
    expect(acted).toContain('(e-mail)')
    expect(acted).not.toContain('телефон')
    expect(rest).toStartWith('телефон, ФИО и дата рождения. По этим данным записи не скрываются')
  })

  test('promises everything where a document was seen or nothing else was stated', () => {
    const whole = ANSWER_TEMPLATES.fulfil({ want: 'erase', channel: 'phone', acts_on }, true)
    expect(whole).toContain('(e-mail, телефон, ФИО и дата рождения) удаляются')
    const alone = ANSWER_TEMPLATES.fulfil({ want: 'erase', channel: 'phone', acts_on: ['телефон'] }, false)
    for (const text of [whole, alone]) expect(text).not.toContain('Не подтверждено')
  })

  test('is no decision before its reason is written', () => {
    const request = { want: 'object', channel: 'email', acts_on } as const
    for (const decision of ['fulfil', 'refuse', 'extend'] as const) {
      const answer = ANSWER_TEMPLATES[decision](request, false)
      expect(v.is(requestDecision, { decision, answer })).toBe(decision !== 'refuse')
    }
    const written = ANSWER_TEMPLATES.refuse(request, false).replace(
      TO_BE_WRITTEN,
      'потому что нет документа.'
    )
    expect(v.is(requestDecision, { decision: 'refuse', answer: written })).toBe(true)
  })

  test('and the receipt of a code say nothing of a message that is not sent', () => {
    expect(requestTakenText(true)).not.toContain('отправлен код')
    expect(requestTakenText(false)).toContain('отправлен код')
  })
})
