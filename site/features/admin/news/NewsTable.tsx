import type { AdminNewsItem } from '#shared/contracts/news.ts'
import { newsTone } from '#shared/labels/news.ts'
import { moscowTime } from '#shared/moscow-time.ts'
import { RowAct } from '#site/features/admin/parts/RowAct.tsx'
import { WaitingRows } from '#site/features/admin/parts/WaitingRows.tsx'
import { Badge } from '#site/ui/Badge.tsx'
import { IconTrash } from '#site/ui/icons/acts.ts'
import { IconPencil, IconSend, IconStar, IconStarOff } from '#site/ui/icons/admin.ts'
import { SkipList } from '#site/ui/SkipList.tsx'
import { type Column, Table } from '#site/ui/Table.tsx'
import { deleteNews, feature, publishNews } from './news-store.ts'

const COLUMNS: readonly Column[] = [
  { title: 'Новость' },
  { title: 'Категория', hide: 'mid' },
  { title: 'Дата', hide: 'mid' },
  { title: 'Автор', hide: 'mid' },
  { title: 'Действия', silent: true }
]

export const WaitingNews = () => <WaitingRows columns={COLUMNS} />

interface NewsTableProps {
  rows: readonly AdminNewsItem[]
  onEdit: (item: AdminNewsItem) => void
}

export const NewsTable = ({ rows, onEdit }: NewsTableProps) => (
  <SkipList count={rows.length} label="Пропустить список новостей">
    <Table columns={COLUMNS}>
      {rows.map(item => (
        <NewsRow key={item.id} item={item} onEdit={onEdit} />
      ))}
    </Table>
  </SkipList>
)

const Category = ({ category }: Pick<AdminNewsItem, 'category'>) => (
  <Badge tone={newsTone(category)}>{category}</Badge>
)

function NewsRow({ item, onEdit }: { item: AdminNewsItem; onEdit: (item: AdminNewsItem) => void }) {
  const { title, category, summary, author, is_featured, is_draft } = item
  const date = moscowTime(new Date(item.date))
  return (
    <tr>
      <th scope="row">
        {title} {is_draft && <Badge tone="ochre">черновик</Badge>}{' '}
        {is_featured && <Badge tone="red">Важное</Badge>}
        <br />
        <small className="lines">{summary}</small>
        <small className="slim">
          <Category category={category} /> {date}, {author}
        </small>
      </th>
      <td className="mid">
        <Category category={category} />
      </td>
      <td className="mid nowrap soft">{date}</td>
      <td className="mid soft">{author}</td>
      <td className="acts">
        {is_draft && (
          <RowAct icon={IconSend} label={`Опубликовать: ${title}`} onClick={() => publishNews(item)} />
        )}
        <RowAct
          icon={is_featured ? IconStarOff : IconStar}
          label={`${is_featured ? 'Не отмечать как важную' : 'Отметить как важную'}: ${title}`}
          onClick={() => feature(item)}
        />
        <RowAct icon={IconPencil} label={`Изменить: ${title}`} onClick={() => onEdit(item)} />
        <RowAct icon={IconTrash} label={`Удалить: ${title}`} onClick={() => deleteNews(item)} />
      </td>
    </tr>
  )
}
