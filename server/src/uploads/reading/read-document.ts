/** A line as it stands on the page. */
export interface Line {
  text: string
  /** Height of its letters; 0 where nothing is known of it. */
  size: number
}

/** A document as it is read: its text line by line, and where its links lead. */
export interface ReadDocument {
  lines: Line[]
  links: { address: string; text: string }[]
  /** Whom the file itself calls its author. */
  author: string | null
}

/** Why a document was not read. */
export const readingProblems = ['broken', 'protected', 'too-large', 'too-slow'] as const
export type ReadingProblem = (typeof readingProblems)[number]

/** Refuses a document; what it says is a sentence for whoever uploaded it, never anything of its text. */
export class DocumentRefused extends Error {
  readonly problem: ReadingProblem
  constructor(problem: ReadingProblem) {
    super(problem)
    this.problem = problem
  }
}

/** Enough for any résumé; what comes after is not looked at. */
export const mostLines = 3_000
export const longestLine = 1_000
