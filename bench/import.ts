import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { connect } from '@muster/server/database/connect.ts'
import { migrate } from '@muster/server/database/migrate.ts'
import { findSubjects } from './cases.ts'
import { type Served, serve } from './child.ts'
import { prepareDatabases } from './databases.ts'
import { followImport, importClient, openPositions, startImport } from './import-client.ts'
import { copyImported, type ScratchDatabases, scratchDatabases } from './import-database.ts'
import { importFields, writeImportFile } from './import-file.ts'
import { type Latencies, percentile, watchNeighbours } from './import-neighbours.ts'
import { prepareBench } from './prepare.ts'

/** The product's targets. */
const rateTarget = 1 / 4
const duplicatesTarget = 1.3
const customTarget = 1.3
const memoryTarget = 350 * 2 ** 20
const neighboursTarget = 2

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000,1000000' },
    only: { type: 'string' },
    /** Rows of the files imported with duplicates, and during other work. */
    rows: { type: 'string', default: '100000' },
  },
})

const empty = 'muster_bench_import_empty'
/** Applications of the workspace that others work in during the import. */
const neighboursSize = 100_000
const defaultRows = Number(options.rows)
const idleMs = 8_000

interface Imported {
  database: string
  name: string
  analyseMs: number
  ms: number
  rows: number
  /** Bytes above what the server used before the upload. */
  memory: number
  counts: string
}

/** Runs `work` with the server on a database, as `npm start` runs it: jobs and requests in one process. */
async function withServer<Result>(
  database: string,
  folder: string,
  work: (server: Served) => Promise<Result>,
): Promise<Result> {
  const server = await serve('./serve-muster.ts', database, {
    MUSTER_PROCESS: 'all',
    MUSTER_DATA_DIR: folder,
  })
  try {
    return await work(server)
  } finally {
    await server.stop()
  }
}

async function prepareEmpty(scratch: ScratchDatabases, folder: string): Promise<void> {
  const url = await scratch.create(empty)
  await migrate(url)
  const db = connect(url, 2)
  await prepareBench(db, false)
  await db.destroy()
  await withServer(url, folder, ({ url: address }) => openPositions(importClient(address)))
}

/** Imports a file into a database of its own, through the API. */
async function importFile(
  scratch: ScratchDatabases,
  folder: string,
  { rows, duplicates = 0, custom = 0 }: { rows: number; duplicates?: number; custom?: number },
): Promise<Imported> {
  const name = `muster_bench_import_${rows}_${duplicates}_${custom}`
  const database = await scratch.create(name, empty)
  const path = join(folder, `${name}.csv`)
  await writeImportFile(path, { rows, duplicates, custom })
  await scratch.settle()
  return withServer(database, folder, async (server) => {
    const client = importClient(server.url)
    await client.call('GET', '/applications/')
    for (const field of importFields(custom))
      await client.call('POST', '/custom-fields/', { subject: 'application', ...field })
    const { now: idle } = await server.ask<{ now: number }>('memory')
    const { id, analyseMs } = await startImport(client, path)
    const end = await followImport(client, id)
    const { most } = await server.ask<{ most: number }>('memory')
    const { created, updated, skipped, conflicts, invalid } = end
    if (created + updated + skipped + conflicts + invalid !== rows)
      throw new Error(`The counts do not add up to ${rows}: ${JSON.stringify(end)}`)
    return {
      database,
      name,
      analyseMs,
      ms: end.ms,
      rows,
      memory: most - idle,
      counts: `${created} created, ${updated} updated, ${skipped} skipped, ${conflicts} conflicts, ${invalid} invalid`,
    }
  })
}

