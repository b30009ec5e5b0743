import { useState } from 'react'
import { changeView } from '#site/features/search/view-store.ts'
import { Input } from '#site/ui/form/Input.tsx'
import type { FacetOption } from './facet-options.ts'
import type { Years } from './facets.ts'

interface YearRangeProps {
  /** A year of birth each, and '' where it is not known. */
  options: readonly FacetOption[]
  years: Years | null
}

const yearOf = (text: string): number | null => (/^\d{4}$/.test(text) ? Number(text) : null)

/** Years of birth from and to, over how many people were born when. */
export function YearRange({ options, years }: YearRangeProps) {
  const bars = options
    .filter(({ value }) => value !== '')
    .map(option => [Number(option.value), option.count] as const)
  const first = bars[0]?.[0] ?? 0
  const last = bars.at(-1)?.[0] ?? 0
  const [texts, setTexts] = useState([String(years?.[0] ?? ''), String(years?.[1] ?? '')])
  const change = (at: number, text: string) => {
    const next = texts.with(at, text)
    setTexts(next)
    const [from = null, to = null] = next.map(yearOf)
    changeView({ years: from === null && to === null ? null : [from, to] })
  }
  const top = Math.max(1, ...bars.map(([, people]) => people))
  const width = last - first + 1
  return (
    <>
      <svg
        className="hist plot"
        viewBox={`0 0 ${width} 40`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Годы рождения от ${first} до ${last}`}
      >
        {bars.map(([year, people]) => {
          const height = Math.max(1, (people / top) * 40)
          const isOn = years && (years[0] ?? first) <= year && year <= (years[1] ?? last)
          return (
            <rect
              key={year}
              className={isOn ? 'main' : undefined}
              x={year - first}
              y={40 - height}
              width="0.85"
              height={height}
            />
          )
        })}
      </svg>
      <div className="from-to">
        {(['от', 'до'] as const).map((word, at) => (
          <div key={word}>
            <label htmlFor={`born-${at}`}>{word}</label>
            <Input
              id={`born-${at}`}
              inputMode="numeric"
              maxLength={4}
              placeholder={String(at === 0 ? first : last)}
              value={texts[at]}
              onChange={event => change(at, event.target.value)}
            />
          </div>
        ))}
      </div>
    </>
  )
}
