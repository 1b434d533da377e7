export type CellKind = 'email' | 'url' | 'date' | 'phone' | 'number' | 'answer' | 'text'

/** What a cell is at a glance; cheap, since it is asked of many cells. */
export function kindOf(cell: string): CellKind {
  const text = cell.trim()
  if (text === '' || text.length > 200) return 'text'
  if (/^(?:true|false)$/i.test(text)) return 'answer'
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) return 'email'
  if (/^https?:\/\/\S+$/i.test(text)) return 'url'
  if (!/\d/.test(text)) return 'text'
  if (/^[-+]?[\d\s.,']+%?$/.test(text) && !/\d[.-]\d+[.-]\d/.test(text)) return 'number'
  if (/^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?:[ T].*)?$/.test(text)) return 'date'
  if (/^\d{1,2}[\s.-]+\p{L}{3,9}\.?[\s.-]+\d{2,4}$/u.test(text)) return 'date'
  if (/^[+(]?\d[\d\s().+\-/]{6,}(?:\s*(?:x|ext\.?)\s*\d+)?$/i.test(text)) return 'phone'
  return 'text'
}

export function isBlank(cells: string[]): boolean {
  for (const cell of cells) if (cell !== '' && cell.trim() !== '') return false
  return true
}

/** A line drawn under a header or around a table, as in "-----+-----". */
export function isRule(cells: string[]): boolean {
  let drawn = 0
  for (const cell of cells) {
    const text = cell.trim()
    if (text === '') continue
    if (!/^[-=_+*:|─━═\s]{2,}$/.test(text)) return false
    drawn += text.length
  }
  return drawn >= 3
}
