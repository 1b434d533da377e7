import { type Quoting, restoreGarbled } from './read-delimited.ts'

const delimiters = [',', ';', '\t', '|']

/**
 * How a text quotes its cells: doubled quotes inside, or a backslash before them; blanks around them; single ones; or
 * each line as a whole, as spreadsheet programs save a table they took for one column.
 */
export function detectQuoting(sample: string): Quoting {
  const lines = sample.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '')
  return {
    quote: isSingleQuoted(lines) ? "'" : '"',
    escape: isEscapedByBackslash(sample) ? '\\' : null,
    trim:
      /(?:^|[,;|]) +"[^"\r\n]{0,200}" *(?:[,;|]|$)/m.test(sample) || /"[^"\r\n]{1,200}" +[,;|]/.test(sample),
    wrapped: isWrapped(lines),
    garbled: isGarbled(lines),
  }
}

function isGarbled(lines: string[]): boolean {
  const accented = lines.filter((line) => /[^\p{ASCII}]/u.test(line))
  return accented.length > 0 && accented.every((line) => restoreGarbled(line) !== null)
}

function isSingleQuoted(lines: string[]): boolean {
  const quoted = lines.filter((line) => /^'.*'[,;\t|]'.*'$/.test(line))
  return quoted.length > 1 && quoted.length >= lines.length * 0.8
}

function isEscapedByBackslash(sample: string): boolean {
  return /[^\\,;\t|\r\n]\\"[^",;\t|\r\n]/.test(sample) && !/[^,;\t|\r\n]""[^,;\t|\r\n]/.test(sample)
}

/** Every line is one quoted cell, but what stands in them has one number of delimiters, that of the header. */
function isWrapped([first, ...others]: string[]): boolean {
  if (first === undefined || others.length === 0) return false
  const insides = others.flatMap((line) => /^"((?:[^"]|"")*)"[,;]*$/.exec(line)?.[1] ?? [])
  if (insides.length < others.length * 0.8) return false
  const header = /^"((?:[^"]|"")*)"[,;]*$/.exec(first)?.[1] ?? first
  return delimiters.some((delimiter) => {
    const columns = countOutsideQuotes(header, delimiter)
    const alike = insides.filter((inside) => countOutsideQuotes(inside, delimiter) === columns)
    return columns > 0 && alike.length >= insides.length * 0.8
  })
}

function countOutsideQuotes(text: string, delimiter: string): number {
  return text.replace(/""[^"]*""/g, '').split(delimiter).length - 1
}
