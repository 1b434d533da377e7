import {
  createComment,
  deleteComment,
  listCandidateActivity,
  restoreComment,
  updateComment,
} from '@muster/contract/activity-logs.ts'
import {
  decideSubmission,
  getApplication,
  listApplications,
  updateApplication,
} from '@muster/contract/applications.ts'
import { updateCandidate } from '@muster/contract/candidates.ts'
import { listReasons } from '@muster/contract/dispositions.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { applicationsOf, id, listFrom } from '../../testing/fixtures.ts'
import { openApp, signInAs } from '../../testing/open-app.tsx'
import { answer, answerLater, callsOf, example, refuse } from '../../testing/server.ts'

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

describe('a callback', () => {
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const field = page.getByLabelText('Callback', { exact: true })

  beforeEach(async () => {
    answer(getApplication, () => ({
      ...detailsOf(id(101), 'Ada'),
      callbackAt: null,
      callable: { ...example(getApplication).callable, timezone: 'Pacific/Auckland' },
    }))
    answer(updateApplication, () => detailsOf(id(101), 'Ada'))
    await openApp(`/applications/${id(101)}`)
    await expect.element(heading('Ada')).toBeVisible()
  })

  it('is scheduled with a form that names both clocks', async () => {
    await button('Schedule callback').click()
    await expect.element(field).toHaveFocus()
    await expect.element(button('Schedule callback')).toBeDisabled()
    expect(page.getByText('Remove callback').elements()).toEqual([])
    await field.fill('2031-02-08T09:00')
    await expect
      .element(field)
      .toHaveAccessibleDescription(/Your time .*For the candidate \(Auckland\): .*2031/)
    await button('Schedule callback').click()
    await expect
      .poll(() => callsOf(updateApplication).map(({ body }) => body.callbackAt))
      .toEqual([new Date('2031-02-08T09:00').toISOString()])
    await expect.poll(() => field.elements()).toEqual([])
  })

  it('takes a suggestion on the clock of the candidate', async () => {
    await button('Schedule callback').click()
    const suggestions = page.getByRole('group', { name: 'Candidate’s time (Auckland)' })
    await suggestions.getByRole('button', { name: 'Tomorrow 9:00 AM' }).click()
    await expect.element(field).not.toHaveValue('')
    await button('Schedule callback').click()
    await expect.poll(() => callsOf(updateApplication)).toHaveLength(1)
    const at = new Date(callsOf(updateApplication)[0]!.body.callbackAt!)
    const clock = { timeZone: 'Pacific/Auckland', hour: 'numeric', minute: 'numeric' } as const
    expect(at.toLocaleTimeString('en-US', clock)).toBe('9:00 AM')
  })

  it('is not scheduled on Cancel or Escape, and the button has the focus again', async () => {
    await button('Schedule callback').click()
    await field.fill('2031-02-08T09:00')
    await button('Cancel').click()
    await expect.element(button('Schedule callback')).toHaveFocus()
    await button('Schedule callback').click()
    await userEvent.keyboard('{Escape}')
    await expect.element(button('Schedule callback')).toHaveFocus()
    expect(callsOf(updateApplication)).toEqual([])
  })

  it('is scheduled from the command box too', async () => {
    await userEvent.keyboard('{Control>}k{/Control}')
    await page.getByRole('combobox', { name: 'Search or type a command' }).fill('callback')
    await page.getByRole('option', { name: 'Schedule callback' }).click()
    await expect.element(field).toBeVisible()
  })
})

