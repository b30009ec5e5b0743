import { describe, expect, test } from 'bun:test'
import { ANSWER_TEMPLATES } from '#shared/texts/privacy.ts'

describe('the prepared answer', () => {
  const held = ['e-mail', 'телефон', 'ФИО и дата рождения']
  test.each(['erase', 'object'] as const)('to %s names what is proved, and what is not acted on', want => {
    const text = ANSWER_TEMPLATES.fulfil({ want, channel: 'email', held }, false)
    const [acted, rest] = text.split('Не подтверждено: ')
    expect(acted).toContain('(e-mail)')
    expect(acted).not.toContain('телефон')
    expect(rest).toStartWith('телефон, ФИО и дата рождения. По этим данным записи не скрываются')
  })

  test('promises everything where a document was seen or nothing else was stated', () => {
    const whole = ANSWER_TEMPLATES.fulfil({ want: 'erase', channel: 'phone', held }, true)
    expect(whole).toContain('(e-mail, телефон, ФИО и дата рождения) удаляются')
    const alone = ANSWER_TEMPLATES.fulfil({ want: 'erase', channel: 'phone', held: ['телефон'] }, false)
    for (const text of [whole, alone]) expect(text).not.toContain('Не подтверждено')
  })
})
