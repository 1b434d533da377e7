import JSZip from 'jszip'
import mammoth from 'mammoth'
import { SaxesParser } from 'saxes'
import { readDocxParts } from './check-docx.ts'
import { DocumentRefused, maxLineLength, maxLines, type ParsedDocument } from './read-document.ts'

/** A paragraph, run or table after mammoth has resolved Word's own constructs. */
interface Element {
  type: string
  children?: Element[]
  value?: string
  href?: string
  fontSize?: number | null
  styleName?: string | null
  numbering?: object | null
}

const bodySize = 11
/** Word's defaults for styles without a font size. */
const styleSizes: Record<string, number> = { title: 28, 'heading 1': 16, 'heading 2': 13, subtitle: 14 }

/** Parts without text or images of the page. */
const unread = /^(?:word\/(?:embeddings|fonts|theme|activeX)\/|customXml\/|docProps\/thumbnail)/i

/**
 * Repacks a Word document with only the checked parts, so that the next reader sees exactly those.
 * @throws DocumentRefused
 */
export async function repackDocx(content: Buffer): Promise<{ parts: Map<string, Buffer>; file: Buffer }> {
  const parts = await readDocxParts(content)
  const zip = new JSZip()
  for (const [name, part] of parts) if (!unread.test(name)) zip.file(name, part)
  return { parts, file: await zip.generateAsync({ type: 'nodebuffer', compression: 'STORE' }) }
}

function textOf(element: Element): string {
  if (element.type === 'text') return element.value ?? ''
  if (element.type === 'tab') return '  '
  if (element.type === 'break') return '\n'
  const text = (element.children ?? []).map(textOf).join('')
  // A link is a separate word, even if only its formatting separates it from the previous one.
  return element.type === 'hyperlink' ? ` ${text} ` : text
}

function runsOf(element: Element): Element[] {
  return element.type === 'run' ? [element] : (element.children ?? []).flatMap(runsOf)
}

function addParagraph(read: ParsedDocument, paragraph: Element): void {
  const set = Math.max(0, ...runsOf(paragraph).map((run) => (textOf(run).trim() ? (run.fontSize ?? 0) : 0)))
  const size = set || styleSizes[paragraph.styleName?.toLowerCase() ?? ''] || bodySize
  for (const text of textOf(paragraph).split('\n')) {
    const line = text.replace(/\s+/g, ' ').trim().slice(0, maxLineLength)
    if (line && read.lines.length < maxLines)
      read.lines.push({ text: line, size, ...(paragraph.numbering ? { isItem: true } : {}) })
  }
}

function walk(element: Element, read: ParsedDocument): void {
  if (element.type === 'hyperlink' && element.href && read.links.length < maxLines)
    read.links.push({ address: element.href, text: textOf(element).trim() })
  if (element.type === 'paragraph') addParagraph(read, element)
  for (const child of element.children ?? []) walk(child, read)
}

/** Returns the paragraphs of a separate part, such as a page header, where many résumés have contact data. */
function readParagraphs(xml: string): string[] {
  const paragraphs: string[] = []
  let text = ''
  let isText = false
  const parser = new SaxesParser()
  parser.on('opentag', ({ name }) => {
    if (name === 'w:t') isText = true
    if (name === 'w:tab' || name === 'w:br') text += '  '
  })
  parser.on('text', (part) => {
    if (isText) text += part
  })
  parser.on('closetag', ({ name }) => {
    if (name === 'w:t') isText = false
    if (name !== 'w:p') return
    if (text.trim()) paragraphs.push(text.replace(/\s+/g, ' ').trim().slice(0, maxLineLength))
    text = ''
  })
  parser.write(xml).close()
  return paragraphs
}

/** Returns the paragraphs of page headers, each once. */
export function readHeads(parts: Map<string, Buffer>): string[] {
  const heads = [...parts].filter(([name]) => /^word\/header\d*\.xml$/i.test(name))
  return [...new Set(heads.flatMap(([, xml]) => readParagraphs(xml.toString('utf8'))))].slice(0, 50)
}

function readAuthor(parts: Map<string, Buffer>): string | null {
  const properties = parts.get('docProps/core.xml')?.toString('utf8') ?? ''
  let author = ''
  let isAuthor = false
  const parser = new SaxesParser()
  parser.on('opentag', ({ name }) => {
    isAuthor = name === 'dc:creator'
  })
  parser.on('text', (text) => {
    if (isAuthor) author += text
  })
  parser.on('closetag', () => {
    isAuthor = false
  })
  if (properties) parser.write(properties).close()
  return author.trim().slice(0, 200) || null
}

/**
 * Returns the text of a Word document, page headers first, with its links and author.
 * @throws DocumentRefused
 */
export async function readDocx(content: Buffer): Promise<ParsedDocument> {
  const { parts, file } = await repackDocx(content)
  try {
    const heads = readHeads(parts).map((text) => ({ text, size: bodySize }))
    const read: ParsedDocument = { lines: heads, links: [], author: readAuthor(parts) }
    await mammoth.convertToHtml(
      { buffer: file },
      {
        transformDocument(document: Element) {
          walk(document, read)
          return { ...document, children: [] }
        },
      },
    )
    return read
  } catch {
    throw new DocumentRefused('broken')
  }
}
