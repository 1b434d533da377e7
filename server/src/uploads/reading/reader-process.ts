import { readFileSync } from 'node:fs'
import { yieldToRequests } from '../../threads/yield-to-requests.ts'
import { findFacts } from '../resume/find-facts.ts'
import { decodeText } from './decode-text.ts'
import { DocumentRefused, maxLineLength, maxLines, type ParsedDocument } from './read-document.ts'
import type { ReadingAnswer, ReadingResult, ReadingTask } from './reading-task.ts'

/** Stops at the last line that counts: a file may have millions. */
function readText(content: Buffer): ParsedDocument {
  const text = decodeText(content)
  const lines = text.split(/\r\n?|\n/, maxLines).map((line) => ({
    text: line
      .slice(0, maxLineLength * 2)
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, maxLineLength),
    size: 0,
  }))
  return { lines: lines.filter((line) => line.text !== ''), links: [], author: null }
}

/** Loads only the parser for this kind: each takes as long to load as to read. */
async function read(kind: ReadingTask['kind'], content: Buffer): Promise<ParsedDocument> {
  if (kind === 'pdf') return (await import('./read-pdf.ts')).readPdf(content)
  if (kind === 'docx') return (await import('./read-docx.ts')).readDocx(content)
  return readText(content)
}

async function run(task: ReadingTask, content: Buffer): Promise<ReadingResult> {
  if (task.wanted === 'html') {
    const { docxToHtml } = await import('./docx-to-html.ts')
    return { wanted: 'html', ...(await docxToHtml(content)) }
  }
  if (task.wanted === 'covered') {
    const { coverDocument } = await import('../covering/cover-document.ts')
    const { pdf, pages } = await coverDocument(task.kind, content, task, () => read(task.kind, content))
    return { wanted: 'covered', pdf: pdf.toString('base64'), pages }
  }
  return { wanted: 'facts', facts: findFacts(await read(task.kind, content), task) }
}

async function answer(task: ReadingTask): Promise<ReadingAnswer> {
  try {
    // The document is the standard input, so that this process needs no access to its folder.
    return await run(task, readFileSync(0))
  } catch (error) {
    return { problem: error instanceof DocumentRefused ? error.problem : 'broken' }
  }
}

yieldToRequests()
process.once('message', async (task: ReadingTask) => {
  const answered = await answer(task)
  process.send?.(answered, () => process.exit())
})
