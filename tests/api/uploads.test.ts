import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { UPLOAD_MAX_BYTES, UPLOAD_PIECE_MAX_BYTES, UPLOAD_RESERVED_MINUTES } from '#shared/constants.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { actsOf } from '#tests/kit/acts.ts'
import { administeredApp } from '#tests/kit/administered-app.ts'
import { createClient } from '#tests/kit/client.ts'
import { signedInAs } from '#tests/kit/people.ts'
import { createUploader, IMPORTS } from '#tests/kit/uploads.ts'
import { withJobs } from '#tests/kit/with-jobs.ts'

const { app, admin, files } = administeredApp()

const folder = () => join(app.context.config.dataDir, 'uploads')
const onDisk = (id: string) => {
  const [name = ''] = readdirSync(join(folder(), id))
  return readFileSync(join(folder(), id, name))
}
const randomBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count))

describe('a file in pieces', () => {
  test('is on the disk as it was, whatever pieces it was cut into', async () => {
    const bytes = randomBytes(50_000)
    const { id, state, received } = (await files.begin('таблица.csv', bytes.length)).body.import
    expect([state, received]).toEqual(['uploading', 0])
    let at = 0
    for (const length of [1, 17, 30_000, 4_095]) {
      expect((await files.piece(id, at, bytes.subarray(at, at + length))).body.received).toBe(at + length)
      at += length
    }
    expect((await files.read(id)).received).toBe(at)
    expect((await files.preview(id, { source: 'x' })).body.code).toBe('UPLOAD_UNFINISHED')
    await files.piece(id, at, bytes.subarray(at))
    const whole = await files.read(id)
    expect([whole.state, whole.received, whole.file_name]).toEqual(['ready', bytes.length, 'таблица.csv'])
    expect(onDisk(id).equals(bytes)).toBe(true)
    expect((await files.piece(id, bytes.length, randomBytes(1))).body.code).toBe('UPLOAD_OFFSET')
  })

  test('goes on after a piece that was cut off, and takes nothing of it', async () => {
    const bytes = randomBytes(200_000)
    const { id } = (await files.begin('cut.csv', bytes.length)).body.import
    await files.piece(id, 0, bytes.subarray(0, 1_000))
    const cookies = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const { hostname, port } = new URL(app.url)
    const head =
      `PUT ${IMPORTS}/${id}/piece?offset=1000 HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: ${cookies}\r\n` +
      'Sec-Fetch-Site: same-origin\r\nContent-Type: application/octet-stream\r\nContent-Length: 100000\r\n\r\n'
    const socket = await Bun.connect({ hostname, port: Number(port), socket: { data() {} } })
    socket.write(head)
    socket.write(bytes.subarray(1_000, 51_234))
    await Bun.sleep(100)
    socket.terminate()
    expect((await files.read(id)).received).toBe(1_000)
    const again = (await files.begin('cut.csv', bytes.length)).body.import
    expect([again.id, again.received]).toEqual([id, 1_000])
    expect((await files.piece(id, 1_000, bytes.subarray(1_000))).status).toBe(200)
    expect(onDisk(id).equals(bytes)).toBe(true)
  })

  test('comes from two tabs at once as one file', async () => {
    const bytes = randomBytes(60_000)
    const tabs = await Promise.all([files.begin('two.csv', 60_000), files.begin('two.csv', 60_000)])
    const ids = tabs.map(({ body }) => body.import.id)
    expect(ids[0]).toBe(ids[1])
    const codes = new Set<string>()
    async function tab(): Promise<void> {
      for (;;) {
        const { received, state } = await files.read(ids[0])
        if (state !== 'uploading') return
        const answer = await files.piece(ids[0], received, bytes.subarray(received, received + 5_000))
        codes.add(answer.body.code ?? 'taken')
      }
    }
    await Promise.all([tab(), tab(), tab()])
    expect(onDisk(ids[0]).equals(bytes)).toBe(true)
    expect([...codes].filter(code => !['taken', 'UPLOAD_OFFSET'].includes(code))).toEqual([])
  })

  test('takes a place once, whoever else brings a piece for it at the same moment', async () => {
    const { id } = (await files.begin('race.csv', 40_000)).body.import
    const pieces = Array.from({ length: 4 }, (_, at) => new Uint8Array(1_000).fill(at + 1))
    const answers = await Promise.all(pieces.map(piece => files.piece(id, 0, piece)))
    const accepted = answers.flatMap(({ status }, at) => (status === 200 ? [at] : []))
    expect(accepted).toHaveLength(1)
    expect(onDisk(id).equals(pieces[accepted[0] ?? 0] ?? new Uint8Array())).toBe(true)
  })

  test('refuses wrong pieces and changes nothing', async () => {
    const { id } = (await files.begin('wrong.csv', 1_000)).body.import
    await files.piece(id, 0, randomBytes(100))
    const codes = async (offset: number, bytes: Uint8Array, headers?: Record<string, string>) =>
      (await files.piece(id, offset, bytes, headers)).body.code
    expect(await codes(0, randomBytes(100))).toBe('UPLOAD_OFFSET')
    expect(await codes(200, randomBytes(100))).toBe('UPLOAD_OFFSET')
    expect(await codes(100, randomBytes(901))).toBe('UPLOAD_TOO_LONG')
    expect(await codes(100, new Uint8Array())).toBe('BAD_INPUT')
    expect(await codes(100, randomBytes(10), { 'Content-Type': 'text/csv' })).toBe('UNSUPPORTED_TYPE')
    expect(await codes(100, randomBytes(UPLOAD_PIECE_MAX_BYTES + 1))).toBe('BODY_TOO_LARGE')
    const digest = { 'Content-Digest': `sha-256=:${Bun.SHA256.hash('other', 'base64')}:` }
    expect(await codes(100, randomBytes(10), digest)).toBe('UPLOAD_DAMAGED')
    for (const unread of [
      '',
      'sha-256',
      'sha-256=:QUJD:',
      'sha-256=0f',
      'md5=:QUJD:',
      `${digest['Content-Digest']}, =`
    ])
      expect([unread, await codes(100, randomBytes(10), { 'Content-Digest': unread })]).toEqual([
        unread,
        'BAD_INPUT'
      ])
    expect((await files.piece('no-such-upload', 0, randomBytes(1))).status).toBe(404)
    const path = `${IMPORTS}/${id}/piece?offset=1e2`
    expect((await admin.request(path, { method: 'PUT', body: 'x' })).status).toBe(400)
    const sha512 = {
      'Content-Digest': `md5=:QUJD:, sha-512=:${Bun.SHA512.hash('0123456789', 'base64')}:;q=1`
    }
    expect(await codes(100, randomBytes(10), sha512)).toBe('UPLOAD_DAMAGED')
    expect((await files.read(id)).received).toBe(100)
    expect((await files.piece(id, 100, Buffer.from('0123456789'), sha512)).body.received).toBe(110)
  })

  test('reads nothing of what a stranger sends', async () => {
    const stranger = createClient(app.url)
    const init = {
      method: 'PUT',
      body: randomBytes(1_000_000),
      headers: { 'Content-Type': 'application/octet-stream' }
    }
    expect((await stranger.request(`${IMPORTS}/nothing/piece?offset=0`, init)).status).toBe(401)
  })
})

