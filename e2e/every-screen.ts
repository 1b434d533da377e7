import type { TestUser } from '@muster/server/testing/test-server.ts'
import type { Page } from 'playwright-core'
import { type Muster, startSample } from './start-muster.ts'

/** Every screen by its address, or by what it shows where the address says less. */
export const screens = [
  '/dashboard',
  '/start',
  '/analytics',
  'goals and forecast',
  '/explore',
  '/report-dashboards',
  '/report-dashboards/{id}',
  '/applications',
  '/applications/create',
  '/applications/{id}',
  '/board/{id} of a position',
  '/board/{id} of a pipeline',
  '/positions',
  '/positions/create',
  '/positions/{id}',
  '/positions/{id}/edit',
  '/candidates',
  '/candidates/{id}',
  '/companies',
  '/companies/{id}',
  '/pipelines',
  '/imports',
  '/imports/new',
  '/settings/profile',
  '/settings/password',
  '/settings/sessions',
  '/settings/notifications',
  '/settings/appearance',
  '/settings/workspace',
  '/settings/pipelines',
  '/settings/reasons',
  '/settings/calling-hours',
  '/settings/source-costs',
  '/settings/fields',
  '/settings/activity',
  '/settings/users',
  '/settings/roles',
  '/settings/invitations',
  '/settings/voice',
  '/settings/api-keys',
  '/settings/webhooks',
  '/settings/audit',
  '/settings/privacy',
  '/plans',
  '/admin/workspaces',
  '/admin/users',
  '/admin/jobs',
  '/admin/mails',
  '/admin/health',
  '/admin/audit',
  '/admin/plans',
  'the invoices of all workspaces',
  'who sells',
  '/agents',
  '/call-queues',
  '/call-queues/{id}',
  '/call-queues/wallboard',
  '/voice-campaigns',
  '/voice-campaigns/{id}',
  'an unknown address',
] as const

/** A workspace full of sample data, somebody who may see everything, and the address of every screen. */
export async function openEveryScreen(): Promise<{
  muster: Muster
  user: TestUser
  paths: Record<string, string>
}> {
  const { muster, user } = await startSample('superadmin')
  const { db } = muster.server
  const first = async (
    table:
      | 'applications'
      | 'call_queues'
      | 'candidates'
      | 'companies'
      | 'pipelines'
      | 'report_dashboards'
      | 'voice_campaigns',
  ) =>
    (
      await db
        .selectFrom(table)
        .where('workspace_id', '=', muster.workspaceId)
        .select('id')
        .orderBy('id')
        .executeTakeFirstOrThrow()
    ).id
  const position = await db
    .selectFrom('positions')
    .where('state', '=', 'open')
    .select('id')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const addresses: Partial<Record<(typeof screens)[number], string>> = {
    '/applications/{id}': `/applications/${await first('applications')}`,
    '/board/{id} of a position': `/board/${position.id}`,
    '/board/{id} of a pipeline': `/board/${await first('pipelines')}`,
    '/positions/{id}': `/positions/${position.id}`,
    '/positions/{id}/edit': `/positions/${position.id}/edit`,
    '/candidates/{id}': `/candidates/${await first('candidates')}`,
    '/call-queues/{id}': `/call-queues/${await first('call_queues')}`,
    '/report-dashboards/{id}': `/report-dashboards/${await first('report_dashboards')}`,
    '/voice-campaigns/{id}': `/voice-campaigns/${await first('voice_campaigns')}`,
    '/companies/{id}': `/companies/${await first('companies')}`,
    'goals and forecast': '/analytics?view=goals',
    'the invoices of all workspaces': '/admin/plans?view=invoices',
    'who sells': '/admin/plans?view=seller',
    'an unknown address': '/nowhere',
  }
  const paths = Object.fromEntries(screens.map((screen) => [screen, addresses[screen] ?? screen]))
  return { muster, user, paths }
}

/**
 * Opens a screen and waits until its data stand where the skeletons were. Within the app it goes there as a link does;
 * reading the whole app anew takes a browser longer than most of what is looked at.
 */
export async function openScreen(page: Page, path: string): Promise<void> {
  const isOnOther = await page.evaluate(
    (path) => document.querySelector('main h1') !== null && location.pathname !== path.split('?')[0],
    path,
  )
  if (isOnOther) await followTo(page, path)
  else await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  // A board draws the cards of the columns out of view a moment later.
  await page.waitForFunction(
    () =>
      !document.querySelector(
        '[class*=Skeleton], [data-waiting], [data-column] ul:empty:not([style*=" 0px"])',
      ),
  )
}

/** Another screen is there when the heading of the one before is not. */
async function followTo(page: Page, path: string): Promise<void> {
  const before = await page.evaluate((path) => {
    const heading = document.querySelector<HTMLElement>('main h1')!
    heading.dataset.before = ''
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    history.pushState({}, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
    return heading.textContent
  }, path)
  await page.waitForFunction((before) => {
    const heading = document.querySelector<HTMLElement>('main h1')
    return heading && (heading.dataset.before === undefined || heading.textContent !== before)
  }, before)
  // The heading takes the focus a moment later, except where a screen was still loading then.
  const takesFocus = page.waitForFunction(() => document.activeElement !== document.body, undefined, {
    timeout: 2_000,
  })
  await takesFocus.catch(() => {})
}
