import { describe } from 'bun:test'

/**
 * Tests that need what this machine may not have: where something is missing they are skipped by name, which the run
 * counts and tells; a full run fails, as it would not be one.
 *
 * @param missing What is missing, as a sentence; null where nothing is.
 */
export function describeWherePossible(missing: string | null, name: string, tests: () => void): void {
  if (missing !== null && process.env.TEST_RUN === 'full') throw new Error(missing)
  describe.if(missing === null)(name, tests)
}
