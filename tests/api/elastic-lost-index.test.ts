import { afterAll, beforeAll, expect, test } from 'bun:test'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { INDEX_LOST } from '#shared/labels/sources.ts'
import { callServer } from '#tests/kit/elastic/call-server.ts'
import { describeElastic } from '#tests/kit/elastic/describe-elastic.ts'
import { indicesOf, loadSurnames, startOnElastic } from '#tests/kit/elastic/surname-source.ts'
import { KIT_PASSPORT } from '#tests/kit/file-imports.ts'
import { type Person, signedInAs } from '#tests/kit/people.ts'
import type { TestApp } from '#tests/kit/start-app.ts'

const INDICES = '/api/auth/admin/es_indices'
const SIZE = 40
const adopted = `taken-${Bun.randomUUIDv7().slice(-12)}`

describeElastic('an index that somebody removed behind the product’s back', server => {
  let app: TestApp
  let namespace: string
  let admin: Person

  beforeAll(async () => {
    ;({ app, namespace } = await startOnElastic(server))
    admin = await signedInAs(app, ROLE_ADMIN)
    for (const key of ['whole', 'lost']) await loadSurnames(app, key, 'Пропадов', { size: SIZE })
    await callServer(server, 'PUT', `/${adopted}/_doc/1?refresh=true`, { ФИО: 'Пропадов Карл' })
    await admin.post(INDICES, { index_name: adopted })
    await admin.put(`${INDICES}/${adopted}/passport`, KIT_PASSPORT)
  })
  afterAll(async () => {
    await app.stop()
  })

  async function listed() {
    const { details } = (await admin.get(INDICES)).body
    return Object.fromEntries(
      details.map((each: { name: string; records: number; answers: boolean; lost_note?: string }) => [
        each.name,
        [each.records, each.answers, each.lost_note]
      ])
    )
  }

  test('is told to the administrator, in the list and on the page of its source', async () => {
    const sound = {
      whole: [SIZE, true, undefined],
      lost: [SIZE, true, undefined],
      [adopted]: [1, true, undefined]
    }
    expect(await listed()).toEqual(sound)
    for (const index of [...(await indicesOf(server, namespace, 'lost')), adopted])
      expect((await callServer(server, 'DELETE', `/${index}`)).status).toBe(200)
    expect(await listed()).toEqual({
      whole: [SIZE, true, undefined],
      lost: [SIZE, false, INDEX_LOST],
      [adopted]: [1, false, INDEX_LOST]
    })
    expect((await admin.get(`${INDICES}/lost`)).body.index).toMatchObject({
      answers: false,
      lost_note: INDEX_LOST
    })
  })

  test('takes no part of its records back as if that were all, until its source is deleted', async () => {
    const again = await loadSurnames(app, 'lost', 'Пропадов', { size: 1 }).catch((error: Error) => error)
    expect(String(again)).toContain('учтено записей 40')
    expect(await indicesOf(server, namespace, 'lost')).toEqual([])
    // Others are loaded as ever.
    await loadSurnames(app, 'whole', 'Новиков', { from: SIZE, size: 1 })
    expect((await admin.delete(`${INDICES}/lost`)).status).toBe(200)
    await loadSurnames(app, 'lost', 'Пропадов', { size: SIZE })
    expect((await listed()).lost).toEqual([SIZE, true, undefined])
  })
})
