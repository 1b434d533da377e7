/**
 * Fails when package-lock.json lacks a package of another platform: npm may silently omit them when it resolves on one,
 * and `npm ci` then refuses the lock everywhere.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './project.mjs'

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const missing = []

for (const [path, entry] of Object.entries(packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (!isLocked(path, name)) missing.push(`${name} ${version}, which ${path} asks for`)
  }
}

/** Searches where Node would: next to the package, then in every parent folder. */
function isLocked(from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    if (packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`]) return true
    if (folder === '') return false
  }
}

if (missing.length > 0) {
  console.error(`package-lock.json lacks:\n  ${missing.join('\n  ')}`)
  console.error('Choose versions that every platform has, or write the lock anew with npm install.')
  process.exitCode = 1
}
