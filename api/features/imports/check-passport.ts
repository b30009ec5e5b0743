import type { SQL } from 'bun'
import { addSource, declareSource, findSource, type LoadedSource } from '#api/features/sources/service.ts'
import type { Passport } from '#shared/rules/passport.ts'
import { passport, passportGaps, readPassport } from '#shared/rules/passport.ts'
import { quoted } from '#shared/texts/quoted.ts'
import { didYouMean } from './files/column-names.ts'
import { ImportError } from './import-error.ts'

const list = (gaps: readonly string[]) => gaps.map(gap => `\n  ${gap}`).join('')

/** @throws ImportError that lists every gap. */
export function parsePassport(text: string, today: string): Passport {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new ImportError('Паспорт источника (--passport) не является JSON')
  }
  const fieldNames = Object.keys(passport.entries)
  const surplus = Object.keys(Object(value)).filter(name => !fieldNames.includes(name))
  if (surplus.length > 0)
    throw new ImportError(
      `Паспорт источника: нет поля ${surplus.map(name => `${quoted(name)}${didYouMean(name, fieldNames)}`).join(', ')}. ` +
        `Есть: ${fieldNames.join(', ')}`
    )
  const gaps = passportGaps(value, today)
  if (gaps.length > 0) throw new ImportError(`Паспорт источника неполон:${list(gaps)}`)
  return readPassport(value)
}

/** Refuses a missing, incomplete or overdue passport. */
export function checkAdmitted(key: string, source: LoadedSource | null, today: string): void {
  if (!source) {
    throw new ImportError(
      `Источника «${key}» ещё нет. Для первого импорта нужен паспорт: --passport passport.json с полями title, kind, ` +
        'origin, basis, controller, evidence_url, retention_days, obtained_at, review_due'
    )
  }
  if (source.adopted)
    throw new ImportError(
      `Источник «${key}» — принятый индекс Elasticsearch: его записи чужие, и в него ничего не загружается`
    )
  const gaps = passportGaps(source.passport, today)
  if (gaps.length === 0) return
  throw new ImportError(
    `У источника «${key}» нет полного паспорта, задайте его через --passport:${list(gaps)}`
  )
}

/** An admitted source, or a new one that stays disabled until it has records. */
export async function admitSource(
  sql: SQL,
  key: string,
  declared: Passport | null,
  today: string
): Promise<LoadedSource> {
  if (declared) await addSource(sql, key, declared.title)
  const stored = await findSource(sql, key)
  if (stored?.adopted) checkAdmitted(key, stored, today)
  if (declared) await declareSource(sql, key, declared, { awaitsRecords: true })
  const source = await findSource(sql, key)
  checkAdmitted(key, source, today)
  if (!source) throw new Error('an admitted source is missing')
  return source
}
