import { openAsBlob } from 'node:fs'
import { workerData } from 'node:worker_threads'

/** Of a worker thread: uploads the file for analysis so many times at once. */
export interface AnalysesOrder {
  url: string
  token: string
  path: string
  atOnce: number
}

const { url, token, path, atOnce } = workerData as AnalysesOrder

async function analyze(): Promise<void> {
  const form = new FormData()
  form.append('file', await openAsBlob(path), 'people.csv')
  const response = await fetch(`${url}/api/v1/applications/bulk-import/analyze/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  if (!response.ok) throw new Error(`The analysis answered ${response.status}: ${await response.text()}`)
  await response.arrayBuffer()
}

await Promise.all(Array.from({ length: atOnce }, analyze))
