// Tab, CR and NUL at the start count as formulas in themselves; blanks and line breaks may stand before a sign.
const formula = /^[\t\r\0]|^[\s\0]*[=+\-@]/

/**
 * A cell that no spreadsheet program takes for a formula: what looks like one gets an apostrophe in front, which the
 * import takes away again.
 */
export function safeCell(text: string): string {
  return formula.test(text) ? `'${text}` : text
}
