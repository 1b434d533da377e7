import { parseArgs } from 'node:util'
import { connectionOptions } from '@muster/server/database/session-settings.ts'
import type { Figure, Split } from '@muster/server/facts/figures.ts'
import pg from 'pg'
import { type Served, serve } from './child.ts'
import { prepareDatabases } from './databases.ts'
import { scratchDatabases } from './import-database.ts'
import { explainSlowest, get, median, runStatements, timeEach } from './measure.ts'
import type { Statement } from './serve-muster.ts'
import { signedInHeaders } from './sign-in.ts'

/** The product's targets. */
const growthTarget = 1.3
const bareTarget = 2
const moveTarget = 1.05
/** Differences below this are noise of the machine. */
const noiseMs = 0.5

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,1000000' },
    only: { type: 'string', default: 'calls,explore,goals,moves' },
    moves: { type: 'string', default: '300' },
    /** Whose triggers a move is measured with and without. */
    triggers: { type: 'string', default: 'reports' },
    /** Prints the plan of the slowest statement of goals and of the forecast. */
    plans: { type: 'boolean', default: false },
  },
})

interface Report {
  name: string
  path: string
  /** Which daily totals it shows, and whether those of the previous period are among them. */
  figures: readonly Figure[]
  previous?: boolean
  split?: Split
}

const reports: readonly Report[] = [
  {
    name: 'key figures',
    path: '/dashboard/metrics/kpi/',
    figures: [
      'createdByReached',
      'entered',
      'daysToHire',
      'offersDecided',
      'calls',
      'spokenWith',
      'called',
      'contactMade',
    ],
    previous: true,
  },
  {
    name: 'daily activity',
    path: '/dashboard/analytics/daily-activity',
    figures: ['createdByReached', 'entered', 'moved', 'calls'],
  },
  { name: 'hiring summary', path: '/dashboard/analytics/hiring-summary', figures: [] },
  { name: 'status overview', path: '/dashboard/leads/status-overview', figures: [] },
  {
    name: 'conversion',
    path: '/dashboard/conversion-rate',
    figures: ['createdByReached', 'offersDecided'],
    previous: true,
  },
  {
    name: 'funnel',
    path: '/dashboard/analytics/prospect-conversion-funnel',
    figures: ['createdByType', 'createdByReached', 'entered'],
  },
  { name: 'final disposition', path: '/dashboard/analytics/prospect-final-disposition', figures: ['ended'] },
  {
    name: 'declined reasons',
    path: '/dashboard/analytics/company-declined-reason',
    figures: ['ended'],
    split: 'company',
  },
  {
    name: 'sources',
    path: '/dashboard/analytics/source-effectiveness',
    figures: ['createdByReached', 'daysToHire'],
    split: 'source',
  },
  {
    name: 'durations',
    path: '/dashboard/analytics/durations',
    figures: ['daysToHire', 'daysToFill', 'stay', 'left'],
  },
]

/** Questions to Explore over the last 28 days; the last ones are over all time with two groupings. */
const questions = {
  'contact rate by source and company': '?measure=contactRate&by=source&by=company',
  'contact rate by week': '?measure=contactRate&by=week',
  'new applications by day': '?measure=newApplications&by=day',
  'calls by weekday and hour': '?measure=callsPlaced&by=weekday&by=hour',
  'conversion by owner': '?measure=interviewConversion&by=owner',
  'time in stage by stage': '?measure=timeInStage&by=statusType',
  'declined by company and reason': '?measure=closedWithoutHire&by=company&by=reason',
  'call minutes by agent': '?measure=callMinutes&by=agent',
  'all time: hires by company and month': '?measure=hired&by=company&by=month&from=2020-01-01T00:00:00Z',
  'all time: spoken by source and owner':
    '?measure=peopleSpokenWith&by=source&by=owner&from=2020-01-01T00:00:00Z',
}

const exploreTargetMs = 300
const allTimeTargetMs = 2_000

interface Size {
  applications: number
  muster: Served
  client: pg.Client
  headers: Record<string, string>
}

