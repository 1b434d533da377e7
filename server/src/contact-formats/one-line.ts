/** A text on one line of at most so many characters, with an ellipsis where it is cut. */
export function oneLine(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > most ? `${line.slice(0, most - 1).toWellFormed()}…` : line
}
