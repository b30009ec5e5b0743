import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'

interface Tab {
  title: string
  panel: ReactNode
}

interface TabsProps {
  label: string
  tabs: readonly Tab[]
  /** Which is chosen and how to choose another, where somebody else keeps it; else the first one is. */
  choice?: readonly [chosen: number, choose: (index: number) => void]
}

const STEP: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }

/** Tabs by the arrow keys, Home and End; one tab stop for the whole list. */
export function Tabs({ label, tabs, choice }: TabsProps) {
  const id = useId()
  const own = useState(0)
  const [chosen, choose] = choice ?? own
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // An address may choose one that the line has no room for at first. The page stays where it is.
    const tab = list.current?.querySelectorAll('button')[chosen]
    const line = tab?.parentElement
    if (line) line.scrollLeft = tab.offsetLeft - (line.clientWidth - tab.offsetWidth) / 2
  }, [chosen])

  function onKeyDown(event: KeyboardEvent) {
    const step = STEP[event.key]
    const last = tabs.length - 1
    const next =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? last
          : step && (chosen + step + tabs.length) % tabs.length
    if (next === undefined) return
    event.preventDefault()
    choose(next)
    list.current?.querySelectorAll('button')[next]?.focus()
  }

  return (
    <div>
      <div className="tabs scroll" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
        {tabs.map((tab, index) => (
          <button
            type="button"
            role="tab"
            key={tab.title}
            id={`${id}-tab-${index}`}
            aria-controls={`${id}-panel-${index}`}
            aria-selected={index === chosen}
            tabIndex={index === chosen ? 0 : -1}
            onClick={() => choose(index)}
          >
            {tab.title}
          </button>
        ))}
      </div>
      {tabs.map((tab, index) => (
        <div
          role="tabpanel"
          key={tab.title}
          id={`${id}-panel-${index}`}
          aria-labelledby={`${id}-tab-${index}`}
          hidden={index !== chosen}
        >
          {tab.panel}
        </div>
      ))}
    </div>
  )
}
