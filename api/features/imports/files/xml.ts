import sax from 'sax'
import { ImportError } from '#api/features/imports/import-error.ts'

interface XmlHandlers {
  open?(name: string, attributes: Record<string, string>): void
  text?(text: string): void
  close?(name: string): void
}

/** Workbooks nest a dozen deep; parsers remember open elements. */
const DEPTH_MAX = 100

/** The parser's own limit counts only between lines. */
const GATHERED_MAX_CHARS = 64 * 1024
const GATHERED = [
  'comment',
  'sgmlDecl',
  'tagName',
  'doctype',
  'procInstName',
  'procInstBody',
  'entity',
  'attribName',
  'attribValue'
] as const

const bareName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Streams XML without custom entities. @throws ImportError */
export function createXmlReader(what: string, { open, text, close }: XmlHandlers) {
  const parser = sax.parser(true, { position: false })
  const gathered = parser as unknown as Partial<Record<(typeof GATHERED)[number], string>>
  const decoder = new TextDecoder()
  const refuse = () => {
    throw new ImportError(
      `Книга ${what} повреждена: её часть не читается. Откройте её в Excel и сохраните заново.`
    )
  }
  let depth = 0
  parser.onerror = refuse
  parser.onopentag = ({ name, attributes }) => {
    depth += 1
    if (depth > DEPTH_MAX) refuse()
    open?.(bareName(name), attributes as Record<string, string>)
  }
  if (text) {
    parser.ontext = text
    parser.oncdata = text
  }
  parser.onclosetag = name => {
    depth -= 1
    close?.(bareName(name))
  }
  return {
    write: (chunk: Uint8Array): void => {
      parser.write(decoder.decode(chunk, { stream: true }))
      if (GATHERED.some(part => (gathered[part]?.length ?? 0) > GATHERED_MAX_CHARS)) refuse()
      parser.flush()
    },
    end: (): void => {
      parser.close()
    }
  }
}

export async function readXml(
  what: string,
  chunks: AsyncIterable<Uint8Array>,
  handlers: XmlHandlers
): Promise<void> {
  const reader = createXmlReader(what, handlers)
  for await (const chunk of chunks) reader.write(chunk)
  reader.end()
}
