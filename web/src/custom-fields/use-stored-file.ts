import { listFiles } from '@muster/contract/uploads.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import type { UploadedFile } from '../uploads/file-upload.tsx'

/** How long IDs are collected for one call, in milliseconds: those of the rows that a list shows. */
const collectMs = 10
const mostIds = 100

let waiting: {
  id: string
  resolve: (file: UploadedFile | null) => void
  reject: (error: unknown) => void
}[] = []

async function ask(): Promise<void> {
  const asked = waiting
  waiting = []
  for (let from = 0; from < asked.length; from += mostIds) {
    const some = asked.slice(from, from + mostIds)
    try {
      const { items } = await call(listFiles, { query: { id: some.map(({ id }) => id).join() } })
      const files = new Map(items.map((file) => [file.id, file]))
      for (const { id, resolve } of some) resolve(files.get(id) ?? null)
    } catch (error) {
      for (const { reject } of some) reject(error)
    }
  }
}

function findFile(id: string): Promise<UploadedFile | null> {
  return new Promise((resolve, reject) => {
    if (waiting.length === 0) setTimeout(() => void ask(), collectMs)
    waiting.push({ id, resolve, reject })
  })
}

/** Returns a stored file; null if it is gone or hidden, undefined while it is loaded. A file never changes. */
export function useStoredFile(id: string): UploadedFile | null | undefined {
  const { data } = useQuery({
    queryKey: [listFiles.name, 'one', id],
    queryFn: () => findFile(id),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data
}
