import { describe, expect, test } from 'bun:test'
import { resetFactorsOfName } from '#api/features/second-factor/service.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { PASSWORD } from '#tests/kit/names.ts'
import { registerAndLogin, signedInAs } from '#tests/kit/people.ts'
import { codeOf, enrol, enrolledIn, forgetSteps, passFirstStep, prove } from '#tests/kit/second-factor.ts'
import { startedApp } from '#tests/kit/started-app.ts'

const app = startedApp()

const enrolled = () => enrolledIn(app)

describe('a change of factors', () => {
  test('asks for a factor again: the password alone switches none off', async () => {
    const { person, backupCodes } = await enrolled()
    await app.database
      .owner`UPDATE sessions SET proved_at = now() - interval '11 minutes' WHERE user_id = ${person.user.id}`
    for (const [method, path] of [
      ['post', '/api/profile/totp'],
      ['delete', '/api/profile/totp'],
      ['post', '/api/profile/backup-codes'],
      ['post', '/api/profile/passkeys/options'],
      ['delete', '/api/profile/passkeys/1']
    ] as const) {
      const { status, body } = await person[method](path)
      expect([path, status, body.code]).toEqual([path, 409, 'PROOF_REQUIRED'])
    }
    for (const password of [PASSWORD, 'not the password 1']) {
      const { status, body } = await person.post('/api/profile/proof', { password })
      expect([status, body.code]).toEqual([409, 'PROOF_BY_FACTOR'])
    }
    expect((await person.delete('/api/profile/totp')).body.code).toBe('PROOF_REQUIRED')
    expect((await prove(person, backupCodes[0])).status).toBe(200)
    expect((await person.delete('/api/profile/totp')).status).toBe(200)
    const { body } = await person.get('/api/profile/security')
    expect(body).toMatchObject({ totp: { enabled_at: null }, backup_codes: { left: 0, all: 0 } })
    expect((await passFirstStep(app.url, person.username)).answer.body.success).toBe(true)
  })

  test('leaves no backup codes behind the last factor, whichever of two calls comes first', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { person } = await enrolled()
      await Promise.all([person.post('/api/profile/backup-codes'), person.delete('/api/profile/totp')])
      const { body } = await person.get('/api/profile/security')
      expect(body).toMatchObject({ totp: { enabled_at: null }, backup_codes: { left: 0, all: 0 } })
    }
  })

  test('asks for the password before the first factor, and a borrowed session cannot guess it', async () => {
    const person = await registerAndLogin(app)
    const wrong = await person.post('/api/profile/proof', { password: 'not the password 1' })
    expect([wrong.status, wrong.body.fields]).toEqual([400, { password: 'Неверный текущий пароль' }])
    expect((await person.post('/api/profile/totp')).body.code).toBe('PROOF_REQUIRED')
    expect((await prove(person)).status).toBe(200)
    expect((await person.post('/api/profile/totp')).status).toBe(200)
  })

  test('takes a code of the application', async () => {
    const { person, secret } = await enrolled()
    await app.database.owner`UPDATE sessions SET proved_at = NULL WHERE user_id = ${person.user.id}`
    await forgetSteps(app, person)
    expect((await person.post('/api/profile/proof', { code: codeOf(secret) })).status).toBe(200)
    expect((await person.post('/api/profile/backup-codes')).status).toBe(200)
    expect((await person.post('/api/profile/proof', {})).body.code).toBe('BAD_INPUT')
  })

  test('is told to nobody else and to the audit without its secrets', async () => {
    const { person } = await enrolled()
    const acts = await app.database.owner`SELECT action, detail FROM audit_event
      WHERE actor_id = ${person.user.id} AND action LIKE 'totp%'`
    expect([...acts]).toEqual([{ action: 'totp_enable', detail: null }])
  })
})

describe('lost factors', () => {
  test('are reset by another administrator, who cannot reset their own', async () => {
    const { person } = await enrolled()
    const admin = await signedInAs(app, ROLE_ADMIN)
    const path = `/api/auth/admin/users/${person.user.id}/second_factor`
    expect((await person.delete(path)).status).toBe(403)
    expect((await admin.delete(path)).body.code).toBe('PROOF_REQUIRED')
    expect((await person.get('/api/profile/security')).body).not.toHaveProperty('reset_at')
    await prove(admin)
    expect((await admin.delete(path)).body).toEqual({
      ok: true,
      message: 'Второй шаг входа сброшен',
      removed: 1
    })
    expect((await admin.delete(path)).body.code).toBe('NO_FACTOR')
    const security = (await person.get('/api/profile/security')).body
    expect(security.reset_at_str).toMatch(/^\d/)
    expect((await passFirstStep(app.url, person.username)).answer.body.success).toBe(true)
    const own = await admin.delete(`/api/auth/admin/users/${admin.user.id}/second_factor`)
    expect([own.status, own.body.code]).toEqual([409, 'OWN_ACCOUNT'])
    const [act] = await app.database.owner`SELECT detail FROM audit_event
      WHERE actor_id = ${admin.user.id} AND action = 'factor_reset'`
    expect(act.detail).toEqual({ user_id: person.user.id, before: { factors: 1 }, after: { factors: 0 } })
  })

  test('are reset by an administrator who has a factor with that factor, not with the password', async () => {
    const { person } = await enrolled()
    const admin = await signedInAs(app, ROLE_ADMIN)
    const { backupCodes } = await enrol(admin)
    await app.database.owner`UPDATE sessions SET proved_at = NULL WHERE user_id = ${admin.user.id}`
    const path = `/api/auth/admin/users/${person.user.id}/second_factor`
    expect((await prove(admin)).body.code).toBe('PROOF_BY_FACTOR')
    expect((await admin.delete(path)).body.code).toBe('PROOF_REQUIRED')
    await prove(admin, backupCodes[0])
    expect((await admin.delete(path)).status).toBe(200)
  })

  test('stay when an administrator sets another password', async () => {
    const { person } = await enrolled()
    const admin = await signedInAs(app, ROLE_ADMIN)
    const path = `/api/auth/admin/users/${person.user.id}/change_password`
    expect((await admin.post(path, { new_password: PASSWORD })).status).toBe(200)
    const { answer } = await passFirstStep(app.url, person.username)
    expect(answer.body.second_step).toEqual(['code', 'backup'])
  })

  test('are reset on the machine, by name whatever its case, for the last administrator', async () => {
    const { person } = await enrolled()
    expect(await resetFactorsOfName(app.context, person.username.toUpperCase())).toBe(1)
    expect(await resetFactorsOfName(app.context, person.username)).toBe(0)
    expect(await resetFactorsOfName(app.context, 'nobodythere')).toBeNull()
    expect((await passFirstStep(app.url, person.username)).answer.body.success).toBe(true)
    const acts = await app.database.owner`SELECT actor_kind, via FROM audit_event
      WHERE actor_id = ${person.user.id} AND action = 'factor_reset'`
    expect(acts[0]).toEqual({ actor_kind: 'system', via: 'command' })
  })
})
