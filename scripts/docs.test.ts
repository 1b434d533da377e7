import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './project.mjs'

/** Returns all files below a folder of the project, by their paths within it. */
function listFiles(folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name
    if (['node_modules', 'dist', 'data', '.git'].includes(entry.name)) return []
    return entry.isDirectory() ? listFiles(path) : [path]
  })
}

const files = listFiles()

const pages = files.filter((file) => /^(docs\/.+|[A-Z]+)\.md$/.test(file))

/** Names of files that are not in the repository: those of a download, and an example. */
const elsewhere = ['header.json', 'manifest.json', 'server/migrations/NNNN_name.sql']

/** Returns the files that a page names in its text: `a/b.ts`, without patterns such as `*-email.ts`. */
function namedFiles(page: string): string[] {
  const text = readFileSync(join(root, page), 'utf8').replace(/```.*?```/gs, '')
  const names = [...text.matchAll(/`([\w@./-]+\w\.(?:tsx?|m[jt]s|sql|css|po|json|md|yaml|cfg))`/g)]
  return names.map(([, name]) => name!).filter((name) => !name.startsWith('/') && !elsewhere.includes(name))
}

describe.each(pages)('%s', (page) => {
  it('names only files that exist', () => {
    const missing = namedFiles(page).filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)))
    expect(missing).toEqual([])
  })
})
