import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs'
import { checkPdf } from '../reading/check-pdf.ts'
import { DocumentRefused } from '../reading/read-document.ts'
import type { CoveringRequest } from './cover-document.ts'
import { createCoveredPdf, type PlacedText } from './covered-pdf.ts'
import { type Box, boxesOf, findCovered } from './find-covered.ts'
import { type PageText, readPageText } from './read-page-text.ts'

type Page = pdfjs.PDFPageProxy

/** More than any résumé has. Each page is drawn. */
const maxPages = 15
/** Pixels for each point: sharp enough to be read enlarged. */
const scale = 2
const maxPagePoints = 2_000
const coverColor = '#dededa'
/** Text that was turned into outlines has more curves. Icons, circles and round corners have fewer. */
const maxCurvesOfPath = 8
const maxCurvesOfPage = 400
const curveTo = 2

const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))

async function open(file: Buffer): Promise<pdfjs.PDFDocumentProxy> {
  await checkPdf(file)
  try {
    return await pdfjs.getDocument({
      data: new Uint8Array(file),
      verbosity: pdfjs.VerbosityLevel.ERRORS,
      // Pictures may show contact data, so they are left out.
      maxImageSize: 1,
      useWasm: false,
      useSystemFonts: false,
      disableFontFace: true,
      cMapUrl: join(folder, 'cmaps/'),
      standardFontDataUrl: join(folder, 'standard_fonts/'),
    }).promise
  } catch (error) {
    throw new DocumentRefused((error as Error).name === 'PasswordException' ? 'protected' : 'broken')
  }
}

function curvesOf(path: ArrayLike<number> | null | undefined): number {
  let curves = 0
  // Commands with their coordinates: moveTo 0, lineTo 1, curveTo 2, quadratic 3, closePath 4.
  const lengths = [3, 3, 7, 5, 1]
  for (let at = 0; path && at < path.length; at += lengths[path[at]!] ?? path.length)
    if (path[at]! === curveTo || path[at]! === curveTo + 1) curves += 1
  return curves
}

type Operators = Awaited<ReturnType<Page['getOperatorList']>>

function pathAt({ argsArray }: Operators, index: number): ArrayLike<number> | null | undefined {
  return argsArray[index]?.[1]?.[0]
}

/** Counts what a page draws besides its text. */
async function countDrawn(page: Page): Promise<{ drawn: number; curves: number }> {
  const operators = await page.getOperatorList({ annotationMode: pdfjs.AnnotationMode.DISABLE })
  let drawn = 0
  let curves = 0
  operators.fnArray.forEach((operator, index) => {
    if (operator === pdfjs.OPS.constructPath) curves += curvesOf(pathAt(operators, index))
    if (operator === pdfjs.OPS.constructPath || operator === pdfjs.OPS.beginText) drawn += 1
  })
  return { drawn, curves }
}

/** Draws a page without its pictures and annotations, and with its contact data covered. */
async function drawPage(page: Page, boxes: readonly Box[]): Promise<Buffer> {
  const viewport = page.getViewport({ scale })
  const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height))
  const context = canvas.getContext('2d')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  await page.render({
    canvas: canvas as never,
    canvasContext: context as never,
    viewport,
    annotationMode: pdfjs.AnnotationMode.DISABLE,
    operationsFilter: (index: number, operators: Operators) =>
      operators.fnArray[index] !== pdfjs.OPS.constructPath ||
      curvesOf(pathAt(operators, index)) <= maxCurvesOfPath,
  } as never).promise
  context.resetTransform()
  context.fillStyle = coverColor
  for (const box of boxes) {
    const [x1, y1] = viewport.convertToViewportPoint(box[0], box[1]) as [number, number]
    const [x2, y2] = viewport.convertToViewportPoint(box[2], box[3]) as [number, number]
    context.fillRect(Math.min(x1, x2), Math.min(y1, y2), Math.abs(x2 - x1), Math.abs(y2 - y1))
  }
  return canvas.encode('jpeg', 82)
}

