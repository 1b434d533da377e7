const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const contentTypes = 'http://schemas.openxmlformats.org/package/2006/content-types'
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** Indexes into the workbook's list of cell formats. */
export const styles = { plain: 0, header: 1, day: 2, time: 3 } as const

const replacements: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
// biome-ignore lint/suspicious/noControlCharactersInRegex: what XML cannot hold
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

export function escapeXml(text: string): string {
  const written = text.toWellFormed().replace(unwritable, '')
  return written.replace(/[&<>"]/g, (character) => replacements[character]!)
}

const stylesheet = `${head}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" numFmtId="164" applyNumberFormat="1"/><xf xfId="0" numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`

interface Part {
  path: string
  content: Buffer
}

/**
 * Returns everything of a workbook but its sheets. `texts` are the `si` elements that cells refer to, `last` the name
 * of a sheet after those of the rows.
 */
export function workbookParts(name: string, sheetsOfRows: number, texts: string, last?: string): Part[] {
  const sheets = sheetsOfRows + (last === undefined ? 0 : 1)
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1)
  // Spreadsheet programs limit the characters and length of a sheet's name.
  const title = (number: number) => {
    const isLast = number > sheetsOfRows
    const words = (isLast ? last! : name).replace(/[\\/?*[\]:]/g, ' ').slice(0, 26)
    return escapeXml(`${words}${number > 1 && !isLast ? ` ${number}` : ''}`)
  }
  const overrides = numbers.map(
    (number) =>
      `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${spreadsheet}.worksheet+xml"/>`,
  )
  const entries = numbers.map(
    (number) => `<sheet name="${title(number)}" sheetId="${number}" r:id="rId${number}"/>`,
  )
  const links = numbers.map(
    (number) =>
      `<Relationship Id="rId${number}" Type="${relations}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
  )
  const parts = [
    {
      path: '[Content_Types].xml',
      content: `${head}<Types xmlns="${contentTypes}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${spreadsheet}.styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${spreadsheet}.sharedStrings+xml"/>${overrides.join('')}</Types>`,
    },
    {
      path: '_rels/.rels',
      content: `${head}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      path: 'xl/workbook.xml',
      content: `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${entries.join('')}</sheets></workbook>`,
    },
    {
      path: 'xl/_rels/workbook.xml.rels',
      content: `${head}<Relationships xmlns="${packageRelations}">${links.join('')}<Relationship Id="rIdStyles" Type="${relations}/styles" Target="styles.xml"/><Relationship Id="rIdTexts" Type="${relations}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    },
    { path: 'xl/styles.xml', content: stylesheet },
  ]
  const shared = Buffer.from(`${head}<sst xmlns="${main}">${texts}</sst>`)
  return [
    ...parts.map(({ path, content }) => ({ path, content: Buffer.from(content) })),
    { path: 'xl/sharedStrings.xml', content: shared },
  ]
}
