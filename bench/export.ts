import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { to } from 'pg-copy-streams'
import { type Served, serve } from './child.ts'
import { prepareDatabases } from './databases.ts'
import { median } from './measure.ts'
import { signedInHeaders } from './sign-in.ts'

/** The product's targets: at least this share of COPY's rate, and memory that does not grow with the rows. */
const rateTarget = 0.5
const growthTarget = 100

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000,1000000' },
    rounds: { type: 'string', default: '3' },
  },
})

/** The columns of the export as plain COPY writes them: unordered and unformatted. */
const bareCopy = `copy (
  select a.candidate_name, c.email, c.phone, p.name, o.name, s.name, a.status_type, a.entered_status_at, a.due_at,
    u.name, a.source, a.tags, a.last_contact_result, a.last_contact_at, a.callback_at, a.disposition, r.name,
    a.closed_at, a.applied_at, a.created_at, a.last_activity_at, c.profile_url, c.external_id, c.location,
    c.current_company, c.current_title, c.notes, c.do_not_call, c.consent, a.id
  from applications a
  join candidates c on c.workspace_id = a.workspace_id and c.id = a.candidate_id
  join positions p on p.workspace_id = a.workspace_id and p.id = a.position_id
  join companies o on o.workspace_id = a.workspace_id and o.id = p.company_id
  join statuses s on s.workspace_id = a.workspace_id and s.id = a.status_id
  left join users u on u.workspace_id = a.workspace_id and u.id = a.owner_id
  left join dispositions d on d.workspace_id = a.workspace_id and d.application_id = a.id
  left join reasons r on r.workspace_id = a.workspace_id and r.id = d.reason_id
  where a.deleted_at is null
) to stdout (format csv, header)`

interface Run {
  ms: number
  bytes: number
}

async function timed(read: () => Promise<AsyncIterable<Uint8Array>>): Promise<Run> {
  const started = performance.now()
  let bytes = 0
  for await (const chunk of await read()) bytes += chunk.length
  return { ms: performance.now() - started, bytes }
}

function copyOut(client: pg.Client): Promise<Run> {
  return timed(async () => client.query(to(bareCopy)))
}

async function download({ url }: Served, headers: Record<string, string>, format: string): Promise<Run> {
  return timed(async () => {
    // fetch would use as much processor time as the server.
    const request = get(`${url}/api/v1/applications/export/?format=${format}`, { headers })
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    if (answer.statusCode !== 200) throw new Error(`The export answered ${answer.statusCode}`)
    return answer
  })
}

/** Runs `work` and returns by how many megabytes the server's memory grew at its peak. */
async function watchMemory<Result>(
  muster: Served,
  work: () => Promise<Result>,
): Promise<{ result: Result; grewMb: number }> {
  const held = async () => (await muster.ask<{ now: number }>('memory')).now
  const before = await held()
  let peak = before
  let over = false
  const watching = (async () => {
    while (!over) {
      peak = Math.max(peak, await held())
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  })()
  try {
    const result = await work()
    return { result, grewMb: (peak - before) / 1e6 }
  } finally {
    over = true
    await watching
  }
}

function line(name: string, rows: number, runs: readonly Run[], bare: number, grewMb?: number): string {
  const ms = median(runs.map((run) => run.ms))
  const rate = rows / (ms / 1000)
  const part = rate / bare
  return [
    `  ${name.padEnd(8)} ${(ms / 1000).toFixed(2).padStart(7)} s ${Math.round(rate).toLocaleString('en').padStart(9)} rows/s`,
    `${(runs[0]!.bytes / 1e6).toFixed(1).padStart(7)} MB`,
    bare === rate ? '' : `${part.toFixed(2).padStart(5)} of COPY${part < rateTarget ? '!' : ''}`,
    grewMb === undefined ? '' : `${grewMb.toFixed(0).padStart(4)} MB more${grewMb > growthTarget ? '!' : ''}`,
  ].join('  ')
}

async function measure(applications: number, connectionString: string): Promise<void> {
  const muster = await serve('./serve-muster.ts', connectionString)
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const headers = await signedInHeaders(muster.url)
    // The first run reads files into memory, compiles and fills caches, for all three alike.
    await copyOut(client)
    await download(muster, headers, 'csv&q=nobody-of-this-name')
    const runs = { copy: [] as Run[], csv: [] as Run[], xlsx: [] as Run[] }
    const grew = { csv: 0, xlsx: 0 }
    for (let round = 0; round < Number(options.rounds); round += 1) {
      runs.copy.push(await copyOut(client))
      for (const format of ['csv', 'xlsx'] as const) {
        const { result, grewMb } = await watchMemory(muster, () => download(muster, headers, format))
        runs[format].push(result)
        grew[format] = Math.max(grew[format], grewMb)
      }
    }
    const bare = applications / (median(runs.copy.map((run) => run.ms)) / 1000)
    console.log(`${applications.toLocaleString('en')} applications, 30 columns`)
    console.log(line('COPY TO', applications, runs.copy, bare))
    console.log(line('CSV', applications, runs.csv, bare, grew.csv))
    console.log(line('XLSX', applications, runs.xlsx, bare, grew.xlsx))
  } finally {
    await client.end()
    await muster.stop()
  }
}

const databases = await prepareDatabases(options.sizes.split(',').map(Number))
try {
  console.log('Medians; memory is what the server held at its peak beyond what it held before')
  for (const [applications, connectionString] of databases.connectionStrings)
    await measure(applications, connectionString)
  console.log(`! less than ${rateTarget} of COPY's rate, or more than ${growthTarget} MB`)
} finally {
  await databases.stop()
}
