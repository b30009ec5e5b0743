import type { Person } from '#shared/contracts/person.ts'

const STYLE =
  'body{font:14px/1.4 sans-serif;margin:12px;color:#1c2327;background:#fff}h1{font-size:16px;margin:0 0 4px}p{margin:0 0 8px;color:#5a666d}th{text-align:left;font-weight:400;color:#5a666d;padding:0 12px 2px 0;vertical-align:top}td{padding:0 0 2px}'

/** Nothing but the page's own style runs or loads, and any page may frame it: it says nothing without a token. */
export const PREVIEW_POLICY = `default-src 'none'; style-src 'sha256-${new Bun.CryptoHasher('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors *`

export const PREVIEW_SIZE = { width: 420, height: 300 }

const ROWS = 12

const text = (value: string) => Bun.escapeHTML(value)

/** @param inner HTML below the heading. */
const pageOf = (heading: string, inner: string): string =>
  `<!doctype html><html lang="ru"><head><meta charset="utf-8"><title>${text(heading)}</title><style>${STYLE}</style></head><body><h1>${text(heading)}</h1>${inner}</body></html>`

/** A candidate as a small page. What sources say is text in it, whatever signs it has. */
export function previewPage({ name, birth_date, birth_year, why, summary }: Person): string {
  const born = birth_date ?? birth_year
  const rows = summary
    .slice(0, ROWS)
    .map(({ field, value, sources }) => {
      const note = sources.length > 1 ? ` · ${sources.length} ист.` : ''
      return `<tr><th scope="row">${text(field)}</th><td>${text(value)}${note}</td></tr>`
    })
    .join('')
  const about = text([born, ...why].filter(part => part !== null).join(' · '))
  return pageOf(name, `<p>${about}</p><table>${rows}</table>`)
}

/** In the place of a candidate, where somebody looks at it: a table is often read for longer than its people are kept. */
export const refusalPage = (refusal: string): string => pageOf('Карточки нет', `<p>${text(refusal)}</p>`)
