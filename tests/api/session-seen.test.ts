import { describe, expect, test } from 'bun:test'
import { type Person, registerAndLogin } from '#tests/kit/people.ts'
import { startedApp } from '#tests/kit/started-app.ts'

const app = startedApp()
const sql = () => app.database.owner

describe('when a session was last seen', () => {
  const seenSecondsAgo = async ({ user }: Person) => {
    const [row] = await sql()`SELECT extract(epoch FROM now() - last_seen_at)::float8 AS seconds FROM sessions
      WHERE user_id = ${user.id}`
    return row.seconds as number
  }
  const age = ({ user }: Person, seconds: number) =>
    sql()`UPDATE sessions SET last_seen_at = now() - make_interval(secs => ${seconds}) WHERE user_id = ${user.id}`

  test('is noted by its requests, of many at once by one, and not within a minute', async () => {
    const person = await registerAndLogin(app)
    await sql().unsafe(`CREATE TABLE seen_writes (id uuid);
      CREATE FUNCTION note_seen_write() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
        $$ BEGIN INSERT INTO seen_writes VALUES (new.id); RETURN NULL; END $$;
      CREATE TRIGGER note_seen_write AFTER UPDATE OF last_seen_at ON sessions FOR EACH ROW EXECUTE FUNCTION note_seen_write()`)
    try {
      await age(person, 50)
      await person.get('/api/auth/me')
      await age(person, 61)
      await Promise.all(Array.from({ length: 20 }, () => person.get('/api/auth/me')))
      while ((await seenSecondsAgo(person)) > 30) await Bun.sleep(5)
      await person.get('/api/auth/me')
      // Both agings of the test itself, and one request.
      expect(await sql()`SELECT 1 FROM seen_writes`).toHaveLength(3)
    } finally {
      await sql().unsafe(
        'DROP TRIGGER note_seen_write ON sessions; DROP FUNCTION note_seen_write; DROP TABLE seen_writes'
      )
    }
  })

  test('keeps a session that is used from ending idle', async () => {
    const person = await registerAndLogin(app)
    await age(person, (10 * 24 - 1) * 3_600)
    await person.get('/api/auth/me')
    while ((await seenSecondsAgo(person)) > 30) await Bun.sleep(5)
    expect((await person.get('/api/auth/me')).status).toBe(200)
  })
})
