import { readFile } from 'node:fs/promises'
import type pg from 'pg'

/** The clock tick of `/proc` on Linux. */
const tickMs = 10

async function usedBy(processes: readonly { pid: number }[]): Promise<Map<number, number>> {
  const used = new Map<number, number>()
  for (const { pid } of processes) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
    // The name in brackets may have spaces; user and system time are fields 14 and 15.
    const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields) used.set(pid, (Number(fields[11]) + Number(fields[12])) * tickMs)
  }
  return used
}

const grown = (before: Map<number, number>, after: Map<number, number>) =>
  [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0)

/** Runs work. Returns its result, and its processor time on the nodes and on all processes of their PostgreSQL. */
export async function processorTimeOf<Result>(
  { admin, nodes }: { admin: pg.Client; nodes: readonly { pid: number }[] },
  work: () => Promise<Result>,
): Promise<{ result: Result; nodeMs: number; databaseMs: number }> {
  const look = async () => {
    const { rows } = await admin.query<{ pid: number }>(
      'select pid from pg_stat_activity where pid <> pg_backend_pid()',
    )
    return { node: await usedBy(nodes), database: await usedBy(rows) }
  }
  const before = await look()
  const result = await work()
  const after = await look()
  return {
    result,
    nodeMs: grown(before.node, after.node),
    databaseMs: grown(before.database, after.database),
  }
}
