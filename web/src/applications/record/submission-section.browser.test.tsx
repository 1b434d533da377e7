import { getApplication } from '@muster/contract/applications.ts'
import {
  createSubmission,
  getSubmission,
  listSubmissions,
  replyToClient,
  withdrawSubmission,
} from '@muster/contract/submissions.ts'
import { listUsers } from '@muster/contract/users.ts'
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

  it('states what reviewers see before a summary is shared', async () => {
    signInAs('recruiter')
    await openSubmitted()
    await expect
      .element(page.getByText(/^Reviewers see the name and the location, and are asked for/))
      .toBeVisible()
    list([{ ...shared, withdrawnAt: shared.submittedAt }])
    await openSubmitted()
    await expect.element(page.getByText(/^Withdrawn: reviewers are not asked/)).toBeVisible()
  })

  it('is shared with a summary and answers, shown as the client will see them', async () => {
    signInAs('recruiter')
    await openSubmitted()
    await button('Share summary…').click()
    const dialog = page.getByRole('dialog')
    await expect.element(button('Share')).toBeDisabled()
    await box('Summary for this client').fill('Six years over the road')
    await button('Add question').click()
    await box('Question').fill('License')
    await box('Answer').fill('CDL-A')
    await button('Add question').click()
    const preview = dialog.getByRole('region', { name: 'What the client sees' })
    await expect.element(preview).toMatchTextContent(/^What the client sees/)
    await expect.element(preview).toMatchTextContent(/Six years over the roadKim BergLicenseCDL-A$/)
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

  it('warns before sharing with a company of which nobody has an account', async () => {
    const warning = page.getByText('Nobody at Norvik Logistics has an account to read this', { exact: false })
    answer(listUsers, ({ query }) =>
      query.companyId ? { ...example(listUsers), items: [] } : example(listUsers),
    )
    signInAs('recruiter')
    await openSubmitted()
    await button('Share summary…').click()
    await expect.element(warning).toBeVisible()
    const asked = callsOf(listUsers).find(({ query }) => query.companyId)!
    expect(asked.query).toMatchObject({ companyId: id(300), status: 'active' })
  })

  it('does not warn where somebody of the company has an account', async () => {
    answer(listUsers, example(listUsers))
    signInAs('recruiter')
    await openSubmitted()
    await button('Share summary…').click()
    await expect.poll(() => callsOf(listUsers).some(({ query }) => query.companyId)).toBe(true)
    await expect.element(button('Share')).toBeVisible()
    await expect
      .element(page.getByText('has an account to read this', { exact: false }))
      .not.toBeInTheDocument()
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

  it("shows the client's questions to all staff, and a reply to those who may share", async () => {
    list([shared])
    const message = {
      ...example(getSubmission).messages[0]!,
      isClient: true,
      body: 'Has he driven in winter?',
    }
    answer(getSubmission, { ...shared, messages: [message] })
    signInAs('viewer')
    await openSubmitted()
    await expect.element(page.getByText('Has he driven in winter?')).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'Shared with Norvik Logistics' })).toBeVisible()
    for (const name of ['Withdraw from the client', 'Reply'])
      await expect.element(button(name)).not.toBeInTheDocument()
    signInAs('recruiter')
    await openSubmitted()
    answer(replyToClient, { ...shared, messages: [message] })
    await box('Reply to the client').fill('Yes')
    await button('Reply').click()
    await expect.poll(() => callsOf(replyToClient)).toHaveLength(1)
  })

  it('offers a field to write to a client who asked nothing, which takes the focus', async () => {
    list([shared])
    answer(getSubmission, { ...shared, messages: [] })
    signInAs('recruiter')
    await openSubmitted()
    await button('Write to the client').click()
    await expect.element(box('Reply to the client')).toHaveFocus()
    const sent = { ...example(getSubmission).messages[0]!, isClient: false, body: 'He starts on Monday' }
    answer(replyToClient, { ...shared, messages: [sent] })
    await box('Reply to the client').fill('He starts on Monday')
    await button('Reply').click()
    await expect.element(page.getByText('He starts on Monday')).toBeVisible()
    await expect.element(button('Write to the client')).toBeVisible()
    await expect.element(box('Reply to the client')).not.toBeInTheDocument()
  })

  it('offers nothing before it is submitted', async () => {
    signInAs('recruiter')
    await openSubmitted('qualified')
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.element(button('Share summary…')).not.toBeInTheDocument()
    await expect.element(page.getByText('Shared with Norvik Logistics')).not.toBeInTheDocument()
  })
})
