import { posix } from 'node:path'
import { type Archive, broken } from './archive.ts'
import { readXml } from './parse-xml.ts'

export type SheetEntry = { name: string; part: string; isHidden: boolean }

export type WorkbookDirectory = {
  sheets: SheetEntry[]
  is1904: boolean
  stringsPart: string | undefined
  stylesPart: string | undefined
}

type Relation = { type: string; target: string }

/** Reads what a workbook consists of: its worksheets in their order and the parts they share. */
export async function readDirectory(archive: Archive): Promise<WorkbookDirectory> {
  const root = await readRelations(archive, '')
  const workbook =
    [...root.values()].find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml'
  const relations = await readRelations(archive, workbook)
  const sheets: SheetEntry[] = []
  const read = new Set<string>()
  let is1904 = false
  await readXml(archive.read(workbook), {
    open(name, attributes) {
      // Extensions repeat the element without the attribute.
      if (name === 'workbookPr') is1904 ||= /^(?:1|true|on)$/.test(attributes.date1904 ?? '')
      if (name !== 'sheet') return
      const id = Object.entries(attributes).find(([key]) => /(?:^|:)id$/.test(key))?.[1]
      const relation = relations.get(id ?? '')
      if (relation?.type !== 'worksheet' || !archive.has(relation.target)) return
      // Each is read to its end; several that name one part would read it that many times.
      const part = relation.target.toLowerCase()
      if (read.has(part)) return
      read.add(part)
      const isHidden = attributes.state === 'hidden' || attributes.state === 'veryHidden'
      sheets.push({ name: attributes.name ?? `Sheet ${sheets.length + 1}`, part: relation.target, isHidden })
    },
  })
  if (sheets.length === 0) throw broken('it has no worksheet')
  const partOf = (type: string) => [...relations.values()].find((relation) => relation.type === type)?.target
  return { sheets, is1904, stringsPart: partOf('sharedStrings'), stylesPart: partOf('styles') }
}

/** The last row of a sheet's only declared table, when there is exactly one. */
export async function readTableEnd(
  archive: Archive,
  sheetPart: string,
  tableIds: string[],
): Promise<number | undefined> {
  if (tableIds.length !== 1) return undefined
  const part = (await readRelations(archive, sheetPart)).get(tableIds[0]!)?.target
  if (part === undefined || !archive.has(part)) return undefined
  let end: number | undefined
  await readXml(archive.read(part), {
    open(name, attributes) {
      if (name === 'table') end = Number(/:[A-Z]+(\d+)$/.exec(attributes.ref ?? '')?.[1]) || undefined
    },
  })
  return end
}

/** The relations of a part by id, with their targets as paths from the root. */
async function readRelations(archive: Archive, part: string): Promise<Map<string, Relation>> {
  const relations = new Map<string, Relation>()
  const folder = posix.dirname(part)
  const source = posix.join(part === '' ? '' : folder, '_rels', `${posix.basename(part)}.rels`)
  if (!archive.has(source)) return relations
  await readXml(archive.read(source), {
    open(name, { Id, Type = '', Target = '', TargetMode }) {
      if (name !== 'Relationship' || Id === undefined || TargetMode === 'External') return
      const target = Target.startsWith('/')
        ? Target.slice(1)
        : posix.join(folder === '.' ? '' : folder, Target)
      relations.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), target })
    },
  })
  return relations
}
