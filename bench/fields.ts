import { parseArgs } from 'node:util'
import { buildSortKeys } from '@muster/server/custom-fields/build-sort-keys.ts'
import { connect } from '@muster/server/database/connect.ts'
import { connectionOptions } from '@muster/server/database/session-settings.ts'
import pg from 'pg'
import { type Served, serve } from './child.ts'
import { prepareDatabases } from './databases.ts'
import { get, median, planOf, send, timeEach } from './measure.ts'
import { signedInHeaders } from './sign-in.ts'

/** The product's targets: the maximal cost relative to the smallest size, and of 500 fields relative to none. */
const growthTarget = 1.3
const definedTarget = 1.1
/** Differences below this are noise of the machine. */
const noiseMs = 0.5

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,1000000' },
    /** Prints the plan of the slowest statement of what grows. */
    plans: { type: 'boolean', default: false },
  },
})

interface Size {
  applications: number
  connectionString: string
  muster: Served
  client: pg.Client
  headers: Record<string, string>
}

async function signIn(size: Size): Promise<void> {
  size.headers = await signedInHeaders(size.muster.url)
}

async function openSize(applications: number, connectionString: string): Promise<Size> {
  const muster = await serve('./serve-muster.ts', connectionString)
  const client = new pg.Client({ connectionString, options: connectionOptions })
  await client.connect()
  // Giving a million applications values takes longer than any statement of the server may.
  await client.query('set statement_timeout = 0')
  const size: Size = { applications, connectionString, muster, client, headers: {} }
  await signIn(size)
  return size
}

const subject = 'application'

/**
 * The fields that are measured, and their values by the number of the application: one that 2,500 have at each size, a rare
 * one, a common one, one to sort by, and a rare text to search. One application in ten has no value.
 */
const measured = {
  benchGroup: { type: 'number', value: `n % greatest(total / 2500, 1)`, sortable: false },
  benchBatch: { type: 'number', value: `n % 1000`, sortable: false },
  benchShift: { type: 'text', value: `'Shift ' || n % 4`, sortable: false },
  benchPoints: { type: 'number', value: `(n * 7919) % 100003`, sortable: true },
  benchCode: { type: 'text', value: `md5((n % 1000)::text)`, sortable: false },
} as const

/** Gives every application values, once in a database that is kept; returns the field to sort by. */
async function fillValues({ client }: Size): Promise<void> {
  const { rows } = await client.query<{ filled: boolean }>(
    `select exists (select from applications where custom_fields ? 'benchGroup') as filled`,
  )
  if (rows[0]!.filled) return
  const values = Object.entries(measured).map(([key, { value }]) => `'${key}', ${value}`)
  await client.query(`
    begin;
    alter table applications disable trigger user;
    update applications a set custom_fields = jsonb_build_object(${values.join(', ')})
    from (select id, row_number() over (order by id) as n, count(*) over () as total from applications) numbered
    where a.id = numbered.id and n % 10 > 0;
    alter table applications enable trigger user;
    commit;
  `)
  await client.query('vacuum analyze applications')
}

/** Removes the fields that an interrupted run has left. */
async function removeFields({ client }: Size): Promise<void> {
  await client.query(`delete from custom_fields where key like 'bench%'`)
  await client.query('update custom_field_versions set version = gen_random_uuid()')
}

