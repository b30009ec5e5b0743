import { MASK } from '#shared/constants.ts'
import { shortHash } from '#shared/identity/text/short-hash.ts'

export interface FtmEntity {
  id: string
  schema: string
  caption: string
  properties: Record<string, string[]>
}

/** The same for the same texts. */
export const ftmId = (...parts: readonly string[]): string =>
  `sverka-${shortHash(`followthemoney\n${parts.join('\n')}`)}`

/** A number with its mask is no number of anybody. */
export const isMasked = (text: string): boolean => text.includes(MASK)

/** The same whether its digits are masked or not. */
export const withoutDigits = (text: string): string => text.replace(/[\p{Nd}•]/gu, '')

/** Without empty and masked values, each once; a property without values is left out. */
export function entityOf(
  id: string,
  schema: string,
  caption: string,
  properties: Record<string, readonly (string | null | undefined)[]>
): FtmEntity {
  const filled = Object.entries(properties).flatMap(([name, values]) => {
    const own = [...new Set(values.map(value => value?.trim()))].filter(
      value => value !== undefined && value !== '' && !isMasked(value)
    )
    return own.length > 0 ? [[name, own as string[]] as const] : []
  })
  const own = isMasked(caption) ? withoutDigits(caption).trim() : caption
  return { id, schema, caption: own, properties: Object.fromEntries(filled) }
}

/** One entity a line, as FollowTheMoney's tools read them. */
export const ndjsonOf = (entities: readonly FtmEntity[]): string =>
  entities.map(entity => `${JSON.stringify(entity)}\n`).join('')

export const NDJSON_TYPE = 'application/x-ndjson;charset=utf-8'
