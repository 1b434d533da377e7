import { saveBlob } from '../ui/save-blob.ts'
import { type Chart, tableOf } from './charts/chart.ts'

/** Quoted, and no formula to a spreadsheet: what begins like one gets an apostrophe, as in the server's files. */
function cell(text: string): string {
  const guarded = /^\s*[=+@\t\r-]/.test(text) && !/^-?[\d.,\s%]+$/.test(text) ? `'${text}` : text
  return `"${guarded.replaceAll('"', '""')}"`
}

/** The tables of a report as it stands on the screen, one below another. */
function toCsv(charts: readonly Chart[]): string {
  return charts
    .map((chart) => {
      const { heads, rows } = tableOf(chart)
      const title = chart.title ? [[chart.title]] : []
      const lines = [...title, heads, ...rows.map((row) => row.map(({ text }) => text))]
      return lines.map((line) => line.map(cell).join(',')).join('\r\n')
    })
    .join('\r\n\r\n')
}

export function saveCsv(charts: readonly Chart[], name: string) {
  // Marked as UTF-8, so that older spreadsheet programs read names as they are written.
  saveBlob(new Blob(['\uFEFF', toCsv(charts), '\r\n'], { type: 'text/csv' }), `${name}.csv`)
}
