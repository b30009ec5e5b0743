import { PERSONS_IN_LINE_MAX, QUERY_MAX_CODE_POINTS } from '#shared/constants.ts'
import { counted } from '#site/lib/numbers.ts'
import { openList } from '#site/lib/unsent-line.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'

const LONG_LINE_ID = 'long-line'
const SIGNS = ['символ', 'символа', 'символов'] as const

/** How many signs of a line count: spaces side by side are one. */
const lengthOf = (line: string): number => [...line.trim().replace(/\s+/g, ' ').normalize()].length

/** Whether a search would be refused because its line is too long. */
export const isLongLine = (line: string): boolean =>
  line.length > QUERY_MAX_CODE_POINTS && lengthOf(line) > QUERY_MAX_CODE_POINTS

/** The id of what says so, for the control that it concerns. */
export const longLineId = (line: string): string | undefined => (isLongLine(line) ? LONG_LINE_ID : undefined)

/** The people or numbers of a line, one each. */
const listed = (line: string): string[] => line.split(/\s*[;\n]\s*/).filter(Boolean)

/** Says under a search line, before anything is sent, that it is too long. */
export const LongLine = ({ line }: { line: string }) =>
  isLongLine(line) && (
    <div id={LONG_LINE_ID}>
      <Banner
        tone="ochre"
        isStill
        action={
          listed(line).length > PERSONS_IN_LINE_MAX && (
            <Button size="s" onClick={() => openList(listed(line).join('\n'))}>
              Проверить списком
            </Button>
          )
        }
      >
        В строке {counted(lengthOf(line), SIGNS)}, а ищется не больше {QUERY_MAX_CODE_POINTS}. За один поиск
        ищутся не больше трёх человек или трёх номеров.
      </Banner>
    </div>
  )
