import type { CoveringRequest } from '../covering/cover-document.ts'
import type { Facts } from '../resume/find-facts.ts'
import type { ReadingProblem } from './read-document.ts'

interface Source {
  kind: 'pdf' | 'docx' | 'text'
}

/**
 * A request about a document: convert it to HTML, extract facts about the candidate, or make a copy without contact
 * data.
 */
export type ReadingTask =
  | (Source & { wanted: 'html' })
  | (Source & { wanted: 'facts'; fileName: string; country: string })
  | (Source & CoveringRequest & { wanted: 'covered' })

export type ReadingResult =
  | { wanted: 'html'; html: string; shortened: boolean }
  | { wanted: 'facts'; facts: Facts }
  /** A PDF in Base64. */
  | { wanted: 'covered'; pdf: string; pages: number }

export type ReadingAnswer = ReadingResult | { problem: ReadingProblem }
