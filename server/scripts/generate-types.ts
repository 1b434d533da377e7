import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { withMigratedDatabase } from './with-migrated-database.ts'

/** Writes the types of the migrated schema. With `--verify`, fails when the committed ones differ. */
const outFile = fileURLToPath(new URL('../src/database/schema.generated.ts', import.meta.url))
const codegen = fileURLToPath(
  new URL('./cli/bin.js', pathToFileURL(createRequire(import.meta.url).resolve('kysely-codegen'))),
)

await withMigratedDatabase(async (connectionString) => {
  const args = [
    codegen,
    '--url',
    connectionString,
    '--dialect',
    'postgres',
    '--default-schema',
    'public',
    '--include-pattern',
    'public.*',
    '--type-mapping',
    '{"timestamptz":"string","int8":"number"}',
    '--numeric-parser',
    'number',
    '--out-file',
    outFile,
  ]
  if (process.argv.includes('--verify')) args.push('--verify')
  execFileSync(process.execPath, args, { stdio: 'inherit' })
})
