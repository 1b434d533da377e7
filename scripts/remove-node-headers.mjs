/** Removes the C++ headers that the package `node` brings (67 MB): nothing here compiles an addon. Runs after each install. */
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const packages = fileURLToPath(new URL('../node_modules/node/node_modules/', import.meta.url))

for (const name of existsSync(packages) ? readdirSync(packages) : [])
  if (name.startsWith('node-')) rmSync(`${packages}${name}/include`, { recursive: true, force: true })
