import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { ask } from './ask.ts'
import { followStream } from './follow-stream.ts'
import { followImport, importClient, openPositions, startImport } from './import-client.ts'
import { writeImportFile } from './import-file.ts'
import {
  findPrograms,
  makeReplica,
  type Process,
  serviceFolder,
  startPooler,
  startPrimary,
} from './installed-postgres.ts'
import { type RunningNode, startNode } from './node.ts'
import { benchAdmin } from './prepare.ts'
import { signIn } from './sign-in.ts'

const ports = { primary: 4324, replica: 4325, pooler: 4326, node: 4327 }
const lagSeconds = 3
const clients = 200

const urlOf = (port: number, user = 'muster', database = 'muster') =>
  `postgresql://${user}@127.0.0.1:${port}/${database}`

let failures = 0
function check(what: string, isRight: boolean, more = ''): void {
  if (!isRight) failures += 1
  console.log(`${isRight ? 'yes' : 'NO '}  ${what}${more ? ` (${more})` : ''}`)
}

async function untilTrue(isTrue: () => Promise<boolean>, withinMs = 20_000): Promise<boolean> {
  for (const end = performance.now() + withinMs; performance.now() < end; await setTimeout(200))
    if (await isTrue()) return true
  return false
}

const root = await mkdtemp(join(tmpdir(), 'muster-pooled-'))
await chmod(root, 0o755)
const processes: Process[] = []
let node: RunningNode | null = null
try {
  const bin = findPrograms()
  const folder = (name: string) => serviceFolder(join(root, name))
  processes.push(await startPrimary(bin, await folder('primary'), ports.primary))
  const replica = await makeReplica(bin, await folder('replica'), ports)
  let running = await replica.start()
  processes.push(running)
  const poolerFolder = await folder('pooler')
  let pooler = await startPooler(poolerFolder, ports)
  processes.push(pooler)
  // No connection of ours yet: the pooler would keep it with its old settings.
  await setTimeout(1_000)

  const files = join(root, 'files')
  node = await startNode(ports.node, urlOf(ports.pooler), {
    DATABASE_DIRECT_URL: urlOf(ports.primary),
    DATABASE_REPLICA_URL: urlOf(ports.replica),
    MUSTER_REPLICA_LAG_SECONDS: String(lagSeconds),
    MUSTER_DATA_DIR: files,
    MUSTER_ADMIN_PASSWORD: benchAdmin.password,
    MUSTER_ADMIN_EMAIL: benchAdmin.email,
  })
  const { url } = node

  const [{ join_collapse_limit: limit }] = (await ask<{ join_collapse_limit: string }>(
    urlOf(ports.pooler),
    'show join_collapse_limit',
  )) as [{ join_collapse_limit: string }]
  check('what connections start with holds behind the pooler', limit === '4')

  const client = importClient(url)
  const token = await signIn(url)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const reader = followStream(url, () => token)

  await openPositions(client)
  const path = join(root, 'people.csv')
  await writeImportFile(path, { rows: 2_000, duplicates: 10 })
  const { id } = await startImport(client, path)
  const done = await followImport(client, id)
  check('an import runs through', done.processed === 2_000, `${done.created} created`)
  check('live events come', await untilTrue(async () => reader.ids.size > 0), `${reader.ids.size}`)

  const statuses = await Promise.all(
    Array.from({ length: clients }, async (_, n) => {
      const writes = n % 4 === 0
      const response = await fetch(
        `${url}/api/v1/${writes ? 'companies' : 'applications'}/`,
        writes ? { method: 'POST', headers, body: JSON.stringify({ name: `At once ${n}` }) } : { headers },
      )
      return response.status
    }),
  )
  check(
    `${clients} at once are served`,
    statuses.every((status) => status < 300),
    [...new Set(statuses)].join(', '),
  )
  const [{ held }] = (await ask<{ held: number }>(
    urlOf(ports.primary, 'postgres'),
    `select count(*)::int as held from pg_stat_activity where usename = 'muster'`,
  )) as [{ held: number }]
  check('the primary holds few connections', held <= 30, String(held))

  const report = async () => {
    const response = await fetch(`${url}/api/v1/dashboard/metrics/kpi/`, { headers })
    await response.arrayBuffer()
    return { status: response.status, lag: response.headers.get('x-lag-seconds') }
  }
  const fromReplica = () => untilTrue(async () => (await report()).lag !== null)
  const fromPrimary = () => untilTrue(async () => (await report()).lag === null)
  check(
    'reports come from the replica and say how old they are',
    await fromReplica(),
    `${(await report()).lag} s`,
  )
  const superuser = urlOf(ports.replica, 'postgres', 'postgres')
  await ask(superuser, 'select pg_wal_replay_pause()')
  await client.call('POST', '/companies/', { name: 'After the pause' })
  check('from the primary once the replica is too far behind', await fromPrimary())
  await ask(superuser, 'select pg_wal_replay_resume()')
  check('from the replica again once it has caught up', await fromReplica())
  await running.kill()
  const meanwhile = await Promise.all(Array.from({ length: 20 }, report))
  check(
    'none fails when the replica is killed',
    meanwhile.every(({ status }) => status === 200),
  )
  running = await replica.start()
  processes.push(running)
  check('from the replica again once it is back', await fromReplica())

  await pooler.kill()
  const away = await fetch(`${url}/api/v1/companies/`, { headers })
  await away.arrayBuffer()
  check(
    'a killed pooler is answered by 503 and Retry-After',
    away.status === 503 && away.headers.has('retry-after'),
  )
  check(
    'the node is not ready meanwhile, and lives',
    (await fetch(`${url}/ready`)).status === 503 && (await fetch(`${url}/health`)).status === 200,
  )
  pooler = await startPooler(poolerFolder, ports)
  processes.push(pooler)
  check('and ready again after', await untilTrue(async () => (await fetch(`${url}/ready`)).status === 200))
  check('calls are served again', (await fetch(`${url}/api/v1/companies/`, { headers })).status === 200)
  reader.leave()
} finally {
  await node?.end('SIGTERM')
  for (const one of processes.reverse()) await one.stop()
  await rm(root, { recursive: true, force: true })
}
if (failures > 0) process.exitCode = 1
