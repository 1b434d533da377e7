import { createComment, listCandidateActivity } from '@muster/contract/activity-logs.ts'
import { getApplication, listApplications, updateApplication } from '@muster/contract/applications.ts'
import { updateCandidate } from '@muster/contract/candidates.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { applicationsOf, id, listFrom } from '../../testing/fixtures.ts'
import { openApp, signInAs } from '../../testing/open-app.tsx'
import { answer, callsOf, example } from '../../testing/server.ts'

type Details = ResponseOf<typeof getApplication>
type Entry = ResponseOf<typeof listCandidateActivity>['items'][number]

const driver = { id: id(301), name: 'Driver' }
const picker = { id: id(302), name: 'Picker' }
const tabs = page.getByRole('navigation', { name: 'Applications of this candidate' })
const history = page.getByRole('region', { name: 'Activity' })
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })

function detailsOf(applicationId: string, name: string, position = driver): Details {
  const details = example(getApplication)
  return {
    ...details,
    id: applicationId,
    position,
    candidate: { ...details.candidate, id: id(200), name, location: 'Austin', currentTitle: null },
    closedAt: null,
    disposition: null,
    dispositionDetails: null,
    deletedAt: null,
    otherApplications: [],
  }
}

function commentOf(n: number, body: string, applicationId: string, position: typeof driver): Entry {
  const [entry] = example(listCandidateActivity).items
  return {
    ...entry!,
    id: id(n),
    kind: 'comment',
    body,
    deletedAt: null,
    mentions: [],
    application: { ...entry!.application, id: applicationId, position },
  }
}

describe('a person with two applications', () => {
  const [asDriver, asPicker] = [id(101), id(102)]

  beforeEach(async () => {
    const other = ([first] = example(getApplication).otherApplications) => first!
    answer(getApplication, ({ params }) => {
      const isDriver = params.id === asDriver
      const details = detailsOf(params.id, 'Ada', isDriver ? driver : picker)
      const rest = { ...other(), disposition: null, createdAt: details.createdAt }
      return {
        ...details,
        otherApplications: [
          { ...rest, id: isDriver ? asPicker : asDriver, position: isDriver ? picker : driver },
        ],
      }
    })
    answer(listCandidateActivity, {
      ...example(listCandidateActivity),
      items: [
        commentOf(401, 'Has a licence', asDriver, driver),
        commentOf(402, 'Knows the warehouse', asPicker, picker),
      ],
      nextCursor: null,
      counts: { comment: 2 },
    })
    await openApp(`/applications/${asDriver}`)
    await expect.element(heading('Ada')).toBeVisible()
  })

  it('has both side by side, and one history that names the other one', async () => {
    const names = () =>
      tabs
        .getByRole('link')
        .all()
        .map((link) => link.element().querySelector('b')?.textContent)
    await expect.poll(names).toEqual(expect.arrayContaining(['Driver', 'Picker']))
    const entry = (text: string) => history.getByRole('listitem').filter({ hasText: text })
    await expect.poll(() => entry('Knows the warehouse').element().textContent).toContain('Picker')
    expect(entry('Has a licence').element().textContent).not.toContain('Driver')
  })

  it('changes to the other one and keeps the history; a comment is about the one shown', async () => {
    await tabs.getByRole('link', { name: /^Picker/ }).click()
    await expect.poll(() => location.pathname).toBe(`/applications/${asPicker}`)
    await expect.element(tabs.getByRole('link', { name: /^Picker/ })).toHaveAttribute('aria-current', 'page')
    const entry = (text: string) => history.getByRole('listitem').filter({ hasText: text })
    await expect.poll(() => entry('Has a licence').element().textContent).toContain('Driver')
    await history.getByLabelText('Comment', { exact: true }).fill('Starts on Monday')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => callsOf(createComment).map(({ params }) => params.id)).toEqual([asPicker])
  })
})

describe('the record of the list', () => {
  beforeEach(async () => {
    const rows = applicationsOf('Ada', 'Björn', 'Chloé')
    answer(
      listApplications,
      listFrom(() => rows),
    )
    answer(getApplication, ({ params }) =>
      detailsOf(params.id, rows.find((row) => row.id === params.id)?.candidate.name ?? 'Nobody'),
    )
    await page.viewport(1440, 900)
    await openApp(`/applications?q=record${Math.random()}`)
    await expect.element(page.getByRole('link', { name: 'Ada' })).toBeVisible()
  })

  it('is a page from which j and k go through the list, and Escape goes back to it', async () => {
    await userEvent.keyboard('jj{Enter}')
    await expect.element(heading('Björn')).toBeVisible()
    await expect.element(page.getByText('2 of 3')).toBeVisible()
    await userEvent.keyboard('j')
    await expect.element(heading('Chloé')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Next' })).toBeDisabled()
    await userEvent.keyboard('kk')
    await expect.element(heading('Ada')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => location.pathname).toBe('/applications')
  })

  it('opens beside the list, goes on with it, and Escape gives the focus back to the row', async () => {
    await userEvent.keyboard('jo')
    const drawer = (name: string) => page.getByRole('complementary', { name })
    await expect.element(drawer('Ada').getByRole('heading', { level: 2, name: 'Ada' })).toBeVisible()
    await expect.element(drawer('Ada').getByText('1 of 3')).toBeVisible()
    await userEvent.keyboard('j')
    await expect.element(drawer('Björn').getByText('2 of 3')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => document.querySelector('aside')).toBeNull()
    await expect.poll(() => document.activeElement?.closest('[data-row]')?.textContent).toContain('Björn')
  })
})

describe('facts', () => {
  const contact = page.getByRole('region', { name: 'Contact' })

  it('are shown only where there are any; the others can be added, with Undo', async () => {
    answer(getApplication, detailsOf(id(101), 'Ada'))
    answer(updateCandidate, ({ body }) => ({ ...detailsOf(id(101), 'Ada').candidate, ...(body as object) }))
    await openApp(`/applications/${id(101)}`)
    await expect.element(contact.getByText('Austin')).toBeVisible()
    expect(contact.getByRole('button', { name: 'Change Title' }).elements()).toEqual([])
    await page.getByRole('button', { name: 'Add a detail' }).click()
    await page.getByRole('menuitem', { name: 'Title' }).click()
    await expect.element(page.getByRole('textbox', { name: 'Title' })).toHaveFocus()
    await userEvent.keyboard('Nurse{Enter}')
    await expect.poll(() => callsOf(updateCandidate).at(-1)?.body).toMatchObject({ currentTitle: 'Nurse' })
    await page.getByRole('button', { name: /^Undo/ }).click()
    await expect.poll(() => callsOf(updateCandidate).at(-1)?.body).toMatchObject({ currentTitle: null })
  })

  it('are text for who may not edit, without a way to change them', async () => {
    signInAs('viewer')
    const details = detailsOf(id(101), 'Ada')
    const none = Object.fromEntries(Object.keys(details.can).map((each) => [each, false])) as Details['can']
    answer(getApplication, {
      ...details,
      can: none,
      candidate: { ...details.candidate, can: { edit: false, delete: false } },
    })
    await openApp(`/applications/${id(101)}`)
    await expect.element(contact.getByText('Austin')).toBeVisible()
    for (const name of [
      /^Change /,
      /^Move/,
      'Close…',
      'Log a call',
      'Add a detail',
      'Schedule callback',
      'Done',
    ])
      expect([name, page.getByRole('main').getByRole('button', { name }).elements().length]).toEqual([
        name,
        0,
      ])
    expect(page.getByRole('combobox').elements()).toEqual([])
    expect(callsOf(updateApplication)).toEqual([])
  })
})
