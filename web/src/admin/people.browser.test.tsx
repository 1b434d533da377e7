import { listAllAuditLogs } from '@muster/contract/admin-audit.ts'
import { cancelJob, listJobs, retryJob } from '@muster/contract/admin-jobs.ts'
import {
  impersonate,
  listAllUsers,
  mailUserPasswordLink,
  reinstateUser,
  suspendUser,
} from '@muster/contract/admin-users.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { id } from '../testing/fixtures.ts'
import { openApp, signInAs } from '../testing/open-app.tsx'
import { answer, callsOf, example, refuse } from '../testing/server.ts'

type Person = ReturnType<typeof example<typeof listAllUsers>>['items'][number]

const drawer = page.getByRole('dialog', { name: 'Max Muster' })
const button = (name: string) => drawer.getByRole('button', { name, exact: true })
const undo = page.getByRole('button', { name: 'Undo' })

function answerPerson(more: Partial<Person> = {}) {
  const all = example(listAllUsers)
  const person = { ...all.items[0]!, id: id(1), name: 'Max Muster', status: 'active' as const, ...more }
  answer(listAllUsers, { ...all, items: [person] })
}

async function open(more: Partial<Person> = {}) {
  answerPerson(more)
  await openApp(`/admin/users?open=${id(1)}`)
  await expect.element(button('Send password link')).toBeVisible()
}

beforeEach(() => {
  signInAs('superadmin')
})

describe('a user of any workspace', () => {
  it('is suspended, and back after Undo', async () => {
    await open()
    answer(suspendUser, () => {
      answerPerson({ status: 'suspended' })
      return example(suspendUser)
    })
    answer(reinstateUser, () => {
      answerPerson()
      return example(reinstateUser)
    })
    await button('Suspend').click()
    await expect.element(button('Reactivate')).toBeVisible()
    await undo.click()
    await expect.element(button('Suspend')).toBeVisible()
    for (const endpoint of [suspendUser, reinstateUser])
      expect(callsOf(endpoint)).toMatchObject([{ params: { id: id(1) } }])
  })

  it('who is suspended is reactivated, and suspended again by Undo', async () => {
    await open({ status: 'suspended' })
    await button('Reactivate').click()
    await undo.click()
    await expect.poll(() => callsOf(suspendUser)).toMatchObject([{ params: { id: id(1) } }])
    expect(callsOf(reinstateUser)).toHaveLength(1)
  })

  it('is changed, mailed and viewed only by those who may, who read why not', async () => {
    const can = { suspend: false, reinstate: false, mailLink: false, impersonate: false }
    await open({
      can,
      whyNot: { suspend: 'This is you', mailLink: 'No sign-in', impersonate: 'A superadmin' },
    })
    await expect.element(button('Suspend')).toBeDisabled()
    await expect.element(button('Suspend')).toHaveAttribute('title', 'This is you')
    await expect.element(button('Send password link')).toBeDisabled()
    await expect.element(drawer.getByLabelText('Reason')).toBeDisabled()
    await expect.element(button('View as Max Muster')).toBeDisabled()
  })

  it('gets a password link, or it is said why not', async () => {
    await open()
    await button('Send password link').click()
    await expect.element(page.getByText('Password link sent to Max Muster')).toBeVisible()
    answer(mailUserPasswordLink, refuse('RATE_LIMITED', 'Too many emails'))
    await button('Send password link').click()
    await expect.element(page.getByText('Password link not sent: Too many emails')).toBeVisible()
    expect(callsOf(mailUserPasswordLink)[0]).toMatchObject({ params: { id: id(1) } })
  })

  it('is viewed with a reason alone, which stays if that is refused', async () => {
    await open()
    const reason = drawer.getByLabelText('Reason')
    await reason.fill(' ')
    await expect.element(button('View as Max Muster')).toBeDisabled()
    answer(impersonate, refuse('CONFLICT', 'Suspended meanwhile'))
    await reason.fill('A question')
    await button('View as Max Muster').click()
    await expect.element(page.getByText('Not opened: Suspended meanwhile')).toBeVisible()
    await expect.element(reason).toHaveValue('A question')
    expect(callsOf(impersonate)).toMatchObject([{ body: { userId: id(1), reason: 'A question' } }])
    expect(sessionStorage.eyes_token).toBeUndefined()
  })

  it('leads to their own audit log', async () => {
    await open()
    await expect
      .element(drawer.getByRole('link', { name: 'View audit log' }))
      .toHaveAttribute('href', `/admin/audit?userId=${id(1)}`)
  })
})

it('the audit log of all workspaces, if nothing matches, clears the filters', async () => {
  const log = example(listAllAuditLogs)
  answer(listAllAuditLogs, ({ query }) => (query?.q ? { ...log, items: [] } : log))
  await openApp('/admin/audit?q=nothing-says-so')
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await expect.element(page.getByText(log.items[0]!.workspace.name).first()).toBeVisible()
  expect(location.search).toBe('')
})

describe('a job', () => {
  const jobs = example(listJobs)

  async function openJob(can: { retry: boolean; cancel: boolean }) {
    answer(listJobs, { ...jobs, items: [{ ...jobs.items[0]!, id: id(3), can }] })
    await openApp('/admin/jobs')
  }

  it('that waits is canceled, and queued again by Undo', async () => {
    await openJob({ retry: false, cancel: true })
    await page.getByRole('button', { name: 'Cancel job' }).first().click()
    await undo.click()
    await expect.poll(() => callsOf(retryJob)).toMatchObject([{ params: { id: id(3) } }])
    expect(callsOf(cancelJob)).toMatchObject([{ params: { id: id(3) } }])
  })

  it('that failed is retried, or it is said why not', async () => {
    await openJob({ retry: true, cancel: false })
    answer(retryJob, refuse('CONFLICT', 'Another is waiting'))
    await page.getByRole('button', { name: 'Retry job' }).first().click()
    await expect.element(page.getByText('Job not retried: Another is waiting')).toBeVisible()
    expect(page.getByRole('button', { name: 'Cancel job' }).elements()).toEqual([])
  })
})
