import { getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import { checkPdf } from './check-pdf.ts'
import { DocumentRefused, type Line, maxLineLength, maxLines, type ParsedDocument } from './read-document.ts'

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>
type Page = Awaited<ReturnType<Pdf['getPage']>>

/** Name and contact data are on the first pages. */
const pagesRead = 10
const maxPages = 2_000

type Rect = [left: number, bottom: number, right: number, top: number]

interface Placed {
  str: string
  x: number
  y: number
  width: number
  size: number
}

/** Joins the items of a line. Text far to the side, in another column, becomes its own line. */
function toLines(items: readonly Placed[]): Line[] {
  const lines: (Line & { right: number; y: number })[] = []
  for (const { str, x, y, width, size } of items) {
    const line = lines.at(-1)
    const gap = line ? x - line.right : 0
    const continues =
      line && Math.abs(line.y - y) < size * 0.4 && gap > -size && gap < size * 2.5 && line.text !== ''
    if (!continues) {
      lines.push({ text: str, size, right: x + width, y })
      continue
    }
    const apart = gap > size * 0.15 && !/\s$/.test(line.text) && !/^\s/.test(str)
    line.text += (apart ? ' ' : '') + str
    line.right = x + width
    line.size = Math.max(line.size, size)
  }
  return lines
    .map(({ text, size }) => ({ text: text.replace(/\s+/g, ' ').trim().slice(0, maxLineLength), size }))
    .filter(({ text }) => text !== '')
}

function textWithin([left, bottom, right, top]: Rect, items: readonly Placed[]): string {
  return items
    .filter(({ x, y, width, size }) => {
      const [middle, height] = [x + width / 2, y + size / 3]
      return middle > left && middle < right && height > bottom && height < top
    })
    .map(({ str }) => str)
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
}

async function readPage(page: Page): Promise<{ lines: Line[]; links: ParsedDocument['links'] }> {
  const { items } = await page.getTextContent()
  const placed = items.flatMap((item) => {
    if (!('str' in item) || item.str.trim() === '') return []
    const [, , c = 0, d = 0, x = 0, y = 0] = item.transform as number[]
    return [{ str: item.str, x, y, width: item.width, size: Math.hypot(c, d) || item.height }]
  })
  const annotations = (await page.getAnnotations()) as { url?: string; rect: Rect }[]
  const links = annotations.flatMap(({ url, rect }) =>
    url ? [{ address: url, text: textWithin(rect, placed) }] : [],
  )
  return { lines: toLines(placed), links }
}

async function open(file: Buffer): Promise<Pdf> {
  await checkPdf(file)
  const { VerbosityLevel } = await getResolvedPDFJS()
  try {
    return await getDocumentProxy(new Uint8Array(file), {
      verbosity: VerbosityLevel.ERRORS,
      useWasm: false,
      maxImageSize: 1,
    })
  } catch (error) {
    throw new DocumentRefused((error as Error).name === 'PasswordException' ? 'protected' : 'broken')
  }
}

/**
 * Returns the text of a PDF's first pages in writing order, with its links and author.
 * @throws DocumentRefused
 */
export async function readPdf(content: Buffer): Promise<ParsedDocument> {
  const pdf = await open(content)
  if (pdf.numPages > maxPages) throw new DocumentRefused('too-large')
  const read: ParsedDocument = { lines: [], links: [], author: null }
  try {
    const { info } = (await pdf.getMetadata()) as { info: { Author?: unknown } }
    if (typeof info.Author === 'string') read.author = info.Author.trim().slice(0, 200) || null
    for (let number = 1; number <= Math.min(pdf.numPages, pagesRead); number++) {
      const page = await pdf.getPage(number)
      const { lines, links } = await readPage(page)
      read.lines.push(...lines.slice(0, maxLines - read.lines.length))
      read.links.push(...links.slice(0, maxLines - read.links.length))
      page.cleanup()
    }
  } catch {
    throw new DocumentRefused('broken')
  }
  return read
}