async function openSize(applications: number, connectionString: string): Promise<Size> {
  const muster = await serve('./serve-muster.ts', connectionString)
  const client = new pg.Client({ connectionString, options: connectionOptions })
  await client.connect()
  return { applications, muster, client, headers: await signedInHeaders(muster.url) }
}

/** The sums that a report shows, read and nothing else; for what holds now, those of every day. */
function bareStatement({ figures, previous, split }: Report): Statement {
  const now = figures.length === 0
  return {
    text: `select figure, day, key, label, detail, ref, value, n from fact_totals
      where workspace_id = (select id from workspaces) and split = $1 and figure = any($2::text[])
        and key = any(array(select distinct key from fact_totals where split = $1))
        and day > current_date - $3::int`,
    values: [split ?? '', now ? ['openNow', 'due'] : figures, now ? 100_000 : previous ? 56 : 28],
  }
}

async function measureCalls(sizes: readonly Size[]): Promise<void> {
  const names = sizes.map(({ applications }) => applications.toLocaleString('en').padStart(9)).join(' ')
  console.log(
    '\nMedian of one report of 28 days, ms; of the first after a compaction; of its statements alone; of a bare SELECT of the sums it shows',
  )
  console.log(
    `${''.padEnd(20)} ${names}   growth   (anew ${names}) (statements ${names})   (bare ${names})  statements/bare`,
  )
  for (const report of reports) {
    const measured = new Map<
      Size,
      {
        served: number[]
        anew: number[]
        sql: number[]
        bare: number[]
        statements: Statement[]
        only: Statement
      }
    >()
    for (const size of sizes) {
      const address = `${size.muster.url}/api/v1${report.path}`
      await get(address, size.headers)
      size.muster.tell('record')
      await get(address, size.headers)
      const statements = await size.muster.ask<Statement[]>('recorded')
      const keys = await size.client.query<{ key: string }>(
        'select distinct key from fact_totals where split = $1',
        [report.split ?? ''],
      )
      const only = bareStatement(report)
      only.text = only.text.replace(
        'array(select distinct key from fact_totals where split = $1)',
        '$4::text[]',
      )
      only.values.push(keys.rows.map(({ key }) => key))
      measured.set(size, { served: [], anew: [], sql: [], bare: [], statements, only })
    }
    for (let round = 0; round < 5; round += 1)
      for (const [size, one] of measured) {
        const address = `${size.muster.url}/api/v1${report.path}`
        const some = { most: 20, ms: 250 }
        one.served.push(...(await timeEach(() => get(address, size.headers), some)))
        for (let time = 0; time < 3; time += 1) {
          // As a compaction does: the sums have to be read again.
          await size.client.query('update fact_states set version = gen_random_uuid()')
          one.anew.push(...(await timeEach(() => get(address, size.headers), { most: 1, ms: 250 })))
        }
        one.sql.push(...(await timeEach(() => runStatements(size.client, one.statements), some)))
        one.bare.push(...(await timeEach(() => runStatements(size.client, [one.only]), some)))
      }
    const of = (what: 'served' | 'anew' | 'sql' | 'bare') =>
      [...measured.values()].map((one) => median(one[what]))
    const [served, anew, sql, bare] = [of('served'), of('anew'), of('sql'), of('bare')]
    const show = (values: readonly number[]) => values.map((value) => value.toFixed(2).padStart(9)).join(' ')
    const growth = served.at(-1)! / served[0]!
    const over = growth > growthTarget && served.at(-1)! - served[0]! > noiseMs
    const ratio = sql.at(-1)! / bare.at(-1)!
    console.log(
      `${report.name.padEnd(20)} ${show(served)} ${`${growth.toFixed(2)}×`.padStart(8)}${over ? '!' : ' '} (${show(anew)}) (${show(sql)}) (${show(bare)}) ${ratio.toFixed(2)}×${ratio > bareTarget && sql.at(-1)! - bare.at(-1)! > noiseMs ? '!' : ''}`,
    )
  }
  console.log(
    `! grows by more than ${growthTarget}×, or takes more than ${bareTarget}× the bare SELECT, and by more than ${noiseMs} ms`,
  )
}

