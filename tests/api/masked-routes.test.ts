import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createApp } from '#api/app.ts'
import { innOfPerson, passportOfPerson, snilsOfPerson } from '#api/db/seed/identifiers.ts'
import { accessOf } from '#api/http/route-contract.ts'
import { withoutSlash } from '#api/http/route-table.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { KIT_PASSPORT } from '#tests/kit/file-imports.ts'
import { type Person, signedInAs } from '#tests/kit/people.ts'
import { columnsOf, loadSource } from '#tests/kit/sources.ts'
import { openOffice, type SubjectOffice } from '#tests/kit/subject-office.ts'
import { createUploader } from '#tests/kit/uploads.ts'

const [snils, inn, passport] = [snilsOfPerson(902, 2), innOfPerson(902, 3), passportOfPerson(902, 1)]
const WHOLE = [snils, inn, passport, passport.slice(4)]
const PREFIX = '/api/auth/admin'

let office: SubjectOffice
let masked: Person
let email: string
/** What stands for the parameters of a path, by its beginning. */
let parameters: Record<string, string>
beforeAll(async () => {
  office = await openOffice({ MASKED_ROLES: ROLE_ADMIN })
  const person = office.nextPerson()
  email = person.email
  await loadSource(office.app, 'numbers', {
    title: 'Номера',
    kind: 'ordinary',
    columns: columnsOf({
      Номер: 'record_number',
      Почта: 'email',
      ИНН: 'inn',
      СНИЛС: 'snils',
      Паспорт: 'passport',
      Примечание: 'other'
    }),
    rows: [['1', email, inn, snils, passport, `сверено с ИНН ${inn}, СНИЛС ${snils}`]]
  })
  office.app.context.sources.forget()
  const uploader = createUploader(office.admin)
  const row = `Маскин Пётр;${passport.slice(0, 4)} ${passport.slice(4)};${snils};${inn}`
  const file = await uploader.send('numbers.csv', `ФИО;Паспорт;СНИЛС;ИНН\n${row}\n${row};лишнее\n`)
  const order = { source: 'numbers_file', passport: KIT_PASSPORT, columns: {} }
  await uploader.preview(file, order)
  await uploader.start(file, { source: 'numbers_file' })
  const { batch_id } = await uploader.until(file, ({ state }) => state === 'done')
  masked = await signedInAs(office.app, ROLE_ADMIN)
  const { id } = await office.confirm(person, 'object')
  parameters = {
    [`${PREFIX}/users`]: String(office.searcher.user.id),
    [`${PREFIX}/es_indices/:name/batches`]: String(batch_id),
    [`${PREFIX}/es_indices`]: 'numbers_file',
    [`${PREFIX}/imports`]: file,
    [`${PREFIX}/subject_requests`]: String(id)
  }
})
afterAll(() => office.stop())

const callOf = ({ method, path }: { method: string; path: string }) => `${method} ${withoutSlash(path)}`
/** All calls of administrators that the product has. */
const calls = () =>
  createApp(office.app.context)
    .routes.filter(route => accessOf(route)?.role === ROLE_ADMIN)
    .map(callOf)

/** Fills each parameter in; a path that nobody told how fails. */
function filled(path: string): string {
  const at = path.lastIndexOf('/:')
  if (at < 0) return path
  const before = path.slice(0, at)
  const value = parameters[before]
  expect([path, value === undefined]).toEqual([path, false])
  const rest = path.slice(at + 1).replace(/^:\w+/, value ?? '')
  return `${filled(before)}/${rest}`
}

const isTold = (text: string) => WHOLE.filter(number => text.replace(/[\s-]/g, '').includes(number))

test('no reading call tells a masked administrator a whole number', async () => {
  const paths = calls().flatMap(call => (call.startsWith('GET ') ? [call.slice(4)] : []))
  expect(paths.length).toBeGreaterThan(20)
  const hidden: string[] = []
  for (const path of paths) {
    const answer = await masked.request(filled(path))
    const text = await answer.text()
    expect([path, answer.status, isTold(text)]).toEqual([path, 200, []])
    if (text.includes('•')) hidden.push(path.slice(PREFIX.length))
  }
  // Those that show records did show them.
  for (const path of ['/es_indices/:name/examples', '/imports/:id/rejects', '/subject_requests/:id/report'])
    expect(hidden).toContain(path)
  expect(hidden).toContain('/subject_requests/:id/reach')
})

/** Calls that are no GET and show something of records. */
const bodies = (): Record<string, object> => ({
  [`POST ${PREFIX}/suppressions/linked`]: { value: email },
  [`POST ${PREFIX}/suppressions/check`]: { value: email },
  [`POST ${PREFIX}/audit/asked`]: { line: email },
  [`POST ${PREFIX}/imports/:id/preview`]: {
    source: 'numbers_ready',
    passport: KIT_PASSPORT,
    columns: { ИНН: 'date', СНИЛС: 'phone' }
  },
  [`POST ${PREFIX}/subject_requests/:id/decide`]: { decision: 'extend', answer: 'Пришлите документ' },
  [`POST ${PREFIX}/subject_requests/:id/send`]: {}
})
/** Calls that answer of what they change, and of no record. A new one is told here, or above with its body. */
const ACTS =
  /\/(payments|users|ip_exceptions|exempt_ips|news|es_performance|es_indices|settings|risk)\b|\/imports(\/:id(\/(piece|start|stop))?)?$|\/audit\/verify$|\/suppressions(\/(:id\/lift|import|erase))?$|\/subject_requests\/:id\/code$/

test('neither does a call that changes something, and each is known here', async () => {
  const bodyOf = bodies()
  const others = calls().filter(call => !call.startsWith('GET '))
  expect(others.filter(call => !(call in bodyOf) && !ACTS.test(call))).toEqual([])
  expect(Object.keys(bodyOf).filter(call => !others.includes(call))).toEqual([])
  const ready = await createUploader(office.admin).send(
    'ready.csv',
    `ФИО;ИНН;СНИЛС\nМаскин Пётр;${inn};${snils}\n`
  )
  parameters[`${PREFIX}/imports`] = ready
  for (const [call, body] of Object.entries(bodyOf)) {
    const path = filled(call.slice(5))
    // It is read first, which takes longer than one call.
    const isPreview = path.endsWith('/preview')
    const answer = isPreview
      ? await createUploader(masked).preview(ready, body)
      : await masked.post(path, body)
    expect([call, answer.status, isTold(JSON.stringify(answer.body))]).toEqual([call, 200, []])
  }
})
