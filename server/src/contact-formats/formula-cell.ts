const start = '#FORMULA!'

/**
 * Stands for a cell that holds a formula without a stored value. Programs that write formulas leave the value to the
 * spreadsheet program, which stores it when the file is saved.
 */
export function formulaCell(reference: string): string {
  return start + reference
}

/** Where such a cell stands in its sheet, such as C4; null for any other text. */
export function formulaReference(text: string): string | null {
  return /^#FORMULA!([A-Z]{1,3}\d{1,7})$/.exec(text)?.[1] ?? null
}
