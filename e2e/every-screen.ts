import { fillSample } from '@muster/server/sample/fill-sample.ts'
import type { TestUser } from '@muster/server/testing/test-server.ts'
import type { Page } from 'playwright-core'
import type { Muster } from './start-muster.ts'

/** A workspace full of sample data, somebody who may see everything, and the address of every screen. */
export async function openEveryScreen(
  muster: Muster,
): Promise<{ user: TestUser; paths: Record<string, string> }> {
  const user = await muster.addUser('superadmin', 'Ines Roth')
  const { id, email } = user
  const { db } = muster.server
  await fillSample(db, muster.workspaceId, { id, email })
  const first = async (table: 'applications' | 'candidates' | 'companies' | 'pipelines') =>
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
  const paths = {
    '/dashboard': '/dashboard',
    '/analytics': '/analytics',
    '/applications': '/applications',
    '/applications/create': '/applications/create',
    '/applications/{id}': `/applications/${await first('applications')}`,
    '/board/{id} of a position': `/board/${position.id}`,
    '/board/{id} of a pipeline': `/board/${await first('pipelines')}`,
    '/positions': '/positions',
    '/positions/create': '/positions/create',
    '/positions/{id}': `/positions/${position.id}`,
    '/positions/{id}/edit': `/positions/${position.id}/edit`,
    '/candidates': '/candidates',
    '/candidates/{id}': `/candidates/${await first('candidates')}`,
    '/companies': '/companies',
    '/companies/{id}': `/companies/${await first('companies')}`,
    '/pipelines': '/pipelines',
    '/imports': '/imports',
    '/imports/new': '/imports/new',
    '/settings/profile': '/settings/profile',
    '/settings/password': '/settings/password',
    '/settings/sessions': '/settings/sessions',
    '/settings/notifications': '/settings/notifications',
    '/settings/appearance': '/settings/appearance',
    '/settings/workspace': '/settings/workspace',
    '/settings/pipelines': '/settings/pipelines',
    '/settings/reasons': '/settings/reasons',
    '/settings/activity': '/settings/activity',
    '/settings/users': '/settings/users',
    '/settings/roles': '/settings/roles',
    '/settings/invitations': '/settings/invitations',
    '/settings/voice': '/settings/voice',
    '/settings/api-keys': '/settings/api-keys',
    '/settings/webhooks': '/settings/webhooks',
    '/settings/audit': '/settings/audit',
    '/settings/privacy': '/settings/privacy',
    '/plans': '/plans',
    '/admin/workspaces': '/admin/workspaces',
    '/admin/users': '/admin/users',
    '/admin/jobs': '/admin/jobs',
    '/admin/mails': '/admin/mails',
    '/admin/health': '/admin/health',
    '/admin/audit': '/admin/audit',
    '/admin/plans': '/admin/plans',
    'the invoices of all workspaces': '/admin/plans?view=invoices',
    'who sells': '/admin/plans?view=seller',
    '/agents': '/agents',
    'an unknown address': '/nowhere',
  }
  return { user, paths }
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
    () => !document.querySelector('[class*=Skeleton], [data-column] ul:empty:not([style*=" 0px"])'),
  )
}

/** Another screen is there when the heading of the one before is not. */
async function followTo(page: Page, path: string): Promise<void> {
  const before = await page.evaluate((path) => {
    const heading = document.querySelector<HTMLElement>('main h1')!
    heading.dataset.before = ''
    history.pushState({}, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
    return heading.textContent
  }, path)
  await page.waitForFunction((before) => {
    const heading = document.querySelector<HTMLElement>('main h1')
    return heading && (heading.dataset.before === undefined || heading.textContent !== before)
  }, before)
}
