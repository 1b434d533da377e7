export interface Line {
  text: string
  /** Font size; 0 if unknown. */
  size: number
  /** Whether it is an entry of a list. */
  isItem?: boolean
}

/** A parsed document: its lines of text and its link targets. */
export interface ParsedDocument {
  lines: Line[]
  links: { address: string; text: string }[]
  /** The author in the file's metadata. */
  author: string | null
}

export const readingProblems = [
  'broken',
  'protected',
  'too-large',
  'too-slow',
  /** Pictures of text, as of a scanned page. */
  'no-text',
  /** Text that a person reads otherwise than a program. */
  'unreadable',
] as const
export type ReadingProblem = (typeof readingProblems)[number]

/** Refuses a document. The message is for the uploader and never contains text of the document. */
export class DocumentRefused extends Error {
  readonly problem: ReadingProblem
  constructor(problem: ReadingProblem) {
    super(problem)
    this.problem = problem
  }
}

/** Enough for any résumé. Later lines are ignored. */
export const maxLines = 3_000
export const maxLineLength = 1_000
