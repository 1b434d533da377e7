import { expect, it } from 'vitest'
import { testsOfChange } from './changed-tests.mjs'

const files = [
  'contract/src/agents.ts',
  'e2e/agents.test.ts',
  'e2e/board.test.ts',
  'e2e/every-screen.ts',
  'e2e/screens.test.ts',
  'server/src/agents/agents.test.ts',
  'server/src/agents/list-agents.ts',
  'server/src/board/board.test.ts',
  'server/src/database/connect.ts',
  'server/src/database/embedded.test.ts',
  'server/src/database/embedded.ts',
  'server/src/database/faults.test.ts',
  'server/src/database/launch.ts',
  'server/src/database/schema.test.ts',
  'server/src/row-scopes.test.ts',
  'server/src/server.ts',
  'web/src/agents/agents.browser.test.tsx',
  'web/src/ui/format.test.ts',
]
const imports: Record<string, string[]> = {
  'server/src/row-scopes.test.ts': ['contract/src/agents.ts'],
  'server/src/board/board.test.ts': ['server/src/agents/list-agents.ts'],
  'e2e/screens.test.ts': ['e2e/every-screen.ts'],
  'server/src/database/embedded.test.ts': ['server/src/database/embedded.ts'],
  'server/src/database/embedded.ts': ['server/src/database/launch.ts'],
  'server/src/database/faults.test.ts': ['server/src/database/embedded.ts', 'server/src/server.ts'],
}

const of = (...changed: string[]) => testsOfChange(changed, files, (file) => imports[file] ?? [])

it('a changed file brings the tests beside it and those that import it', () => {
  expect(of('server/src/agents/list-agents.ts')).toEqual([
    'server/src/agents/agents.test.ts',
    'server/src/board/board.test.ts',
  ])
})

it('a changed contract brings the tests of its noun in the server and the web', () => {
  expect(of('contract/src/agents.ts')).toEqual([
    'server/src/agents/agents.test.ts',
    'web/src/agents/agents.browser.test.tsx',
  ])
})

it('a test beside that is about something else is left out, unless it starts a server', () => {
  const [embedded, faults, schema] = ['embedded', 'faults', 'schema'].map(
    (name) => `server/src/database/${name}.test.ts`,
  )
  expect(of('server/src/database/connect.ts')).toEqual([faults, schema])
  expect(of('server/src/database/launch.ts')).toEqual([embedded, faults, schema])
})

it('a migration brings the tests of the schema', () => {
  expect(of('server/migrations/0100_more.sql')).toEqual(['server/src/database/schema.test.ts'])
})

it('a changed test brings itself, and what browser tests share brings those', () => {
  expect(of('e2e/board.test.ts', 'e2e/every-screen.ts')).toEqual(['e2e/board.test.ts', 'e2e/screens.test.ts'])
})

it('what no test is near brings none', () => {
  expect(of('README.md', 'server/src/routes.ts')).toEqual([])
})
