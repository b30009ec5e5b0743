import type { Context } from '#api/context.ts'
import type { DeclaredSource } from '#api/features/sources/service.ts'
import { indexBehind } from '#shared/labels/sources.ts'

/** External sources without an index; empty when the cluster does not answer. */
export async function lostNow(
  { external }: Pick<Context, 'external'>,
  sources: readonly Pick<DeclaredSource, 'key' | 'adopted'>[]
): Promise<ReadonlySet<string>> {
  const adopted = sources.flatMap(source => (source.adopted ? [source.key] : []))
  return (adopted.length > 0 && (await external.lost(adopted))) || new Set()
}

/** What the index waits for, or how many changes it lacks for more than a moment. */
export async function noteOfIndex(
  { engine }: Pick<Context, 'engine'>,
  sources: readonly DeclaredSource[]
): Promise<string | undefined> {
  const { note, behind } = await engine.health()
  return note ?? (sources.some(({ isBehind }) => isBehind) ? indexBehind(behind ?? 0) : undefined)
}
