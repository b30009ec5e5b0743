import { expect, test } from 'bun:test'
import { createEngine } from '#api/engines/index.ts'
import { freshDatabase } from '#tests/kit/cluster.ts'
import { answersOf, HEALTHY, json, packed } from '#tests/kit/elastic/made-up.ts'
import { planOf } from '#tests/kit/search-in.ts'

/** Larger when it is unpacked than is taken of one answer. */
const LARGE = Bun.gzipSync(' '.repeat(65 * 1024 ** 2))
const NUMBERS = Array.from({ length: 130 }, (_, at) => String(1_000 + at))

test('of a source whose records are too large together fewer are asked for, and all are found', async () => {
  const database = await freshDatabase()
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      if (new URL(request.url).pathname !== '/_msearch') return HEALTHY()
      const responses = await answersOf(request, index => (index.includes('-two') ? NUMBERS : []))
      return responses.some(({ hits }) => hits.hits.length > 3) ? packed(LARGE) : json({ responses })
    }
  })
  const engine = createEngine({ elasticsearchUrl: [`http://127.0.0.1:${server.port}`] }, database)
  try {
    const policy = {
      sources: new Map(['one', 'two'].map(key => [key, { labels: [], columns: {} }])),
      suppressedKeys: null,
      subjectKey: () => '',
      version: ''
    }
    const lookup = { steps: planOf('+7 973 204-17-40').steps, limits: { perSource: 100, total: 200 } }
    const { answers, failed } = await engine.look([lookup], policy, 10_000, new AbortController().signal)
    expect(failed).toEqual(new Set())
    expect(new Set(answers[0]?.candidates.map(({ record_id }) => record_id)).size).toBe(100)
    expect(answers[0]?.more).toEqual(new Set(['two']))
  } finally {
    await engine.close()
    server.stop(true)
    await database.close()
  }
})