async function addFields(size: Size): Promise<void> {
  for (const [key, { type }] of Object.entries(measured))
    await send(size.muster.url, size.headers, 'POST', '/custom-fields/', { subject, type, key, label: key })
  await fillValues(size)
  // A token lives for minutes, and filling a million took longer.
  await signIn(size)
  const started = performance.now()
  const { rows } = await size.client.query<{ id: string }>(
    `select id from custom_fields where key = 'benchPoints'`,
  )
  await send(size.muster.url, size.headers, 'PATCH', `/custom-fields/${rows[0]!.id}/`, { sortable: true })
  const db = connect(size.connectionString, 2)
  await buildSortKeys({ db })
  await db.destroy()
  await size.client.query('vacuum analyze application_sort_keys')
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${size.applications.toLocaleString('en')} applications: sort keys written in ${seconds} s`)
}

/** Adds up to 500 fields of applications beside those that are measured. */
async function addManyFields({ client }: Size): Promise<void> {
  await client.query(`
    insert into custom_fields (workspace_id, id, subject, key, label, type, ordinal)
    select w.id, gen_random_uuid(), 'application', 'benchMany' || n, 'Field ' || n, 'text', 1000 + n
    from workspaces w, generate_series(1, 497) n
  `)
  await client.query('update custom_field_versions set version = gen_random_uuid()')
}

const list = '/applications/?open=true&limit=50'
const cases: Record<string, string> = {
  'list, newest activity first': list,
  'filtered by a value as many have': `${list}&field=benchGroup:is:1`,
  'the same, closed ones too': '/applications/?limit=50&field=benchGroup:is:1',
  'the same, sorted': `${list}&field=benchGroup:is:1&sort=field.benchPoints`,
  'filtered by a rare value': `${list}&field=benchBatch:is:7`,
  'filtered by a common value': `${list}&field=benchShift:is:Shift%201`,
  'sorted, ascending': `${list}&sort=field.benchPoints`,
  'sorted, descending': `${list}&sort=-field.benchPoints`,
  'sorted, closed ones too': '/applications/?limit=50&sort=field.benchPoints',
  'newest activity, closed ones too': '/applications/?limit=50',
  // Of the code of one in a thousand, and of every shift.
  'searched by a rare text': `${list}&q=8f14e45f`,
  'searched by a common text': `${list}&q=shift`,
  'search by a rare text': '/search/?q=8f14e45f',
  'filtered by a common value, sorted': `${list}&field=benchShift:is:Shift%201&sort=field.benchPoints`,
}

const milliseconds = (value: number) => value.toFixed(2).padStart(9)

const read = ({ muster, headers }: Size, path: string) => get(`${muster.url}/api/v1${path}`, headers)

async function timeCase(size: Size, path: string): Promise<number[]> {
  return timeEach(() => read(size, path), { most: 25, ms: 250 })
}

/** Sizes alternate, so that a busy moment affects all of them. */
async function measureGrowth(sizes: readonly Size[]): Promise<void> {
  const names = sizes.map(({ applications }) => applications.toLocaleString('en').padStart(9)).join(' ')
  console.log(`\nMedian of one list, ms, by number of applications`)
  console.log(`${''.padEnd(36)} ${names}   growth`)
  for (const [name, path] of Object.entries(cases)) {
    const times = new Map(sizes.map((size) => [size, [] as number[]]))
    for (const size of sizes) {
      await signIn(size)
      await timeCase(size, path)
    }
    for (let round = 0; round < 6; round += 1)
      for (const [size, all] of times) all.push(...(await timeCase(size, path)))
    const medians = [...times.values()].map(median)
    const [smallest, largest] = [medians[0]!, medians.at(-1)!]
    const isOver = largest > smallest * growthTarget && largest - smallest > noiseMs
    console.log(
      `${name.padEnd(36)} ${medians.map(milliseconds).join(' ')} ${`${(largest / smallest).toFixed(2)}×`.padStart(8)}${isOver ? '!' : ''}`,
    )
    if (isOver && options.plans) console.log(await planOf(sizes.at(-1)!, () => read(sizes.at(-1)!, path)))
  }
  console.log(`! grows by more than ${growthTarget}×`)
}

/** The list of the smallest size before and after 500 fields are defined, alternating. */
async function measureDefinitions(size: Size): Promise<void> {
  const times: Record<'none' | 'many', number[]> = { none: [], many: [] }
  for (let round = 0; round < 8; round += 1)
    for (const defined of ['none', 'many'] as const) {
      await removeFields(size)
      if (defined === 'many') await addManyFields(size)
      await signIn(size)
      await timeCase(size, list)
      times[defined].push(...(await timeCase(size, list)))
    }
  const [none, many] = [median(times.none), median(times.many)]
  const isOver = many > none * definedTarget
  console.log(
    `\nList with 500 fields defined: ${many.toFixed(2)} ms, with none: ${none.toFixed(2)} ms, ${(many / none).toFixed(2)}×${isOver ? '!' : ''}`,
  )
  console.log(`! costs more than ${definedTarget}×`)
}

const databases = await prepareDatabases(options.sizes.split(',').map(Number))
const sizes: Size[] = []
try {
  for (const [applications, connectionString] of databases.connectionStrings)
    sizes.push(await openSize(applications, connectionString))
  for (const size of sizes) {
    await removeFields(size)
    await addFields(size)
  }
  await measureGrowth(sizes)
  await measureDefinitions(sizes[0]!)
  for (const size of sizes) await removeFields(size)
} finally {
  for (const { muster, client } of sizes) {
    await client.end()
    await muster.stop()
  }
  await databases.stop()
}
