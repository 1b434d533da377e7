// Tab, CR and NUL at the start count as formulas themselves. Blanks and line breaks may precede a sign, which some
// programs also accept in full width. Our own apostrophes may precede all of it.
const formula = /^'*(?:[\t\r\0]|[\s\0]*[=+\-@＝＋－＠])/

/*
 * A program that separates by semicolons or tabs, as Excel does in German, finds the quotes of a cell in the middle of
 * its own and takes them as text. It then begins a cell after each separator and each line break inside of ours. Quotes
 * of the text are doubled in the file: such a program reads `""=1` as `=1`.
 */
const insideFormula = /(?<=[;\t\r\n])(?=(?:['"\0]|[^\S;\t\r\n])*[=+\-@＝＋－＠])/g
const insideGuard = /(?<=[;\t\r\n])'(?=(?:['"\0]|[^\S;\t\r\n])*[=+\-@＝＋－＠])/g

/**
 * Returns a cell that no spreadsheet program takes for a formula, nor a part of it when the program separates cells by
 * something else. It puts an apostrophe before what looks like a formula, and before apostrophes that are already there,
 * so that removing one always restores the original.
 */
export function safeCell(text: string): string {
  return (formula.test(text) ? `'${text}` : text).replace(insideFormula, "'")
}

/** Returns the cell as it was before `safeCell`. */
export function unsafeCell(cell: string): string {
  const text = cell.replace(insideGuard, '')
  return text.startsWith("'") && formula.test(text) ? text.slice(1) : text
}