describe('a detail edited in place', () => {
  const contact = page.getByRole('region', { name: 'Contact' })
  const field = page.getByRole('textbox', { name: 'Location' })
  const notice = contact.getByRole('alert')
  let stored: Details['candidate']

  beforeEach(async () => {
    stored = { ...detailsOf(id(101), 'Ada').candidate, version: 3 }
    answer(getApplication, () => ({ ...detailsOf(id(101), 'Ada'), candidate: stored }))
    answer(updateCandidate, ({ body }) => {
      stored = { ...stored, ...(body as object), version: stored.version + 1 }
      return stored
    })
    await openApp(`/applications/${id(101)}`)
    await contact.getByRole('button', { name: 'Change Location' }).click()
    await expect.element(field).toHaveValue('Austin')
  })

  const sent = () => callsOf(updateCandidate).map(({ body }) => body)

  it('is not changed by Escape', async () => {
    await field.fill('Dallas')
    await userEvent.keyboard('{Escape}')
    await expect.element(contact.getByText('Austin')).toBeVisible()
    expect(sent()).toEqual([])
  })

  it('is saved when one goes on to something else', async () => {
    await field.fill('Dallas')
    await userEvent.keyboard('{Tab}')
    await expect.poll(sent).toEqual([{ location: 'Dallas', version: 3 }])
  })

  it('is not sent when nothing was changed', async () => {
    await userEvent.keyboard('{Enter}')
    await expect.element(contact.getByText('Austin')).toBeVisible()
    expect(sent()).toEqual([])
  })

  it('keeps what was typed when it is refused, to try again or to discard', async () => {
    answer(updateCandidate, refuse('UNAVAILABLE', 'The server is busy.'))
    await field.fill('Dallas')
    await userEvent.keyboard('{Enter}')
    await expect.element(notice).toMatchTextContent('The server is busy.')
    await expect.element(contact.getByText('Dallas')).toBeVisible()
    await notice.getByRole('button', { name: 'Retry' }).click()
    await expect.poll(() => sent().length).toBe(2)
    expect(sent()[1]).toEqual({ location: 'Dallas', version: 3 })
    await notice.getByRole('button', { name: 'Discard' }).click()
    await expect.element(contact.getByText('Austin')).toBeVisible()
    expect(notice.elements()).toEqual([])
  })

  /** A colleague saves before this user does. */
  function colleagueChanges(change: Partial<Details['candidate']>) {
    stored = { ...stored, ...change, version: 4 }
    answer(updateCandidate, ({ body }) => {
      const { version, ...fields } = body as { version?: number }
      if (version !== stored.version) refuse('CONFLICT', 'Changed meanwhile.', { version: stored.version })()
      stored = { ...stored, ...fields, version: stored.version + 1 }
      return stored
    })
  }

  it('is saved although a colleague changed another one meanwhile', async () => {
    colleagueChanges({ currentTitle: 'Nurse' })
    await field.fill('Dallas')
    await userEvent.keyboard('{Enter}')
    await expect.poll(sent).toEqual([
      { location: 'Dallas', version: 3 },
      { location: 'Dallas', version: 4 },
    ])
    await expect.element(contact.getByText('Dallas')).toBeVisible()
    expect(stored).toMatchObject({ location: 'Dallas', currentTitle: 'Nurse' })
  })

  it("does not overwrite a colleague's change of it unless one says so", async () => {
    colleagueChanges({ location: 'Boston' })
    await field.fill('Dallas')
    await userEvent.keyboard('{Enter}')
    await expect.element(notice).toMatchTextContent(/Boston.*Dallas/)
    expect([sent().length, stored.location]).toEqual([1, 'Boston'])
    await notice.getByRole('button', { name: 'Keep mine' }).click()
    await expect.poll(() => stored.location).toBe('Dallas')
  })

  it("can take a colleague's change of it", async () => {
    colleagueChanges({ location: 'Boston' })
    await field.fill('Dallas')
    await userEvent.keyboard('{Enter}')
    await notice.getByRole('button', { name: 'Use theirs' }).click()
    await expect.element(contact.getByText('Boston')).toBeVisible()
    expect([sent().length, notice.elements().length]).toEqual([1, 0])
  })
})

