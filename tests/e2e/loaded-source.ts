import type { APIRequestContext } from 'playwright/test'
import type { ImportAnswer } from '#shared/contracts/admin/imports.ts'
import { expect } from './walk.ts'

const IMPORTS = '/api/auth/admin/imports'
const headers = { 'Sec-Fetch-Site': 'same-origin' }

/** What an administrator writes of a source, but for its title. */
export const PASSPORT = {
  kind: 'ordinary',
  origin: 'synthetic',
  basis: 'synthetic',
  controller: 'ООО Пример',
  evidence_url: 'https://example.com/basis',
  retention_days: 365,
  obtained_at: '2026-11-01',
  review_due: '2027-10-01'
}

/** Loads a file as a source of its own, as an administrator's page does; ends when its people can be found. */
export async function loadSource(
  request: APIRequestContext,
  { name, title, file }: { name: string; title: string; file: string }
): Promise<void> {
  const bytes = Buffer.from(file)
  const announced = { file_name: `${name}.csv`, size: bytes.length, fingerprint: name }
  const begun = await request.post(IMPORTS, { headers, data: announced })
  expect(begun.status(), await begun.text()).toBe(200)
  const { id } = ((await begun.json()) as ImportAnswer).import
  const piece = await request.put(`${IMPORTS}/${id}/piece?offset=0`, {
    headers: { ...headers, 'Content-Type': 'application/octet-stream' },
    data: bytes
  })
  expect(piece.status(), await piece.text()).toBe(200)
  const order = { source: name, passport: { ...PASSPORT, title } }
  const started = await request.post(`${IMPORTS}/${id}/start`, { headers, data: order })
  expect(started.status(), await started.text()).toBe(200)
  const state = async () =>
    ((await (await request.get(`${IMPORTS}/${id}`)).json()) as ImportAnswer).import.state
  await expect.poll(state, { timeout: 30_000 }).toBe('done')
}

/** Takes a source away with all its records. */
export async function dropSource(request: APIRequestContext, name: string): Promise<void> {
  const answer = await request.delete(`/api/auth/admin/es_indices/${name}`, { headers })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** Switches a source on or off. */
export async function switchSource(
  request: APIRequestContext,
  name: string,
  way: 'enable' | 'disable'
): Promise<void> {
  const answer = await request.post(`/api/auth/admin/es_indices/${name}/${way}`, { headers, data: {} })
  expect(answer.status(), await answer.text()).toBe(200)
}
