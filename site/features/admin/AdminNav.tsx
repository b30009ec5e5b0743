import { useEffect, useRef } from 'react'
import { ADMIN_SECTIONS, type SectionName } from '#shared/labels/admin-sections.ts'
import { NAV_ADMIN } from '#shared/labels/nav.ts'

const LINKS = [{ name: undefined, href: NAV_ADMIN.href, title: 'Обзор' }, ...ADMIN_SECTIONS]

/** All pages of the administration: beside the page, or on a narrow one in a line over it that can be pushed aside. */
export function AdminNav({ section }: { section: SectionName | undefined }) {
  const current = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    const link = current.current
    const line = link?.offsetParent
    // The line alone is moved: `scrollIntoView` would move the page that somebody has come back to.
    if (link && line) line.scrollLeft = link.offsetLeft - (line.clientWidth - link.offsetWidth) / 2
  }, [])
  return (
    <nav aria-label="Страницы администратора">
      <ul className="tabs scroll">
        {LINKS.map(({ name, href, title }) => (
          <li key={href} className="row">
            <a
              href={href}
              aria-current={name === section ? 'page' : undefined}
              ref={name === section ? current : undefined}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
