import { SaxesParser } from 'saxes'
import { broken } from './archive.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML allows none of them
const controls = /[\0-\x08\x0b\x0c\x0e-\x1f]/g

export type XmlHandlers = {
  open(name: string, attributes: Record<string, string>): void
  close?(name: string): void
  text?(text: string): void
}

/** No cell may hold more than 32,767 characters, no tag anything like it. */
const mostBetweenTags = 8 * 1024 * 1024
/**
 * Worksheets nest a dozen tags. The parser stores all open ones, and an array that grows fast near the limit of the heap
 * ends the whole process.
 */
const mostOpenTags = 256
/** Of a part that is stored as a whole, such as the styles, which have at most 64,000 cell formats. */
const mostElements = 500_000
/** No program writes a cell of more than 32,767. */
const mostCharacters = 1_000_000
/** Beyond these a name is cut anew each time. */
const mostNames = 1_000

/** Adds text to that of a cell, which may come in many runs. */
export function addText(before: string, more: string): string {
  if (before.length + more.length > mostCharacters) throw broken('a text in it is too long')
  return before + more
}

/**
 * Feeds a part of a workbook through `handlers`, chunk by chunk; after each chunk the caller gets its turn.
 * Names come without their namespace prefix. Document types are refused: no workbook has one, entity bombs do.
 */
export async function* parseXml(source: AsyncIterable<Buffer>, handlers: XmlHandlers): AsyncGenerator<void> {
  const parser = new SaxesParser({ xmlns: false, position: false })
  const names = new Map<string, string>()
  const local = (name: string) => {
    let known = names.get(name)
    if (known === undefined) {
      known = name.slice(name.indexOf(':') + 1)
      if (names.size < mostNames) names.set(name, known)
    }
    return known
  }
  let silence = 0
  let openTags = 0
  parser.on('opentag', ({ name, attributes, isSelfClosing }) => {
    silence = 0
    if (!isSelfClosing && ++openTags > mostOpenTags) throw broken('its tags are nested too deep')
    handlers.open(local(name), attributes)
    if (isSelfClosing) handlers.close?.(local(name))
  })
  parser.on('closetag', ({ name, isSelfClosing }) => {
    if (isSelfClosing) return
    openTags -= 1
    handlers.close?.(local(name))
  })
  if (handlers.text) {
    parser.on('text', (text) => handlers.text?.(text))
    parser.on('cdata', (text) => handlers.text?.(text))
  }
  parser.on('doctype', () => {
    throw broken('it declares a document type')
  })
  parser.on('error', (error) => {
    throw broken(error)
  })

  let decoder: TextDecoder | undefined
  for await (const chunk of source) {
    decoder ??= new TextDecoder(encodingOf(chunk))
    silence += chunk.length
    if (silence > mostBetweenTags) throw broken('a text in it has no end')
    // Exporters that write control characters write workbooks that are fine otherwise.
    parser.write(decoder.decode(chunk, { stream: true }).replace(controls, ''))
    yield
  }
  parser.write(decoder?.decode() ?? '')
  parser.close()
  yield
}

/** Parses a whole part, for small ones. */
export async function readXml(source: AsyncIterable<Buffer>, handlers: XmlHandlers): Promise<void> {
  let elements = 0
  const parsing = parseXml(source, {
    ...handlers,
    open(name, attributes) {
      elements += 1
      if (elements > mostElements) throw broken('a part of it has too many elements')
      handlers.open(name, attributes)
    },
  })
  for await (const _ of parsing);
}

function encodingOf(start: Buffer): string {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  return 'utf-8'
}
