import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useState } from 'react'
import { SEARCH_PRICE } from '#shared/texts/price.ts'
import { CopyButton } from '#site/ui/Copy.tsx'
import { Code } from '#site/ui/Value.tsx'
import { ANY_ORIGIN } from './examples.ts'
import { integrationExamples } from './integration-examples.ts'
import { Address } from './Reference.tsx'
import { $token } from './trial-store.ts'

interface DoorProps {
  id: string
  title: string
  address: string
  example: string
  children: ReactNode
}

const Door = ({ id, title, address, example, children }: DoorProps) => (
  <section className="stack" id={id} aria-labelledby={`${id}-title`}>
    <h2 id={`${id}-title`}>{title}</h2>
    <Address>{address}</Address>
    <p className="soft">{children}</p>
    <Code aria-label={`Пример: ${title}`}>{example}</Code>
    <p className="row small muted">
      <CopyButton text={example} label={`Скопировать пример: ${title}`} />
      Скопировать
    </p>
  </section>
)

/** How other programs search: each by the same token, and at the same price. */
export function IntegrationDocs() {
  const token = useStore($token)
  const [origin, setOrigin] = useState(ANY_ORIGIN)
  useEffect(() => setOrigin(location.origin), [])
  const { agent, table, entities } = integrationExamples({ origin, token })
  return (
    <>
      <Door id="agents" title="Агенты (MCP)" address="/api/mcp" example={agent}>
        Model Context Protocol с токеном в заголовке Authorization. Инструменты: <code>understand</code>,{' '}
        <code>search</code>, <code>more</code>, <code>compare</code>, <code>balance</code>. Поиск стоит 1
        запрос, остальное бесплатно.
      </Door>
      <Door id="tables" title="Таблицы (OpenRefine)" address="/api/reconcile" example={table}>
        Адрес службы для OpenRefine: <code>{`${origin}/api/reconcile?token=`}</code> и ваш токен. Каждая
        строка таблицы — поиск, {SEARCH_PRICE}; открывая окно сопоставления, OpenRefine сам ищет до 10 разных
        строк. Карточка и данные найденного бесплатны полчаса.
      </Door>
      <Door id="ftm" title="FollowTheMoney" address="/api/search" example={entities}>
        С полем <code>format: "ftm"</code> ответ — люди, организации, документы, адреса и связи, по объекту в
        строке. Цена та же.
      </Door>
    </>
  )
}
