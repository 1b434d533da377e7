/**
 * Checks the gzipped JavaScript of each first load against its budget: what the build's manifest lists for a screen, in
 * the heaviest language. What loads later (menus, dialogs, live events) is not counted.
 *
 *   node scripts/check-bundle.mjs [folder of the build]
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from './project.mjs'

const kilobyte = 1000

/** What every screen after sign-in loads. */
const app = ['index.html', 'src/app.tsx', 'src/session/session-calls.ts']

const screens = [
  { name: 'sign-in', budget: 120, modules: ['index.html', 'src/session/auth-app.tsx'], texts: ['first'] },
  { name: 'dashboard', budget: 170, modules: [...app, 'src/dashboard/dashboard-page.tsx'], texts: ['first'] },
  { name: 'board', budget: 250, modules: [...app, 'src/board/board-page.tsx'], texts: ['first', 'board'] },
]

/** Prints the sizes. Returns 0 when all are within budget, else 1. */
export function checkBundle(folder = join(root, 'web', 'dist')) {
  const manifestPath = join(folder, '.vite', 'manifest.json')
  if (!existsSync(manifestPath)) {
    console.error('There is no build to measure')
    return 1
  }
  const manifest = JSON.parse(readFileSync(manifestPath, 'utf8'))
  const languages = Object.keys(manifest).flatMap(
    (key) => /texts\/(\w+)\/web\.po\?part=first$/.exec(key)?.[1] ?? [],
  )
  const sizes = new Map()

  function entryOf(module) {
    const entry = manifest[module] ?? Object.values(manifest).find(({ src }) => src?.endsWith(module))
    if (!entry) throw new Error(`The build has no ${module}`)
    return entry
  }
  function filesOf(entry, files) {
    if (files.has(entry.file)) return files
    files.add(entry.file)
    for (const each of entry.imports ?? []) filesOf(manifest[each], files)
    return files
  }
  function sizeOf(file) {
    if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(join(folder, file))).length)
    return sizes.get(file)
  }

  let code = 0
  for (const { name, budget, modules, texts } of screens) {
    const loads = languages.map((language) => {
      const all = [...modules, ...texts.map((part) => `texts/${language}/web.po?part=${part}`)]
      const files = [...all.reduce((found, module) => filesOf(entryOf(module), found), new Set())]
      return { language, files, size: files.reduce((sum, file) => sum + sizeOf(file), 0) / kilobyte }
    })
    const heaviest = loads.reduce((a, b) => (b.size > a.size ? b : a))
    const fits = heaviest.size <= budget
    if (!fits) code = 1
    console.log(
      `${fits ? '✓' : '✗'} ${name}: ${heaviest.size.toFixed(1)} of ${budget} kB (${heaviest.language}, ${heaviest.files.length} files)`,
    )
    if (fits && !process.argv.includes('--files')) continue
    for (const file of heaviest.files.sort((a, b) => sizeOf(b) - sizeOf(a)))
      console.log(`    ${(sizeOf(file) / kilobyte).toFixed(1).padStart(6)} ${file}`)
  }
  return code
}

if (import.meta.filename === process.argv[1]) process.exitCode = checkBundle(process.argv[2])
