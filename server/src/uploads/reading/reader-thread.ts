import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { yieldToRequests } from '../../threads/yield-to-requests.ts'
import { findFacts } from '../resume/find-facts.ts'
import { decodeText } from './decode-text.ts'
import { DocumentRefused, longestLine, mostLines, type ReadDocument } from './read-document.ts'
import type { ReadingResult, ReadingTask } from './reading-task.ts'

async function readText(path: string): Promise<ReadDocument> {
  const lines = decodeText(await readFile(path))
    .split(/\r\n?|\n/)
    .slice(0, mostLines)
    .map((text) => ({ text: text.replace(/\s+/g, ' ').trim().slice(0, longestLine), size: 0 }))
  return { lines: lines.filter(({ text }) => text !== ''), links: [], author: null }
}

/** Readers are loaded for the kind at hand: each takes as long to load as to read. */
async function read({ path, kind }: ReadingTask): Promise<ReadDocument> {
  if (kind === 'pdf') return (await import('./read-pdf.ts')).readPdf(path)
  if (kind === 'docx') return (await import('./read-docx.ts')).readDocx(path)
  return readText(path)
}

async function run(task: ReadingTask): Promise<ReadingResult> {
  if (task.wanted === 'html') {
    const { docxToHtml } = await import('./docx-to-html.ts')
    return { wanted: 'html', ...(await docxToHtml(task.path)) }
  }
  return { wanted: 'facts', facts: findFacts(await read(task), task) }
}

async function answer(task: ReadingTask): Promise<void> {
  try {
    parentPort?.postMessage(await run(task))
  } catch (error) {
    parentPort?.postMessage({ problem: error instanceof DocumentRefused ? error.problem : 'broken' })
  }
}

yieldToRequests()
await answer(workerData as ReadingTask)
