// Tab, CR and NUL at the start count as formulas in themselves; blanks and line breaks may stand before a sign, which
// some programs also know in its full width. Apostrophes of ours may stand before all of it.
const formula = /^'*(?:[\t\r\0]|[\s\0]*[=+\-@＝＋－＠])/

/**
 * A cell that no spreadsheet program takes for a formula: what looks like one gets an apostrophe in front, as does
 * what has apostrophes there already, so that taking away one is always right.
 */
export function safeCell(text: string): string {
  return formula.test(text) ? `'${text}` : text
}

/** A cell as it was before `safeCell`. */
export function unsafeCell(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell
}
