import { globSync } from 'node:fs'
import { sep } from 'node:path'
import { root } from '../scripts/project.mjs'

/** An area of the product with decisions, and the tests that should notice mistakes in it. */
export interface Area {
  project: 'server' | 'web'
  /** Source files; test files and those in folders of tests are excluded. */
  files: string[]
  /** Only these tests run: a mutant that others would catch counts as survived. */
  tests: string[]
}

const server = (files: string[], tests: string[]): Area => ({
  project: 'server',
  files: files.map((file) => `server/src/${file}`),
  tests: tests.map((test) => `server/src/${test}`),
})

const web = (files: string[]): Area => ({
  project: 'web',
  files: files.map((file) => `web/src/${file}`),
  tests: ['web/src/**/*.test.ts'],
})

export const areas: Record<string, Area> = {
  permissions: server(
    ['policies/*.ts', 'users/{decide-change,lock-users}.ts'],
    [
      'users/*.test.ts',
      'row-scopes*.test.ts',
      'reviewers-of-other-clients.test.ts',
      'applications/*.test.ts',
      'pipelines/*.test.ts',
    ],
  ),
  session: server(
    ['session/*.ts'],
    [
      'session/*.test.ts',
      'users/sign-in-and-sessions.test.ts',
      'security/guessing.test.ts',
      'api-keys/*.test.ts',
    ],
  ),
  board: server(
    ['board/*.ts'],
    ['board/*.test.ts', 'applications/undo-batch.test.ts', 'positions/close-position.test.ts'],
  ),
  imports: server(['imports/{rows,undo}/*.ts'], ['imports/**/*.test.ts']),
  applications: server(
    ['applications/*.ts'],
    [
      'applications/*.test.ts',
      'board/*.test.ts',
      'saved-views/*.test.ts',
      'positions/close-position.test.ts',
    ],
  ),
  reports: server(['dashboard/*.ts', 'facts/*.ts'], ['dashboard/*.test.ts']),
  webhooks: server(
    ['webhooks/*.ts', 'outgoing-webhooks/*.ts'],
    ['webhooks/**/*.test.ts', 'outgoing-webhooks/*.test.ts'],
  ),
  subscriptions: server(
    ['subscriptions/*.ts'],
    ['subscriptions/*.test.ts', 'plans/*.test.ts', 'payments/**/*.test.ts'],
  ),
  privacy: server(['privacy/*.ts'], ['privacy/*.test.ts']),
  exports: server(
    ['exports/*.ts'],
    [
      'exports/*.test.ts',
      'applications/export-applications.test.ts',
      'dashboard/export-reports.test.ts',
      'imports/exported-file.test.ts',
    ],
  ),
  'board-moves': web(['board/{board-moves,arrivals,dragged-cards,lane-rows,use-board-moves}.ts']),
  'list-cache': web([
    'applications/{list-cache,application-cache,act-on-applications,follow-changes,in-chunks}.ts',
  ]),
  triage: web([
    'applications/list/{use-triage-commands,use-selection}.ts',
    'applications/record/use-neighbours.ts',
    'ui/{use-shortcuts,use-cursor}.ts',
  ]),
  refresh: web(['api/{refresh-lock,refresh-tokens,http,http-request}.ts', 'session/stored-session.ts']),
  guards: web([
    'session/{requires,auth-paths,read-redirect,link-token}.ts',
    'applications/application-actions.ts',
  ]),
}

const notMutated = /\.test\.tsx?$|\.d\.ts$|\.generated\.ts$|\/(fixtures|testing)\//

export function matching(globs: string[]): string[] {
  const found = globs.flatMap((glob) => globSync(glob, { cwd: root }))
  return [...new Set(found.map((file) => file.split(sep).join('/')))].sort()
}

export function filesOf(area: Area): string[] {
  return matching(area.files).filter((file) => !notMutated.test(file))
}

export function testsOf(area: Area): string[] {
  return matching(area.tests)
}