/** Measures questions to Explore, which reads facts. */
async function measureExplore(sizes: readonly Size[]): Promise<void> {
  console.log('\nMedian of one question to Explore, ms; growth from the smallest to the largest')
  for (const [name, query] of Object.entries(questions)) {
    const times: number[] = []
    for (const { muster, headers } of sizes) {
      const address = `${muster.url}/api/v1/explore/${query}`
      await get(address, headers)
      times.push(median(await timeEach(() => get(address, headers), { most: 9, ms: 10_000 })))
    }
    const target = name.startsWith('all time') ? allTimeTargetMs : exploreTargetMs
    const shown = times.map((time) => time.toFixed(1).padStart(9)).join(' ')
    const growth = (times.at(-1)! / times[0]!).toFixed(2)
    console.log(`${name.padEnd(40)} ${shown} ${growth.padStart(7)}×${times.at(-1)! > target ? ' !' : ''}`)
  }
  console.log(`! takes more than ${exploreTargetMs} ms, or ${allTimeTargetMs} ms over all time`)
}

/** Goals and the forecast of openings. The default page has the same number of positions at every size. */
const outlooks = {
  goals: '/goals/',
  forecast: '/dashboard/analytics/openings-forecast',
  'forecast of a company': '/dashboard/analytics/openings-forecast?companyId=',
}

/** The first company with an open position. */
const companyWithOpenings = `select company_id as id from positions where state = 'open' and deleted_at is null
  order by company_id limit 1`

/** Counts the decided applications of the last 365 days, and nothing else: what the forecast cannot do without. */
const decidedStatement: Statement = {
  text: `select reached, count(*), count(*) filter (where disposition = 'hired') from applications
    where workspace_id = (select id from workspaces) and deleted_at is null
      and closed_at >= now() - interval '365 days' and closed_at < now() group by reached`,
  values: [],
}

/** Measures goals and the forecast of openings, and prints the plans of what they read with `--plans`. */
async function measureOutlooks(sizes: readonly Size[]): Promise<void> {
  console.log('\nMedian of goals and of the forecast, ms; growth from the smallest to the largest')
  console.log(
    'In brackets: their statements alone, and these to a bare count of the decided applications of a year',
  )
  for (const [name, path] of Object.entries(outlooks)) {
    const served: number[] = []
    const alone: number[] = []
    const bare: number[] = []
    for (const { applications, muster, client, headers } of sizes) {
      const { rows } = await client.query<{ id: string }>(companyWithOpenings)
      const address = `${muster.url}/api/v1${path}${path.endsWith('=') ? rows[0]!.id : ''}`
      await get(address, headers)
      muster.tell('record')
      await get(address, headers)
      const statements = await muster.ask<Statement[]>('recorded')
      const some = { most: 15, ms: 10_000 }
      served.push(median(await timeEach(() => get(address, headers), some)))
      alone.push(median(await timeEach(() => runStatements(client, statements), some)))
      bare.push(median(await timeEach(() => runStatements(client, [decidedStatement]), some)))
      if (options.plans) {
        const { statement, plan } = await explainSlowest(
          client,
          statements.filter(({ text }) => /^\s*(with|select)/i.test(text)),
        )
        console.log(
          `\n${name}, ${applications.toLocaleString('en')} applications:\n${statement.text}\n${plan}\n`,
        )
      }
    }
    const show = (times: readonly number[]) => times.map((time) => time.toFixed(1).padStart(9)).join(' ')
    const growth = (served.at(-1)! / served[0]!).toFixed(2)
    const ratio = (alone.at(-1)! / bare.at(-1)!).toFixed(2)
    console.log(
      `${name.padEnd(40)} ${show(served)} ${growth.padStart(7)}× (${show(alone)}, ${ratio}×)${served.at(-1)! > exploreTargetMs ? ' !' : ''}`,
    )
  }
  console.log(`! takes more than ${exploreTargetMs} ms`)
}

/** Triggers by what they do: maintain the totals, queue messages of webhooks, or stamp changes. */
const triggerNames: Record<string, string> = {
  reports: '^(applications|activity_logs|calls|dispositions)_report_',
  webhooks: '_webhooks($|_)',
  stamps: '^stamp_change$',
}

const selectTriggers = `select tgrelid::regclass as table, tgname as name from pg_trigger
  where not tgisinternal and tgname ~ $1`

