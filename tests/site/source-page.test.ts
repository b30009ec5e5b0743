import { afterEach, beforeEach, expect, test } from 'bun:test'
import { remap } from '#site/features/admin/source/remap-act.ts'
import { $draft } from '#site/features/admin/source/remap-store.ts'
import { examples, followSource, type Source, source } from '#site/features/admin/source/source-store.ts'
import { undoBatch } from '#site/features/admin/source/undo-batch.ts'
import { $confirmation } from '#site/ui/dialog/confirm-store.ts'
import { inTurn, json, openPage, type Page } from './page.ts'

const PATH = '/api/auth/admin/es_indices/list'
const REMOVAL = { removed: 3, restored: 0, kept: 0 }
const index = (state: string) => ({
  ok: true,
  index: {
    name: 'list',
    title: 'Список',
    records: 50,
    remap: null,
    columns: [],
    batches: [{ state }],
    passport: { gaps: [] }
  }
})
const shown = (...values: string[]) => json({ ok: true, columns: [{ label: 'ФИО', examples: values }] })

let page: Page
beforeEach(() => {
  globalThis.location = { search: '?name=list' } as Location
})
afterEach(async () => {
  Reflect.deleteProperty(globalThis, 'location')
  $draft.set(null)
  await page.close()
})

function open(...states: string[]): void {
  page = openPage({
    [`GET ${PATH}`]: inTurn(...states.map(state => json(index(state)))),
    [`GET ${PATH}/examples`]: inTurn(shown('Тестов Иван'), shown()),
    [`GET ${PATH}/batches/1/undo`]: json({ ok: true, removal: REMOVAL }),
    [`POST ${PATH}/batches/1/undo`]: json({ ok: true, removal: REMOVAL })
  })
}

/** The question, answered. */
async function confirmation(isAgreed: boolean): Promise<string> {
  for (;;) {
    const pending = $confirmation.get()
    if (pending) {
      pending.answer(isAgreed)
      return `${pending.text}`
    }
    await Bun.sleep(2)
  }
}

const values = () => {
  const load = examples.$load.get()
  return load.step === 'ready' ? load.data.get('ФИО') : load.step
}

test('the values of people who were taken back are gone with them', async () => {
  open('done', 'undone')
  await Promise.all([source.load(), examples.load()])
  expect(values()).toEqual(['Тестов Иван'])
  const undone = undoBatch({ id: 1, file_name: 'list.csv' } as Source['batches'][number])
  await confirmation(true)
  await undone
  expect(values()).toEqual([])
})

test('values are read anew when what goes on by itself is over, and not before', async () => {
  open('undoing', 'undoing', 'undone')
  await Promise.all([source.load(), examples.load()])
  await followSource()
  expect(values()).toEqual(['Тестов Иван'])
  await followSource()
  expect(values()).toEqual([])
})

test('whoever changes the kind of a column is told that its values may change with it', async () => {
  open('done')
  $draft.set({ columns: { Число: 'date' }, parties: { Контакт: 'mother' } })
  const remapping = remap(index('done').index as unknown as Source)
  const text = await confirmation(false)
  await remapping
  expect(text).toContain('колонки: «Число», «Контакт»')
  expect(text).toContain('исправляются и остаются такими')
  expect(page.calls).toEqual([])
})
