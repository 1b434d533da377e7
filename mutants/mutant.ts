/** A change at one place of a source file: `text` replaces `start` to `end`. */
export interface Edit {
  start: number
  end: number
  text: string
  /** The original code, for display. */
  was: string
  becomes: string
}

/** A mistake that tests should notice. */
export interface Mutant extends Edit {
  /** Unique within a run, from 1. */
  id: number
  file: string
  line: number
  /** The enclosing function, constant or property. */
  within: string
  /** Identifies the mutant across runs while its code stays the same. */
  key: string
}

/** Returns code on one line, with whitespace collapsed. */
export function oneLine(code: string, most = 160): string {
  const line = code.replace(/\s+/g, ' ').trim()
  return line.length > most ? `${line.slice(0, most)}…` : line
}
