import { PERSONS_IN_LINE_MAX } from '#shared/constants.ts'
import { counted, type Forms } from '#site/lib/numbers.ts'
import { normalizeText } from '#site/lib/text.ts'
import { openList } from '#site/lib/unsent-line.ts'
import { Button } from '#site/ui/Button.tsx'
import { searchLine, typeLine } from './readings-store.ts'

const PEOPLE: Forms = ['человек', 'человека', 'человек']
const NUMBERS: Forms = ['номер', 'номера', 'номеров']

/** Of a line that names more than one search looks for: how many, and what can be done with them. */
export function ListLine({ line, items = [] }: { line: string; items?: readonly string[] | undefined }) {
  const different = [...new Map(items.map(item => [normalizeText(item), item])).values()]
  const areNumbers = items.length > 0 && !items.some(item => /\p{L}/u.test(item))
  const first = different.slice(0, PERSONS_IN_LINE_MAX)
  return (
    <div className="row tight">
      <p className="small">{listText(different.length, areNumbers)}</p>
      {first.length > 0 && (
        <Button
          size="s"
          onClick={() => {
            typeLine(first.join('; '))
            searchLine()
          }}
        >
          Искать {areNumbers ? 'первые три' : 'первых трёх'}
        </Button>
      )}
      <Button size="s" onClick={() => openList((items.length > 0 ? items : [line]).join('\n'))}>
        Проверить списком
      </Button>
    </div>
  )
}

/** «В строке 12 человек, за один запрос ищутся трое.» */
export function listText(count: number, areNumbers: boolean): string {
  if (areNumbers) return `В строке ${counted(count, NUMBERS)}, за один запрос ищутся три.`
  return `В строке ${count > 0 ? counted(count, PEOPLE) : 'больше трёх человек'}, за один запрос ищутся трое.`
}
