import sax from 'sax'
import { ImportError } from '#api/features/imports/import-error.ts'

export interface XmlHandlers {
  /** Names come without their namespace. */
  open?(name: string, attributes: Record<string, string>): void
  text?(text: string): void
  close?(name: string): void
}

const bareName = (name: string): string => name.slice(name.indexOf(':') + 1)

/**
 * Reads XML piece by piece: long texts come in several. Entities of a document's own are not known, so none can swell.
 * Throws an `ImportError` where it is broken.
 */
export function createXmlReader(what: string, { open, text, close }: XmlHandlers) {
  const parser = sax.parser(true, { position: false })
  const decoder = new TextDecoder()
  parser.onerror = () => {
    throw new ImportError(
      `Книга ${what} повреждена: её часть не читается. Откройте её в Excel и сохраните заново.`
    )
  }
  if (open)
    parser.onopentag = ({ name, attributes }) => open(bareName(name), attributes as Record<string, string>)
  if (text) {
    parser.ontext = text
    parser.oncdata = text
  }
  if (close) parser.onclosetag = name => close(bareName(name))
  return {
    write: (chunk: Uint8Array): void => {
      parser.write(decoder.decode(chunk, { stream: true }))
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
