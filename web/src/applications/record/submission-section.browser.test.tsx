import { getApplication } from '@muster/contract/applications.ts'
import {
  askAboutSubmission,
  createSubmission,
  getSubmission,
  listSubmissions,
  replyToClient,
  withdrawSubmission,
} from '@muster/contract/submissions.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { id } from '../../testing/fixtures.ts'
import { openApp, signInAs } from '../../testing/open-app.tsx'
import { answer, callsOf, example, refuse } from '../../testing/server.ts'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const box = (name: string) => page.getByRole('textbox', { name, exact: true })

const shared = {
  ...example(getSubmission),
  id: id(700),
  applicationId: id(101),
  summary: 'Six years over the road',
  answers: [{ label: 'License', value: 'CDL-A' }],
  withdrawnAt: null as string | null,
  messages: [],
}

function list(items: (typeof shared)[]) {
  answer(listSubmissions, { ...example(listSubmissions), items, nextCursor: null })
}

async function openSubmitted(type: 'submitted' | 'qualified' = 'submitted') {
  const details = example(getApplication)
  answer(getApplication, {
    ...details,
    id: id(101),
    status: { ...details.status, type },
    company: { id: id(300), name: 'Norvik Logistics' },
    closedAt: null,
    disposition: null,
    dispositionDetails: null,
    deletedAt: null,
    otherApplications: [],
  })
  await openApp(`/applications/${id(101)}`)
}

describe('a submitted application', () => {
  beforeEach(() => {
    list([])
    answer(getSubmission, shared)
  })

  it('is shared with a summary and answers, shown as the client will see them', async () => {
    signInAs('recruiter')
    await openSubmitted()
    await button('Share summary…').click()
    const dialog = page.getByRole('dialog')
    await expect.element(button('Share')).toBeDisabled()
    await box('Summary for this client').fill('Six years over the road')
    await button('Add answer').click()
    await box('Question').fill('License')
    await box('Answer').fill('CDL-A')
    await button('Add answer').click()
    const preview = dialog.getByRole('region', { name: 'What the client sees' })
    await expect
      .element(preview)
      .toHaveTextContent('What the client seesSix years over the roadKim BergLicenseCDL-A')
    answer(createSubmission, refuse('CONFLICT', 'This application is already shared'))
    await button('Share').click()
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('This application is already shared')
    answer(createSubmission, shared)
    list([shared])
    await button('Share').click()
    await expect.element(page.getByRole('heading', { name: 'Shared with Norvik Logistics' })).toBeVisible()
    await expect.element(page.getByText('Six years over the road')).toBeVisible()
    expect(callsOf(createSubmission).at(-1)!.body).toEqual({
      summary: 'Six years over the road',
      answers: [{ label: 'License', value: 'CDL-A' }],
    })
  })

  it('is withdrawn, and offers the same text to share again', async () => {
    signInAs('recruiter')
    list([shared])
    await openSubmitted()
    const withdrawn = { ...shared, withdrawnAt: '2026-11-20T09:00:00.000Z' }
    answer(withdrawSubmission, () => {
      list([withdrawn])
      return withdrawn
    })
    await button('Withdraw from the client').click()
    await button('Share summary…').click()
    await expect.element(box('Summary for this client')).toHaveValue('Six years over the road')
  })

  it('lets the client ask and the agency reply', async () => {
    list([shared])
    signInAs('client_reviewer')
    await openSubmitted()
    await expect.element(page.getByText('Six years over the road')).toBeVisible()
    await expect.element(button('Withdraw from the client')).not.toBeInTheDocument()
    const message = { ...example(getSubmission).messages[0]!, body: 'Has he driven in winter?' }
    answer(askAboutSubmission, { ...shared, messages: [message] })
    await box('Question to the agency').fill(' Has he driven in winter? ')
    await button('Ask').click()
    await expect.element(page.getByText('Has he driven in winter?')).toBeVisible()
    expect(callsOf(askAboutSubmission)[0]!.body).toEqual({ body: 'Has he driven in winter?' })
    signInAs('recruiter')
    await openSubmitted()
    answer(replyToClient, { ...shared, messages: [message] })
    await box('Reply to the client').fill('Yes')
    await button('Reply').click()
    await expect.poll(() => callsOf(replyToClient)).toHaveLength(1)
  })

  it('offers nothing to a client with whom nothing is shared, nor before it is submitted', async () => {
    signInAs('client_reviewer')
    await openSubmitted()
    await expect.poll(() => callsOf(listSubmissions)).toHaveLength(1)
    await expect.element(page.getByText('From the agency')).not.toBeInTheDocument()
    signInAs('recruiter')
    await openSubmitted('qualified')
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(callsOf(listSubmissions)).toHaveLength(1)
  })
})
