const longest = 160

/** The words of a line round what was found in it. */
export function snippetOf(line: string, from: number, length: number): string {
  if (line.length <= longest) return line
  const start = Math.max(0, Math.min(from - Math.floor((longest - length) / 2), line.length - longest))
  const end = Math.min(line.length, start + Math.max(longest, length))
  return `${start > 0 ? '…' : ''}${line.slice(start, end).trim()}${end < line.length ? '…' : ''}`
}
