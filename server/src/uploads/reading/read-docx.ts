import JSZip from 'jszip'
import mammoth from 'mammoth'
import { SaxesParser } from 'saxes'
import { readDocxParts } from './check-docx.ts'
import { DocumentRefused, longestLine, mostLines, type ReadDocument } from './read-document.ts'

/** What is left of a paragraph, run or table once Word's own ways are taken out. */
interface Element {
  type: string
  children?: Element[]
  value?: string
  href?: string
  fontSize?: number | null
  styleName?: string | null
}

const bodySize = 11
/** As Word sets them when a style says nothing else. */
const styleSizes: Record<string, number> = { title: 28, 'heading 1': 16, 'heading 2': 13, subtitle: 14 }

/** Parts that hold no words and no pictures of the page. */
const unread = /^(?:word\/(?:embeddings|fonts|theme|activeX)\/|customXml\/|docProps\/thumbnail)/i

/**
 * A Word document with only the parts that were checked, packed anew so that whoever reads it next sees the same.
 * @throws DocumentRefused
 */
export async function repackDocx(path: string): Promise<{ parts: Map<string, Buffer>; file: Buffer }> {
  const parts = await readDocxParts(path)
  const zip = new JSZip()
  for (const [name, content] of parts) if (!unread.test(name)) zip.file(name, content)
  return { parts, file: await zip.generateAsync({ type: 'nodebuffer', compression: 'STORE' }) }
}

function textOf(element: Element): string {
  if (element.type === 'text') return element.value ?? ''
  if (element.type === 'tab') return '  '
  if (element.type === 'break') return '\n'
  const text = (element.children ?? []).map(textOf).join('')
  // What leads elsewhere is a word of its own, even where nothing but its look parts it from the one before.
  return element.type === 'hyperlink' ? ` ${text} ` : text
}

function runsOf(element: Element): Element[] {
  return element.type === 'run' ? [element] : (element.children ?? []).flatMap(runsOf)
}

function addParagraph(read: ReadDocument, paragraph: Element): void {
  const set = Math.max(0, ...runsOf(paragraph).map((run) => (textOf(run).trim() ? (run.fontSize ?? 0) : 0)))
  const size = set || styleSizes[paragraph.styleName?.toLowerCase() ?? ''] || bodySize
  for (const text of textOf(paragraph).split('\n')) {
    const line = text.replace(/\s+/g, ' ').trim().slice(0, longestLine)
    if (line && read.lines.length < mostLines) read.lines.push({ text: line, size })
  }
}

function walk(element: Element, read: ReadDocument): void {
  if (element.type === 'hyperlink' && element.href && read.links.length < mostLines)
    read.links.push({ address: element.href, text: textOf(element).trim() })
  if (element.type === 'paragraph') addParagraph(read, element)
  for (const child of element.children ?? []) walk(child, read)
}

/** The paragraphs of a part of its own, such as the head of each page, where many keep their contact data. */
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
    if (text.trim()) paragraphs.push(text.replace(/\s+/g, ' ').trim().slice(0, longestLine))
    text = ''
  })
  parser.write(xml).close()
  return paragraphs
}

/** What stands at the head of the pages, each paragraph once. */
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
 * The text of a Word document, the heads of its pages first, with its links and author.
 * @throws DocumentRefused
 */
export async function readDocx(path: string): Promise<ReadDocument> {
  const { parts, file } = await repackDocx(path)
  try {
    const heads = readHeads(parts).map((text) => ({ text, size: bodySize }))
    const read: ReadDocument = { lines: heads, links: [], author: readAuthor(parts) }
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
