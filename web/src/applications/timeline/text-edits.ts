/** The content of a text field with its selection. */
export interface Selected {
  text: string
  start: number
  end: number
}

/** Wraps the selection in a Markdown mark, or removes it. */
export function toggleMark({ text, start, end }: Selected, mark: string): Selected {
  const before = text.slice(0, start)
  const after = text.slice(end)
  const inner = text.slice(start, end)
  if (before.endsWith(mark) && after.startsWith(mark)) {
    const size = mark.length
    return {
      text: before.slice(0, -size) + inner + after.slice(size),
      start: start - size,
      end: end - size,
    }
  }
  return {
    text: before + mark + inner + mark + after,
    start: start + mark.length,
    end: end + mark.length,
  }
}

/** Prefixes each selected line with a mark, such as that of a list. */
export function startLines({ text, start, end }: Selected, mark: string): Selected {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const lines = text.slice(from, end).split('\n')
  const all = lines.every((line) => line.startsWith(mark))
  const marked = lines.map((line) => (all ? line.slice(mark.length) : mark + line)).join('\n')
  return { text: text.slice(0, from) + marked + text.slice(end), start: from, end: from + marked.length }
}