describe('a name and a size', () => {
  test.each([
    ['../../../etc/passwd', 'passwd'],
    ['C:\\Users\\я\\список.csv', 'список.csv'],
    ['.htaccess', 'htaccess'],
    ['a\u202Egnp.csv', 'agnp.csv'],
    ['a\0b<c>:"|?*.csv', 'ab_c______.csv'],
    [`${'я'.repeat(300)}.csv.gz`, `${'я'.repeat(86)}.csv.gz`]
  ])('%j lies in its own folder as %j', async (fileName, storedName) => {
    const { id, file_name } = (await files.begin(fileName, 3)).body.import
    expect(file_name).toBe(storedName)
    await files.piece(id, 0, Buffer.from('abc'))
    expect(readdirSync(join(folder(), id))).toEqual([storedName])
  })

  test.each([
    ['..', 3, 'BAD_FILE_NAME'],
    ['/', 3, 'BAD_FILE_NAME'],
    ['x'.repeat(1_001), 3, 'BAD_FILE_NAME'],
    ['empty.csv', 0, 'FILE_EMPTY'],
    ['large.csv', UPLOAD_MAX_BYTES + 1, 'FILE_TOO_LARGE'],
    ['half.csv', 1.5, 'BAD_INPUT']
  ])('%j of %d bytes is refused: %s', async (name, size, code) => {
    const { status, body } = await files.begin(name, size)
    expect([status, body.code]).toEqual([400, code])
  })

  test('more than there is room for is refused with the first piece, of ever so many at once', async () => {
    const begin = async (at: number) =>
      (await files.begin(`large-${at}.csv`, UPLOAD_MAX_BYTES)).body.import.id
    const ids = await Promise.all(Array.from({ length: 12 }, (_, at) => begin(at)))
    const first = async (id: string) => (await files.piece(id, 0, randomBytes(10))).body.code
    // A process takes eight at once.
    const codes = [
      await Promise.all(ids.slice(0, 6).map(first)),
      await Promise.all(ids.slice(6).map(first))
    ].flat()
    expect(codes.filter(code => code === 'UPLOADS_FULL').length).toBeGreaterThanOrEqual(3)
    const { body } = await files.begin('one-more.csv', UPLOAD_MAX_BYTES)
    expect(body.code).toBe('UPLOADS_FULL')
    for (const id of ids) await admin.delete(`${IMPORTS}/${id}`)
  })
})

