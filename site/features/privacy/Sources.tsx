/* biome-ignore-all lint/a11y/noRedundantRoles: folding the rows would lose the roles in some browsers */
import type { PrivacyAnswer } from '#shared/contracts/privacy/privacy.ts'
import { SOURCE_BASES, SOURCE_KINDS, SOURCE_ORIGINS } from '#shared/labels/sources.ts'
import { type Column, Table } from '#site/ui/Table.tsx'

const COLUMNS: Column[] = [
  { title: 'Вид' },
  { title: 'Что в нём' },
  { title: 'Происхождение и основание' },
  { title: 'Источников', num: true }
]

/** «ИНН, дата рождения». */
const inSentence = (label: string): string =>
  /^\p{Lu}\p{Ll}/u.test(label) ? `${label.charAt(0).toLowerCase()}${label.slice(1)}` : label

/** Where data are from, by kind, origin and basis. */
export const Sources = ({ sources }: Pick<PrivacyAnswer, 'sources'>) => (
  <section className="stack" aria-labelledby="from">
    <div>
      <h2 id="from">Откуда сведения</h2>
      <p>
        У каждого источника записаны происхождение, основание и срок. Источник без этого не отвечает на поиск.
        Данные из утечек не принимаются.
      </p>
    </div>
    {sources.length === 0 ? (
      <p className="soft">Сейчас ни один источник не отвечает на поиск.</p>
    ) : (
      <div className="card flush">
        <Table folds columns={COLUMNS} label="Источники по видам">
          {sources.map(({ kind, origin, basis, count, holds }) => (
            <tr role="row" key={`${kind} ${origin} ${basis}`}>
              <th role="rowheader" scope="row">
                <span className="nowrap">{SOURCE_KINDS[kind]}</span>
              </th>
              <td role="cell" className="whole" data-l="Что в нём">
                {holds.map(inSentence).join(', ')}
              </td>
              <td role="cell" className="whole" data-l="Происхождение и основание">
                {[...new Set([SOURCE_ORIGINS[origin], SOURCE_BASES[basis]])].join(', ')}
              </td>
              <td role="cell" className="num" data-l="Источников">
                {count}
              </td>
            </tr>
          ))}
        </Table>
      </div>
    )}
  </section>
)