/** Adds a workspace with an active webhook for every event: moves in other workspaces must not pay for it. */
async function addWebhookElsewhere(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `insert into workspaces (id, name, timezone, default_country)
     values (gen_random_uuid(), 'Elsewhere', 'UTC', 'US') returning id`,
  )
  const { id } = rows[0]!
  await client.query(
    `with head as (
       insert into users (workspace_id, id, email, name, role)
       values ($1, gen_random_uuid(), 'elsewhere@example.com', 'Somebody', 'admin') returning id
     )
     insert into outgoing_webhooks (workspace_id, id, url, events, secret, created_by)
     select $1, gen_random_uuid(), 'https://example.com/', array['application.updated', 'application.moved'], '', id
     from head`,
    [id],
  )
}

/** Measures the same moves through the API with and without some triggers, alternating. */
async function measureMoves(connectionString: string): Promise<void> {
  const muster = await serve('./serve-muster.ts', connectionString)
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const headers = { ...(await signedInHeaders(muster.url)), 'content-type': 'application/json' }
    const { rows } = await client.query<{ id: string; position_id: string; to: string; back: string }>(
      `select a.id, a.position_id, s.id as to, a.status_id as back from applications a
       join statuses s on s.position_id = a.position_id and s.deleted_at is null
       where a.deleted_at is null and a.status_type = 'lead' and s.type = 'contacted' order by md5(a.id::text) limit 400`,
    )
    const move = async (id: string, position: string, toStatusId: string) => {
      const response = await fetch(`${muster.url}/api/v1/board/${position}/move/`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ applicationIds: [id], toStatusId }),
      })
      if (!response.ok) throw new Error(`A move answered ${response.status}`)
      await response.arrayBuffer()
    }
    const times = { kept: [] as number[], without: [] as number[] }
    let number = 0
    const some = async (into: number[], many: number) => {
      for (let each = 0; each < many; each += 1, number += 1) {
        const { id, position_id: position, to, back } = rows[number % rows.length]!
        const forth = Math.floor(number / rows.length) % 2 === 0
        const started = performance.now()
        await move(id, position, forth ? to : back)
        into.push(performance.now() - started)
      }
    }
    const triggers = await client.query<{ table: string; name: string }>(selectTriggers, [
      triggerNames[options.triggers],
    ])
    if (options.triggers === 'webhooks') await addWebhookElsewhere(client)
    const enable = async (how: 'enable' | 'disable') => {
      for (const { table, name } of triggers.rows)
        await client.query(`alter table ${table} ${how} trigger ${name}`)
    }
    await some([], 100)
    for (let round = 0; round < Number(options.moves) / 25; round += 1) {
      await enable('enable')
      await some([], 3)
      await some(times.kept, 25)
      await enable('disable')
      await some([], 3)
      await some(times.without, 25)
    }
    const [kept, without] = [median(times.kept), median(times.without)]
    const ratio = kept / without
    console.log(
      `\nA move, ms: ${kept.toFixed(2)} with the ${triggers.rows.length} triggers of ${options.triggers}, ${without.toFixed(2)} without: ${ratio.toFixed(2)}×${ratio > moveTarget ? '!' : ''}`,
    )
  } finally {
    await client.end()
    await muster.stop()
  }
}

const databases = await prepareDatabases(options.sizes.split(',').map(Number))
const sizes: Size[] = []
try {
  if (options.only.includes('moves')) {
    const scratch = await scratchDatabases(databases.admin, databases.owner)
    const [smallest] = databases.connectionStrings.values()
    const template = new URL(smallest!).pathname.slice(1)
    await measureMoves(await scratch.create('muster_bench_reports', template))
    await scratch.stop()
  }
  if (/calls|explore|goals/.test(options.only))
    for (const [applications, connectionString] of databases.connectionStrings)
      sizes.push(await openSize(applications, connectionString))
  if (options.only.includes('calls')) await measureCalls(sizes)
  if (options.only.includes('explore')) await measureExplore(sizes)
  if (options.only.includes('goals')) await measureOutlooks(sizes)
} finally {
  for (const { muster, client } of sizes) {
    await client.end()
    await muster.stop()
  }
  await databases.stop()
}