test('pieces are taken of nobody but the owner, and the audit names who brought them', async () => {
  const other = await signedInAs(app, ROLE_ADMIN)
  const others = createUploader(other)
  const { id } = (await files.begin('mine.csv', 20)).body.import
  await files.piece(id, 0, randomBytes(5))
  const foreign = await others.piece(id, 5, Buffer.from('EVIL'))
  const unknown = await others.piece(
    id.replace(/^./, (sign: string) => (sign === 'a' ? 'b' : 'a')),
    5,
    Buffer.from('EVIL')
  )
  const withoutId = ({ status, body }: { status: number; body: object }) => ({
    status,
    ...body,
    request_id: ''
  })
  expect(withoutId(foreign)).toEqual(withoutId(unknown))
  expect(foreign.status).toBe(404)
  expect((await files.read(id)).received).toBe(5)
  expect((await others.begin('mine.csv', 20)).body.import.id).not.toBe(id)
  await files.piece(id, 5, randomBytes(15))
  const brought = await actsOf(app, admin, 'import_upload_end')
  expect(brought.map(({ after }) => after)).toContainEqual({ import: id, file: 'mine.csv', size: 20 })
  expect(await actsOf(app, other, 'import_upload_end')).toEqual([])
})

test('another administrator may look at a file, start and delete it, and the audit names both', async () => {
  const other = await signedInAs(app, ROLE_ADMIN)
  const others = createUploader(other)
  const id = await files.send('shared.csv', 'ФИО,Телефон\nТестов Иван,89731000001\n')
  expect((await files.preview(id, { source: 'shared' })).body.preview.rows).toBe(1)
  expect((await others.preview(id, { source: 'shared' })).body.preview.rows).toBe(1)
  await others.start(id, { source: 'shared' })
  await files.until(id, ({ state }) => state === 'done')
  expect((await other.delete(`${IMPORTS}/${id}`)).status).toBe(200)
  const owned = { import: id, uploaded_by: admin.user.id }
  expect(await actsOf(app, admin, 'import_shown')).toEqual([])
  expect(await actsOf(app, other, 'import_shown')).toEqual([expect.objectContaining(owned)])
  expect(await actsOf(app, other, 'import_start')).toMatchObject([{ after: owned }])
  expect(await actsOf(app, other, 'import_delete')).toMatchObject([{ before: owned }])
})

