import { findDistribution } from './distribution.ts'

/** Brings the server that the tests start, and ends with what is missing where that cannot be. */
const distribution = await findDistribution()
if (typeof distribution === 'string') {
  console.error(`Без Elasticsearch полного прогона нет: ${distribution}`)
  process.exit(1)
}