const mark = (isOver: boolean) => (isOver ? '!' : ' ')
const whole = (value: number, width = 9) => Math.round(value).toLocaleString('en').padStart(width)
const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`.padStart(8)

async function reportSizes(scratch: ScratchDatabases, folder: string, sizes: number[]): Promise<void> {
  console.log('\nImport of a CSV file, and COPY of the same rows into the same tables with their indexes')
  console.log('     rows   analyse s  import s    rows/s     µs/row   COPY s    rows/s   part    memory')
  for (const rows of sizes) {
    const imported = await importFile(scratch, folder, { rows })
    const target = await scratch.create(`${imported.name}_copied`, empty)
    const copyMs = await copyImported(scratch, imported.database, target)
    const part = copyMs / imported.ms
    console.log(
      [
        whole(rows),
        (imported.analyseMs / 1000).toFixed(1).padStart(10),
        (imported.ms / 1000).toFixed(1).padStart(9),
        whole((rows / imported.ms) * 1000),
        whole((imported.ms / rows) * 1000, 10),
        (copyMs / 1000).toFixed(1).padStart(8),
        whole((rows / copyMs) * 1000),
        ` ${part.toFixed(2)}${mark(part < rateTarget)}`,
        `${megabytes(imported.memory)}${mark(imported.memory > memoryTarget)}`,
      ].join(' '),
    )
    await scratch.drop(imported.name)
    await scratch.drop(`${imported.name}_copied`)
  }
  console.log(`! less than ${rateTarget} of COPY, or more than ${megabytes(memoryTarget).trim()} above idle`)
}

async function reportDuplicates(scratch: ScratchDatabases, folder: string): Promise<void> {
  console.log('\nRows about people of earlier rows')
  let plainMs = 0
  for (const duplicates of [0, 10]) {
    const imported = await importFile(scratch, folder, { rows: defaultRows, duplicates })
    plainMs ||= imported.ms
    const times = imported.ms / plainMs
    console.log(
      `${String(duplicates).padStart(3)} %  ${(imported.ms / 1000).toFixed(1).padStart(6)} s  ` +
        `${times.toFixed(2)}×${mark(times > duplicatesTarget)} ${imported.counts}`,
    )
    await scratch.drop(imported.name)
  }
  console.log(`! more than ${duplicatesTarget}×`)
}

const customColumns = 40

async function reportCustomColumns(scratch: ScratchDatabases, folder: string): Promise<void> {
  console.log(`\nColumns of custom fields, ${defaultRows.toLocaleString('en')} rows`)
  const best = new Map<number, number>()
  // Alternating, so that a busy moment affects both. The best of each counts.
  for (let round = 0; round < 2; round += 1)
    for (const custom of [0, customColumns]) {
      const imported = await importFile(scratch, folder, { rows: defaultRows, custom })
      best.set(custom, Math.min(best.get(custom) ?? Number.POSITIVE_INFINITY, imported.ms))
      console.log(
        `${String(custom).padStart(3)}    analyze ${(imported.analyseMs / 1000).toFixed(1).padStart(5)} s  ` +
          `import ${(imported.ms / 1000).toFixed(1).padStart(6)} s ${megabytes(imported.memory)}  ${imported.counts}`,
      )
      await scratch.drop(imported.name)
    }
  const times = best.get(customColumns)! / best.get(0)!
  console.log(`${customColumns} columns take ${times.toFixed(2)}×${mark(times > customTarget)}`)
  console.log(`! more than ${customTarget}×`)
}

async function reportNeighbours(scratch: ScratchDatabases, folder: string, filled: string): Promise<void> {
  const name = 'muster_bench_import_neighbours'
  const database = await scratch.create(name, new URL(filled).pathname.slice(1))
  const { positionId } = await findSubjects(database)
  const path = join(folder, 'neighbours.csv')
  await writeImportFile(path, { rows: defaultRows })
  await scratch.settle()
  await withServer(database, folder, async ({ url }) => {
    const client = importClient(url)
    await openPositions(client)
    const paths = { list: '/applications/', board: `/board/${positionId}/` }
    const watchIdle = async () => {
      const watched = watchNeighbours(url, paths)
      await setTimeout(idleMs)
      return watched.stop()
    }
    await watchIdle()
    const idle = await watchIdle()
    const { id } = await startImport(client, path)
    const watched = watchNeighbours(url, paths)
    const { ms } = await followImport(client, id)
    const during = await watched.stop()
    console.log(
      `\nOthers in a workspace of ${neighboursSize.toLocaleString('en')} applications, ms, while ` +
        `${defaultRows.toLocaleString('en')} rows are imported in ${(ms / 1000).toFixed(1)} s`,
    )
    console.log('         idle p50     p95   during p50     p95     max   p95 times')
    for (const what of Object.keys(paths)) {
      const at = (waited: Latencies, part: number) => percentile(waited[what]!, part)
      const times = at(during, 0.95) / at(idle, 0.95)
      console.log(
        `${what.padEnd(8)} ${[at(idle, 0.5), at(idle, 0.95)].map((value) => value.toFixed(1).padStart(7)).join(' ')}` +
          `      ${[at(during, 0.5), at(during, 0.95), at(during, 1)].map((value) => value.toFixed(1).padStart(7)).join(' ')}` +
          `   ${times.toFixed(2)}×${mark(times > neighboursTarget)}`,
      )
    }
    console.log(`! more than ${neighboursTarget}×`)
  })
  await scratch.drop(name)
}

const parts = (options.only ?? 'sizes,duplicates,custom,neighbours').split(',')
const databases = await prepareDatabases(parts.includes('neighbours') ? [neighboursSize] : [])
const folder = await mkdtemp(join(tmpdir(), 'muster-bench-'))
const scratch = await scratchDatabases(databases.admin, databases.owner)
try {
  await prepareEmpty(scratch, folder)
  if (parts.includes('sizes')) await reportSizes(scratch, folder, options.sizes.split(',').map(Number))
  if (parts.includes('duplicates')) await reportDuplicates(scratch, folder)
  if (parts.includes('custom')) await reportCustomColumns(scratch, folder)
  if (parts.includes('neighbours'))
    await reportNeighbours(scratch, folder, databases.connectionStrings.get(neighboursSize)!)
} finally {
  await scratch.stop()
  await databases.stop()
  await rm(folder, { recursive: true })
}