test('room is kept for what comes, and not for a mere announcement', async () => {
  const large = async (name: string) => (await files.begin(`${name}.csv`, UPLOAD_MAX_BYTES)).body
  const ids: string[] = []
  const announce = async (name: string) => {
    const { import: upload, code } = await large(name)
    expect(code).toBeUndefined()
    ids.push(upload.id)
    return upload.id as string
  }
  const piece = async (id: string, offset = 0) => (await files.piece(id, offset, randomBytes(10))).body
  for (let at = 0; at < 12; at += 1) await announce(`word-${at}`)
  const [first = '', second = ''] = ids
  const held: string[] = []
  for (const id of ids) if ((await piece(id)).code === undefined) held.push(id)
  expect(held.length).toBeLessThan(12)
  for (const id of held)
    await app.database.owner`UPDATE import_job
      SET touched_at = now() - make_interval(mins => ${UPLOAD_RESERVED_MINUTES + 1}) WHERE id = ${id}`
  // What has come of the others counts still.
  const [later = ''] = await Promise.all(held.slice(1).map((_, at) => announce(`later-${at}`)))
  for (const id of ids.slice(12)) expect((await piece(id)).received).toBe(10)
  expect((await piece(first, 10)).received).toBe(20)
  expect((await piece(second, 10)).code).toBe('UPLOADS_FULL')
  await admin.delete(`${IMPORTS}/${later}`)
  // There is room for one again, and it has it from its next piece on.
  expect((await piece(second, 10)).received).toBe(20)
  for (const id of ids) await admin.delete(`${IMPORTS}/${id}`)
})

test('a deleted upload leaves nothing behind', async () => {
  const id = await files.send('gone.csv', 'ФИО\nТестов Иван\n')
  expect(existsSync(join(folder(), id))).toBe(true)
  expect((await admin.delete(`${IMPORTS}/${id}`)).status).toBe(200)
  expect(existsSync(join(folder(), id))).toBe(false)
  expect((await admin.get(`${IMPORTS}/${id}`)).status).toBe(404)
  const acts = await actsOf(app, admin, 'import_delete')
  expect(acts.length).toBeGreaterThan(0)
})

test('whoever waits too long for room is asked to come again, and told of no outage', async () => {
  const { promise: held, resolve: hold } = Promise.withResolvers<void>()
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  const holder = app.database.owner.begin(async tx => {
    // The lock under which room is given: see upload-store.ts.
    await tx`SELECT pg_advisory_xact_lock(73200004)`
    hold()
    await over
  })
  await held
  const { status, body, headers } = await files.begin('позже.csv', 10)
  end()
  await holder
  expect([status, body.code, headers.get('retry-after')]).toEqual([429, 'UPLOAD_BUSY', '1'])
  expect((await files.begin('позже.csv', 10)).status).toBe(200)
})

test('an abandoned upload is removed by itself, and one that is under way is not', async () => {
  const old = (await files.begin('old.csv', 10)).body.import.id
  await files.piece(old, 0, randomBytes(5))
  const young = (await files.begin('young.csv', 10)).body.import.id
  await files.piece(young, 0, randomBytes(5))
  await app.database.owner`UPDATE import_job SET touched_at = now() - interval '25 hours' WHERE id = ${old}`
  await withJobs(app, async () => !existsSync(join(folder(), old)))
  expect((await admin.get(`${IMPORTS}/${old}`)).status).toBe(404)
  expect((await files.read(young)).received).toBe(5)
})

test.each(['*', 'Clients', ''])('the list is of no index named %j', async source => {
  const answer = await admin.get(`${IMPORTS}?${new URLSearchParams({ source })}`)
  expect([answer.status, answer.body.code]).toEqual([400, 'BAD_INDEX_NAME'])
})
