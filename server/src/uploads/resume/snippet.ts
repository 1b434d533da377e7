const maxLength = 160

/** Returns the words around a match in a line. */
export function snippetOf(line: string, from: number, length: number): string {
  if (line.length <= maxLength) return line
  const start = Math.max(0, Math.min(from - Math.floor((maxLength - length) / 2), line.length - maxLength))
  const end = Math.min(line.length, start + Math.max(maxLength, length))
  return `${start > 0 ? '…' : ''}${line.slice(start, end).trim()}${end < line.length ? '…' : ''}`
}