/** Returns where links of a page are: their text may be a part of an address. */
async function linkBoxes(page: Page): Promise<Box[]> {
  const annotations = (await page.getAnnotations()) as { url?: string; unsafeUrl?: string; rect: Box }[]
  return annotations.flatMap(({ url, unsafeUrl, rect }) => (url || unsafeUrl ? [rect] : []))
}

/** @throws DocumentRefused if the text that is drawn may not be the text that was read */
function assertReadable(pages: readonly PageText[], drawn: readonly { drawn: number; curves: number }[]) {
  const texts = pages.map(({ lines }) => lines.map(({ text }) => text).join(' '))
  const isEmpty = (text: string) => text.replace(/\s/g, '').length < 3
  if (texts.every(isEmpty)) throw new DocumentRefused('no-text')
  if (texts.some((text, index) => isEmpty(text) && drawn[index]!.drawn > 0))
    throw new DocumentRefused('no-text')
  if (drawn.some(({ curves }) => curves > maxCurvesOfPage)) throw new DocumentRefused('no-text')
  const all = texts.join(' ').replace(/\s/g, '')
  const odd = all.replace(/[\p{L}\p{M}\p{N}\p{P}\p{S}]/gu, '').length + (all.match(/\p{Co}|�/gu)?.length ?? 0)
  if (odd > all.length * 0.05) throw new DocumentRefused('unreadable')
  const latin = all.match(/[a-zà-ÿ]/gi)?.length ?? 0
  const vowels = all.match(/[aeiouyà-æè-ïò-öù-ü]/gi)?.length ?? 0
  if (latin > 100 && (vowels < latin * 0.25 || vowels > latin * 0.6)) throw new DocumentRefused('unreadable')
}

/**
 * Returns a PDF of pictures of the pages, in which contact data are covered, with the text that is left as an invisible
 * layer. Nothing else of the file is in it: no pictures, attachments, links, forms and metadata.
 * @throws DocumentRefused
 */
export async function coverPdf(
  content: Buffer,
  request: CoveringRequest,
): Promise<{ pdf: Buffer; pages: number }> {
  const document = await open(content)
  if (document.numPages > maxPages) throw new DocumentRefused('too-large')
  try {
    const pages: Page[] = []
    for (let number = 1; number <= document.numPages; number += 1) pages.push(await document.getPage(number))
    const texts = await Promise.all(pages.map((page) => readPageText(page)))
    const drawn = await Promise.all(pages.map((page) => countDrawn(page)))
    assertReadable(texts, drawn)
    const covered = await createCoveredPdf()
    for (const [index, page] of pages.entries()) {
      const { width, height } = page.getViewport({ scale: 1 })
      if (Math.max(width, height) > maxPagePoints) throw new DocumentRefused('too-large')
      const spans = findCovered(texts[index]!, request)
      const links = await linkBoxes(page)
      const boxes = [...boxesOf(texts[index]!, spans), ...links]
      const viewport = page.getViewport({ scale: 1 })
      const toPage = (x: number, y: number) => viewport.convertToViewportPoint(x, y) as [number, number]
      const left: PlacedText[] = texts[index]!.items.flatMap((item, place) => {
        const text = spans.textLeft(place)
        const [x, y] = toPage(item.x, item.y)
        const isLink = links.some((box) => isWithin(item, box))
        return text.trim() === '' || isLink || item.angle !== 0 || page.rotate !== 0
          ? []
          : [{ text, x, y, size: item.size, width: (item.width * text.length) / item.text.length }]
      })
      covered.addPage({ width, height, picture: await drawPage(page, boxes), texts: left })
    }
    return { pdf: await covered.end(), pages: pages.length }
  } catch (error) {
    throw error instanceof DocumentRefused ? error : new DocumentRefused('broken')
  }
}

/** Returns whether the middle of a text is within a box. */
function isWithin(
  { x, y, width, size }: { x: number; y: number; width: number; size: number },
  box: Box,
): boolean {
  const [left, bottom, right, top] = box
  const [middle, height] = [x + width / 2, y + size / 3]
  return (
    middle > Math.min(left, right) &&
    middle < Math.max(left, right) &&
    height > Math.min(bottom, top) &&
    height < Math.max(bottom, top)
  )
}
