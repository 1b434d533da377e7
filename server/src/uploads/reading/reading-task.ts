import type { Facts } from '../resume/find-facts.ts'
import type { ReadingProblem } from './read-document.ts'

interface Source {
  kind: 'pdf' | 'docx' | 'text'
}

/** A request about a document: convert it to HTML, or extract facts about the candidate. */
export type ReadingTask =
  | (Source & { wanted: 'html' })
  | (Source & { wanted: 'facts'; fileName: string; country: string })

export type ReadingResult =
  | { wanted: 'html'; html: string; shortened: boolean }
  | { wanted: 'facts'; facts: Facts }

export type ReadingAnswer = ReadingResult | { problem: ReadingProblem }