describe('the decision on a submitted candidate', () => {
  const dialog = page.getByRole('dialog')
  const open = (name: string) => page.getByRole('main').getByRole('button', { name }).click()

  beforeEach(async () => {
    signInAs('hiring_manager', ['applications:read', 'submissions:decide', 'positions:read'])
    answer(getApplication, { ...detailsOf(id(101), 'Ada'), version: 6 })
    const [reason] = example(listReasons).items
    answer(listReasons, {
      items: [
        { ...reason!, id: id(81), name: 'Too far away', party: 'company', hidden: false },
        { ...reason!, id: id(82), name: 'Hidden one', party: 'company', hidden: true },
        { ...reason!, id: id(83), name: 'Our own', party: 'us', hidden: false },
      ],
    })
    await openApp(`/applications/${id(101)}`)
  })

  it('is not sent as declined without a reason, of which it offers those of the company', async () => {
    await open('Decline…')
    await dialog.getByRole('button', { name: 'Decline' }).click()
    await expect.element(dialog.getByText('Choose a reason').last()).toBeVisible()
    expect(callsOf(decideSubmission)).toEqual([])
    await dialog.getByPlaceholder('Choose a reason').click()
    await expect.element(page.getByRole('option', { name: 'Too far away' })).toBeVisible()
    expect(page.getByRole('option').elements()).toHaveLength(1)
    await page.getByRole('option', { name: 'Too far away' }).click()
    await dialog.getByRole('button', { name: 'Decline' }).click()
    await expect
      .poll(() => callsOf(decideSubmission).map(({ body }) => body))
      .toEqual([{ decision: 'decline', reasonId: id(81), note: null, version: 6 }])
  })

  it('keeps the note when it is refused, and says why', async () => {
    answer(decideSubmission, refuse('CONFLICT', 'It was moved meanwhile.'))
    await open('Approve…')
    await dialog.getByLabelText('Note').fill('Invite her')
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await expect.element(dialog.getByText('It was moved meanwhile.')).toBeVisible()
    await expect.element(dialog.getByLabelText('Note')).toHaveValue('Invite her')
  })
})

