import { expect, test } from 'bun:test'
import { seedPeople } from '#api/db/seed/demo.ts'
import { EXAMPLES } from '#api/db/seed/examples.ts'
import { createExamples } from '#api/features/search/examples.ts'
import { type Person, registerAndLogin } from '#tests/kit/people.ts'
import { KIT_SOURCES, type KitSource } from '#tests/kit/people-table.ts'
import { loadPeople, loadSource } from '#tests/kit/sources.ts'
import { startedApp } from '#tests/kit/started-app.ts'

let person: Person
const app = startedApp(async app => {
  person = await registerAndLogin(app)
})

/** A changed source is in force within a second. */
async function shown() {
  await Bun.sleep(1_050)
  return (await person.get('/api/search/examples')).body
}

test('examples are shown while each finds somebody and everybody is invented', async () => {
  const none = { success: true, examples: [], all_synthetic: false }
  expect(await shown()).toEqual(none)

  await loadPeople(app)
  const phone = EXAMPLES.filter(({ label }) => label === 'Телефон')
  expect(await shown()).toEqual({ success: true, examples: phone, all_synthetic: true })

  const { book, secrets } = app.context
  await seedPeople({ owner: app.database.owner, book, secrets, people: 50, seed: 1 })
  expect(await shown()).toEqual({ success: true, examples: [...EXAMPLES], all_synthetic: true })
  for (const { query } of EXAMPLES.slice(0, 5)) {
    const { body } = await person.post('/api/search/perform', { query })
    expect([query, body.results_count > 0]).toEqual([query, true])
  }

  const { owner } = app.database
  await owner`UPDATE source SET status = 'disabled' WHERE key IN ('demo_cars_09', 'demo_mail_04')`
  const labels = (await shown()).examples.map((example: { label: string }) => example.label)
  expect(labels).not.toContain('Госномер')
  expect(labels).toContain('ИНН')

  await loadSource(app, 'own', KIT_SOURCES.kit_phones as KitSource)
  await owner`UPDATE source SET origin = 'own', basis = 'contract' WHERE key = 'own'`
  expect(await shown()).toEqual(none)
  await owner`UPDATE source SET review_due = '2020-01-01' WHERE key = 'own'`
  expect((await shown()).all_synthetic).toBe(true)
})

test('examples are looked up once for all who ask, and again after a failure', async () => {
  let lookups = 0
  let isDown = true
  const engine = {
    ...app.context.engine,
    look: (...call: Parameters<typeof app.context.engine.look>) => {
      lookups += 1
      if (isDown) throw new Error('down')
      return app.context.engine.look(...call)
    }
  }
  const examples = createExamples({ ...app.context, engine })
  await expect(examples()).rejects.toThrow('down')
  isDown = false
  lookups = 0
  const answers = await Promise.all(Array.from({ length: 20 }, examples))
  const once = lookups
  await examples()
  expect(new Set(answers).size).toBe(1)
  expect([answers[0]?.examples.length ?? 0, lookups]).toEqual([expect.any(Number), once])
  expect(once).toBeGreaterThan(0)
})

test('examples that a failed source could not give are not kept', async () => {
  let isFailing = true
  const { engine } = app.context
  const failing: typeof engine = {
    ...engine,
    async look(lookups, policy, ...rest) {
      const answer = await engine.look(lookups, policy, ...rest)
      if (!isFailing) return answer
      const nothing = lookups.map(() => ({ candidates: [], more: new Set<string>() }))
      return { ...answer, answers: nothing, failed: new Set(policy.sources.keys()) }
    }
  }
  const examples = createExamples({ ...app.context, engine: failing })
  expect(await examples()).toEqual({ success: true, examples: [], all_synthetic: true })
  isFailing = false
  expect((await examples()).examples.length).toBeGreaterThan(0)
})
