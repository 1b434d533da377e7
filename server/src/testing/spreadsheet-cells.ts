/**
 * The rows that a spreadsheet program shows of a CSV when it separates cells by any of these characters. Quotes hold a
 * cell together where they begin it; anywhere else they are text.
 */
export function spreadsheetRows(csv: string, separators: string): string[][] {
  const rows: string[][] = [[]]
  let at = 0
  const isOneOf = (characters: string) => at < csv.length && characters.includes(csv[at]!)
  while (at < csv.length) {
    let cell = ''
    if (csv[at] === '"') {
      for (at += 1; at < csv.length; at += 1) {
        if (csv[at] === '"' && csv[at + 1] !== '"') break
        if (csv[at] === '"') at += 1
        cell += csv[at]
      }
      at += 1
    }
    while (at < csv.length && !isOneOf(`${separators}\r\n`)) cell += csv[at++]
    rows.at(-1)!.push(cell)
    if (isOneOf('\r\n')) {
      if (csv.startsWith('\r\n', at)) at += 1
      rows.push([])
    }
    at += 1
  }
  return rows.filter((row) => row.length > 0)
}

/** Cells that a spreadsheet program calculates, whatever it separates cells by. */
export function formulasIn(csv: string): string[] {
  return [',', ';', '\t', ',;\t']
    .flatMap((separators) => spreadsheetRows(csv, separators).flat())
    .filter((cell) => /^[\s\0]*[=+\-@＝＋－＠]/.test(cell))
}
