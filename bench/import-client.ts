import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { importPositions } from './import-file.ts'
import { benchAdmin } from './prepare.ts'

/** Access tokens live for 15 minutes; large imports may take longer. */
const renewAfterMs = 5 * 60_000

/** The calls of a user over HTTP. */
export interface ImportClient {
  url: string
  call<Body>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Body>
  upload(path: string): Promise<Analyzed>
}

interface Analyzed {
  id: string
  columns: { index: number; suggestion: { field: string | null; confidence: number } }[]
}

export interface ImportStatus {
  id: string
  state: string
  error: string | null
  total: number
  processed: number
  created: number
  updated: number
  skipped: number
  conflicts: number
  invalid: number
  startedAt: string | null
  finishedAt: string | null
}

export function importClient(url: string): ImportClient {
  let token = { value: '', at: Number.NEGATIVE_INFINITY }

  async function send<Body>(path: string, init: RequestInit): Promise<Body> {
    const response = await fetch(`${url}/api/v1${path}`, init)
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)}`)
    return JSON.parse(text) as Body
  }

  async function headers(): Promise<Record<string, string>> {
    if (performance.now() - token.at > renewAfterMs) {
      const { access_token } = await send<{ access_token: string }>('/login/', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(benchAdmin),
      })
      token = { value: access_token, at: performance.now() }
    }
    return { authorization: `Bearer ${token.value}` }
  }

  return {
    url,
    async call(method, path, body) {
      const json: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
      return send(path, {
        method,
        headers: { ...(await headers()), ...json },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    },
    async upload(path) {
      const form = new FormData()
      form.append('file', await openAsBlob(path), basename(path))
      return send('/applications/bulk-import/analyze/', {
        method: 'POST',
        headers: await headers(),
        body: form,
      })
    },
  }
}

/** Creates the open positions that the files name. */
export async function openPositions(client: ImportClient): Promise<void> {
  const company = await client.call<{ id: string }>('POST', '/companies/', { name: 'Bench Logistics' })
  for (const name of importPositions)
    await client.call('POST', '/positions/', { name, companyId: company.id })
}

interface PreparedImport {
  id: string
  mapping: Record<string, string>
}

/** Uploads a file and accepts what the server suggests. */
export async function prepareImport(client: ImportClient, path: string): Promise<PreparedImport> {
  const { id, columns } = await client.upload(path)
  const mapping = Object.fromEntries(
    columns.flatMap(({ index, suggestion: { field, confidence } }) =>
      field && confidence >= 0.5 ? [[String(index), field]] : [],
    ),
  )
  return { id, mapping }
}

/** Queues a prepared import. */
export async function executeImport(
  client: ImportClient,
  { id, mapping }: PreparedImport,
  policy = 'fill_blanks',
): Promise<void> {
  await client.call('POST', '/applications/bulk-import/execute/', {
    importId: id,
    mapping,
    policy,
    undecided: 'report',
  })
}

/** Starts an import without changing or confirming suggestions: it is queued. */
export async function startImport(
  client: ImportClient,
  path: string,
  policy?: string,
): Promise<{ id: string; analyseMs: number }> {
  const started = performance.now()
  const prepared = await prepareImport(client, path)
  const analyseMs = performance.now() - started
  await executeImport(client, prepared, policy)
  return { id: prepared.id, analyseMs }
}

export const statusOf = (client: ImportClient, id: string) =>
  client.call<ImportStatus>('GET', `/applications/bulk-import/status/${id}/`)

export async function followImport(
  client: ImportClient,
  id: string,
  everyMs = 500,
): Promise<ImportStatus & { ms: number }> {
  for (;;) {
    const status = await statusOf(client, id)
    if (status.state === 'completed')
      return { ...status, ms: Date.parse(status.finishedAt!) - Date.parse(status.startedAt!) }
    if (status.state === 'failed') throw new Error(`The import failed: ${status.error}`)
    await setTimeout(everyMs)
  }
}