describe('a comment', () => {
  const field = history.getByLabelText('Comment', { exact: true })

  beforeEach(async () => {
    answer(getApplication, detailsOf(id(101), 'Ada'))
    answer(listCandidateActivity, {
      ...example(listCandidateActivity),
      items: [{ ...commentOf(401, 'Has a licence', id(101), driver), can: { edit: true, delete: true } }],
      nextCursor: null,
    })
    await openApp(`/applications/${id(101)}`)
    await field.fill('Starts on Monday')
  })

  it('that is refused leaves the history, and its text in the field', async () => {
    answer(createComment, refuse('UNAVAILABLE', 'The server is busy.'))
    answerLater(listCandidateActivity, example(listCandidateActivity))
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(page.getByRole('alert')).toHaveTextContent('Comment not added: The server is busy.')
    await expect.element(field).toHaveValue('Starts on Monday')
    expect(history.getByRole('listitem').filter({ hasText: 'Starts on Monday' }).elements()).toEqual([])
  })

  it('that was not sent is there when one comes back', async () => {
    await openApp('/applications')
    await openApp(`/applications/${id(101)}`)
    await expect.element(field).toHaveValue('Starts on Monday')
  })

  it('that was sent is not there when one comes back', async () => {
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => callsOf(createComment).length).toBe(1)
    await openApp('/applications')
    await openApp(`/applications/${id(101)}`)
    await expect.element(field).toHaveValue('')
  })

  it('of spaces is not sent', async () => {
    await field.fill('   ')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    expect(callsOf(createComment)).toEqual([])
  })

  it('that is edited keeps its text when one answers Cancel', async () => {
    await history.getByRole('button', { name: 'Edit this comment' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await history.getByLabelText('Edit comment').fill('Lost the licence')
    await history.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(history.getByText('Has a licence')).toBeVisible()
    expect(callsOf(updateComment)).toEqual([])
  })

  it('that is edited and refused shows its former text, and the new one when editing resumes', async () => {
    answer(updateComment, refuse('UNAVAILABLE', 'The server is busy.'))
    await history.getByRole('button', { name: 'Edit this comment' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await history.getByLabelText('Edit comment').fill('Lost the licence')
    await history.getByRole('button', { name: 'Save' }).click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('Comment not saved: The server is busy.')
    await expect.element(history.getByText('Has a licence')).toBeVisible()
    await history.getByRole('button', { name: 'Edit this comment' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await expect.element(history.getByLabelText('Edit comment')).toHaveValue('Lost the licence')
  })

  it('that is deleted comes back by Undo, and when the deletion is refused', async () => {
    answerLater(listCandidateActivity, example(listCandidateActivity))
    const remove = async () => {
      await history.getByRole('button', { name: 'Edit this comment' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
    }
    answer(deleteComment, refuse('FORBIDDEN', 'Too late.'))
    await remove()
    await expect.element(page.getByRole('alert')).toHaveTextContent('Comment not deleted: Too late.')
    await expect.element(history.getByText('Has a licence')).toBeVisible()
    answer(deleteComment, undefined as never)
    await remove()
    await expect.poll(() => history.getByText('Has a licence').elements()).toEqual([])
    await page.getByRole('button', { name: /^Undo/ }).click()
    await expect.poll(() => callsOf(restoreComment).map(({ body }) => body.body)).toEqual(['Has a licence'])
    await expect.element(history.getByText('Has a licence')).toBeVisible()
  })
})

describe('the local time of a record', () => {
  const open = async (callable: Partial<Details['callable']>, more: Partial<Details> = {}) => {
    const details = { ...detailsOf(id(101), 'Ada'), ...more }
    const open = { may: true, quiet: false, reason: null, closed: null, opens: null }
    answer(getApplication, {
      ...details,
      callable: { ...open, localTime: '09:42', timezone: 'America/Denver', ...callable },
    })
    await openApp(`/applications/${id(101)}`)
    await expect.element(heading('Ada')).toBeVisible()
  }
  const place = { country: 'US', state: null, placeName: 'United States' }
  const opens = { at: '2026-11-27T15:00:00.000Z', timezone: 'America/Denver' }

  it('names the public holiday there, and when people are called next', async () => {
    const holiday = {
      ...place,
      holiday: 'Thanksgiving Day',
      weekday: null,
      callFrom: null,
      callTo: null,
      breaks: [],
    }
    await open({ quiet: true, closed: holiday, opens })
    await expect
      .element(
        page.getByText(
          /9:42\sAM local time · Public holiday: Thanksgiving Day \(United States\) · opens Fri 8:00\sAM in Denver/,
        ),
      )
      .toBeVisible()
  })

  it('names the stricter hours of a state', async () => {
    const hours = { ...place, state: 'CO', placeName: 'Colorado', holiday: null }
    await open({ quiet: true, closed: { ...hours, weekday: 7, callFrom: 720, callTo: 1080, breaks: [] } })
    await expect
      .element(page.getByText(/Colorado allows calls on Sunday from 12:00\sPM to 6:00\sPM$/))
      .toBeVisible()
  })

  it('says between which hours people are called, also where the clock is unknown', async () => {
    await open({ quiet: true, localTime: null, timezone: null })
    await expect.element(page.getByText(/call between 8:00\sAM and 9:00\sPM$/)).toBeVisible()
  })

  const contact = { at: '2026-11-26T16:00:00.000Z', result: 'Spoke with, interested' }
  const callbackAt = '2026-11-27T16:00:00.000Z'

  it('warns while a callback is planned, also after a conversation', async () => {
    await open({ quiet: true }, { lastContact: contact, callbackAt })
    await expect.element(page.getByText(/9:42\sAM local time · call between/)).toBeVisible()
  })

  it.each<[string, Partial<Details>]>([
    ['is hired', { status: { ...detailsOf(id(101), 'Ada').status, type: 'hired' }, lastContact: null }],
    ['was closed', { closedAt: '2026-11-26T16:00:00.000Z', lastContact: null, callbackAt }],
    [
      'awaits a decision of the company',
      { status: { ...detailsOf(id(101), 'Ada').status, type: 'submitted' }, lastContact: null },
    ],
    ['has no next call', { lastContact: contact, callbackAt: null }],
  ])('shows no warning for somebody who %s', async (_, more) => {
    await open({ quiet: true }, { callbackAt: null, ...more })
    await expect.element(page.getByText(/9:42\sAM local time$/).first()).toBeVisible()
    await expect.poll(() => page.getByText(/call between/).elements()).toHaveLength(0)
  })

  it('comes with no first call as the next step once the company approved', async () => {
    const { status } = detailsOf(id(101), 'Ada')
    const more = { lastContact: null, callbackAt: null, dueAt: null }
    await open({}, { ...more, status: { ...status, type: 'qualified' } })
    await expect.element(page.getByText('Make the first call')).toBeVisible()
    await open({}, { ...more, status: { ...status, type: 'interview' } })
    await expect.element(page.getByText('Nothing planned')).toBeVisible()
    expect(page.getByText('Make the first call').elements()).toEqual([])
  })

  it('warns of nothing while people are called', async () => {
    await open({})
    await expect.element(page.getByText(/9:42\sAM local time$/).first()).toBeVisible()
  })
})
