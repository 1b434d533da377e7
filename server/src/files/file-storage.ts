import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Stores the bytes of files; names, types and owners are in the database. */
export interface FileStorage {
  /** Stores a stream under a key that the server made, never the client. */
  write(key: string, content: Readable): Promise<void>
  read(key: string): Readable
  /** Returns the path of the file on this machine's disk, for readers that seek. */
  localPath(key: string): Promise<string>
  remove(key: string): Promise<void>
}

/** Stores files in a local folder. */
export function createLocalFileStorage(folder: string): FileStorage {
  const pathOf = (key: string) => join(folder, key)
  return {
    async write(key, content) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      try {
        await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
    },
    read: (key) => createReadStream(pathOf(key)),
    localPath: async (key) => pathOf(key),
    remove: (key) => rm(pathOf(key), { force: true }),
  }
}
