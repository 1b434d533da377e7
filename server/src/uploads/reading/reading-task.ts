import type { Facts } from '../resume/find-facts.ts'
import type { ReadingProblem } from './read-document.ts'

interface Source {
  path: string
  kind: 'pdf' | 'docx' | 'text'
}

/** What is asked of a document: itself as HTML, or what it says of a person. */
export type ReadingTask =
  | (Source & { wanted: 'html' })
  | (Source & { wanted: 'facts'; fileName: string; country: string })

export type ReadingResult =
  | { wanted: 'html'; html: string; shortened: boolean }
  | { wanted: 'facts'; facts: Facts }

export type ReadingAnswer = ReadingResult | { problem: ReadingProblem }
