import { expect, test } from 'bun:test'
import { normalizeEmail } from '#shared/identity/identifiers/email.ts'
import { writtenForms } from '#shared/identity/identifiers/written-forms.ts'

test('an e-mail is one under a domain in its own letters and as it is registered', () => {
  const domains = ['почта.рф', 'пример.испытание', 'bücher.example', '例え.jp', 'sub.почта.рф']
  for (const domain of domains) {
    const registered = URL.parse(`http://${domain}`)?.hostname
    expect(registered).toContain('xn--')
    expect(normalizeEmail(`zahar@${registered}`)).toBe(`zahar@${domain}`)
    expect(normalizeEmail(`Zahar@${domain.toUpperCase()}`)).toBe(`zahar@${domain}`)
    expect(writtenForms('email', `zahar@${domain}`)).toContain(`zahar@${registered}`)
  }
  expect(normalizeEmail('zahar@xn--80a1acny.xn--p1ai')).toBe('zahar@почта.рф')
  for (const text of ['zahar@почта.рф:80', 'zahar@почта.рф/x'])
    expect([text, normalizeEmail(text)]).toEqual([text, null])
  for (const text of ['a@xn--99999999999.com', 'a@xn--a-.com'])
    expect([null, text]).toContain(normalizeEmail(text))
})
