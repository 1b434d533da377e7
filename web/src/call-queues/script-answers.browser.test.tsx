import { getApplicantSummary, getApplication, updateApplication } from '@muster/contract/applications.ts'
import {
  builtInQuestions,
  claimNextCall,
  getCallQueue,
  listCallQueues,
  releaseClaim,
  renewClaim,
  updateCallQueue,
} from '@muster/contract/call-queues.ts'
import { logCall } from '@muster/contract/calls.ts'
import { updateCandidate } from '@muster/contract/candidates.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { effectivePermissions, type Permission } from '@muster/contract/permissions.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { CustomField } from '../custom-fields/custom-field.ts'
import { answerFields, fieldOf, optionsOf } from '../testing/custom-fields.ts'
import { id } from '../testing/fixtures.ts'
import { openApp, signInAs } from '../testing/open-app.tsx'
import { answer, answerLater, callsOf, example, refuse } from '../testing/server.ts'

type Question = NonNullable<ResponseOf<typeof claimNextCall>['claim']>['questions'][number]

const years = fieldOf(1, { key: 'years', label: 'Experience', type: 'number' })
const license = fieldOf(2, {
  key: 'license',
  label: 'License',
  type: 'choice',
  options: optionsOf('CDL-A', 'CDL-B'),
})
const shift = fieldOf(3, { subject: 'application', key: 'shift', label: 'Shift' })
const language = fieldOf(4, { subject: 'call', key: 'language', label: 'Language' })
const fields = [years, license, shift, language]

const asked = (field: CustomField, more: Partial<Question> = {}): Question => ({
  ...{ fieldId: field.id, builtIn: null },
  subject: field.subject as Question['subject'],
  key: field.key,
  text: field.label,
  help: null,
  value: null,
  canEdit: true,
  ...more,
})

const builtIn = (
  builtIn: NonNullable<Question['builtIn']>,
  text: string,
  more: Partial<Question> = {},
): Question => ({
  ...{ fieldId: null, builtIn, key: builtIn, subject: builtInQuestions[builtIn] },
  ...{ text, help: null, value: null, canEdit: true, ...more },
})

const input = (name: string) => page.getByRole('textbox', { name })
const name = (of: string) => page.getByRole('heading', { level: 2, name: of })
const questions = page.getByRole('region', { name: 'Questions' })
const save = page.getByRole('button', { name: /Save and call next/ })

type Details = ResponseOf<typeof getApplication>

/** Two people, of whom each claim gives the next, with what is stored of them. */
async function openDesk(...list: Question[]) {
  const stored = new Map<string, Details>()
  const detailsOf = (applicationId: string): Details => {
    const details = example(getApplication)
    return {
      ...details,
      id: applicationId,
      version: 1,
      customFields: {},
      candidate: {
        ...details.candidate,
        id: `${applicationId.slice(0, -2)}77`,
        version: 1,
        customFields: {},
      },
    }
  }
  for (const each of [id(1), id(2)]) stored.set(each, detailsOf(each))
  let given = 0
  answer(claimNextCall, () => {
    given += 1
    const claim = {
      applicationId: id(given),
      candidateId: `${id(given).slice(0, -2)}77`,
      until: new Date(Date.now() + 120_000 + given).toISOString(),
      why: 'first_call' as const,
      callbackAt: null,
      tries: 0,
      questions: list,
    }
    return { claim: given > 2 ? null : claim, nextAt: null }
  })
  answer(getApplicantSummary, ({ params }) => {
    const summary = example(getApplicantSummary)
    const person = params.id === id(1) ? 'Ada' : 'Ben'
    return { ...summary, applicationId: params.id, candidate: { ...summary.candidate, name: person } }
  })
  answer(getApplication, ({ params }) => stored.get(params.id)!)
  answer(updateCandidate, ({ body }) => {
    const details = stored.get(id(1))!
    const { candidate } = details
    const customFields = { ...candidate.customFields, ...(body.customFields as object) }
    const { version: _, ...sent } = body
    const changed = {
      ...candidate,
      ...sent,
      version: candidate.version + 1,
      customFields,
    } as typeof candidate
    stored.set(id(1), { ...details, candidate: changed })
    return changed
  })
  answer(updateApplication, ({ params, body }) => {
    const details = stored.get(params.id)!
    const customFields = { ...details.customFields, ...(body.customFields as object) }
    const { version: _, ...sent } = body
    const changed = { ...details, ...sent, version: details.version + 1, customFields } as Details
    stored.set(params.id, changed)
    return changed
  })
  answer(getCallQueue, { ...example(getCallQueue), name: 'Drivers', script: 'Hello.' })
  answerFields(() => fields)
  await openApp(`/call-queues/${id(9)}`)
  await expect.element(name('Ada')).toBeVisible()
  return stored
}

const sentTo = (endpoint: typeof updateCandidate | typeof updateApplication) =>
  callsOf(endpoint).map(({ body }) => body.customFields)

describe('the questions of the script', () => {
  beforeEach(() => {
    signInAs('recruiter')
  })

  it('are inputs with the present values, named as the queue asks', async () => {
    const stored = await openDesk(asked(years, { text: 'How many years?' }), asked(license), asked(shift))
    await expect.element(input('How many years?')).toHaveValue('')
    stored.set(id(2), { ...stored.get(id(2))!, customFields: { shift: 'Nights' } })
    await userEvent.keyboard('x')
    await expect.element(name('Ben')).toBeVisible()
    await expect.element(input('Shift')).toHaveValue('Nights')
  })

  it('are not there for a queue without any', async () => {
    await openDesk()
    expect(questions.elements()).toEqual([])
  })

  it('are answered by keyboard, without choosing an outcome while typing', async () => {
    await openDesk(asked(years), asked(shift))
    await expect.element(input('Experience')).toBeVisible()
    await userEvent.keyboard('q')
    await expect.element(input('Experience')).toHaveFocus()
    await userEvent.keyboard('12{Enter}')
    await expect.element(input('Shift')).toHaveFocus()
    await userEvent.keyboard('1xn{Enter}')
    await expect.element(input('Shift')).not.toHaveFocus()
    await expect
      .poll(() => [sentTo(updateCandidate), sentTo(updateApplication)])
      .toEqual([[{ years: 12 }], [{ shift: '1xn' }]])
    await expect
      .element(page.getByRole('button', { name: 'No answer' }))
      .toHaveAttribute('aria-pressed', 'false')
    expect([callsOf(logCall).length, callsOf(claimNextCall).length]).toEqual([0, 1])
    await userEvent.keyboard('1{Enter}')
    await expect.element(name('Ben')).toBeVisible()
    expect(callsOf(logCall)).toHaveLength(1)
  })

  it('write a chosen answer at once', async () => {
    await openDesk(asked(license))
    await page.getByRole('combobox', { name: 'License' }).click()
    await page.getByRole('option', { name: 'CDL-B' }).click()
    await expect.poll(() => sentTo(updateCandidate)).toEqual([{ license: license.options[1]!.id }])
  })

  it('write what is typed before the call is logged by Ctrl and Enter', async () => {
    await openDesk(asked(shift))
    await expect.element(input('Shift')).toBeVisible()
    await userEvent.keyboard('1')
    await input('Shift').click()
    await userEvent.keyboard('Nights{Control>}{Enter}{/Control}')
    await expect.element(name('Ben')).toBeVisible()
    expect(sentTo(updateApplication)).toEqual([{ shift: 'Nights' }])
    expect(callsOf(logCall)).toHaveLength(1)
  })

  it('write what is typed before the person is skipped', async () => {
    await openDesk(asked(shift))
    await input('Shift').fill('Nights')
    const go = answerLater(updateApplication, ({ params }) => ({
      ...example(updateApplication),
      id: params.id,
      customFields: { shift: 'Nights' },
    }))
    await page.getByRole('button', { name: /Skip/ }).click()
    await expect.poll(() => sentTo(updateApplication)).toEqual([{ shift: 'Nights' }])
    expect(callsOf(claimNextCall)).toHaveLength(1)
    go()
    await expect.element(name('Ben')).toBeVisible()
  })

  it('keep the caller there with the message of a refused answer', async () => {
    await openDesk(asked(years))
    answer(
      updateCandidate,
      refuse('VALIDATION', 'Some fields are invalid', { 'customFields.years': ['Enter a number'] }),
    )
    await expect.element(input('Experience')).toBeVisible()
    await userEvent.keyboard('1q')
    await userEvent.keyboard('many')
    await save.click()
    await expect.element(questions.getByText('Enter a number')).toBeVisible()
    await expect.element(input('Experience')).toHaveValue('many')
    await userEvent.keyboard('{Escape}x')
    await expect.element(questions.getByText('Enter a number')).toBeVisible()
    expect([callsOf(logCall).length, callsOf(claimNextCall).length]).toEqual([0, 1])
    await questions.getByRole('button', { name: 'Discard' }).click()
    await save.click()
    await expect.element(name('Ben')).toBeVisible()
    expect(callsOf(logCall)).toHaveLength(1)
  })

  it('keep the caller there while somebody else changed the same field', async () => {
    const stored = await openDesk(asked(shift))
    await input('Shift').fill('Nights')
    stored.set(id(1), { ...stored.get(id(1))!, version: 2, customFields: { shift: 'Days' } })
    answer(updateApplication, refuse('CONFLICT', 'Changed meanwhile', { version: 2 }))
    await page.getByRole('button', { name: /Skip/ }).click()
    await expect.element(questions.getByText('Days')).toBeVisible()
    await expect.element(questions.getByRole('button', { name: 'Keep mine' })).toBeVisible()
    expect(callsOf(claimNextCall)).toHaveLength(1)
    await questions.getByRole('button', { name: 'Use theirs' }).click()
    await page.getByRole('button', { name: /Skip/ }).click()
    await expect.element(name('Ben')).toBeVisible()
  })

  it('about built-in fields hold what the record has, and write into it', async () => {
    const stored = await openDesk(
      builtIn('email', 'Is this your email?'),
      builtIn('location', 'Where do you live?'),
      builtIn('source', 'How did you find us?'),
    )
    const { email } = stored.get(id(1))!.candidate
    await expect.element(input('Is this your email?')).toHaveValue(email!)
    await input('Where do you live?').fill(' Oslo ')
    await userEvent.keyboard('{Enter}')
    const source = page.getByRole('combobox', { name: 'How did you find us?' })
    await expect.element(source).toHaveFocus()
    await source.fill('A friend')
    await userEvent.keyboard('{Escape}')
    await expect
      .poll(() => callsOf(updateApplication).map(({ body }) => body))
      .toEqual([{ source: 'A friend', version: 1 }])
    expect(callsOf(updateCandidate).map(({ body }) => body)).toEqual([{ location: 'Oslo', version: 1 }])
    await expect.element(input('Where do you live?')).toHaveValue('Oslo')
  })

  it('about built-in fields keep the caller there with the message of a refused answer', async () => {
    await openDesk(builtIn('email', 'Email'))
    answer(updateCandidate, refuse('VALIDATION', 'Check', { email: ['Enter an email address'] }))
    await input('Email').fill('nobody')
    await page.getByRole('button', { name: /Skip/ }).click()
    await expect.element(questions.getByText('Enter an email address')).toBeVisible()
    await expect.element(input('Email')).toHaveValue('nobody')
    expect(callsOf(claimNextCall)).toHaveLength(1)
    await questions.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('button', { name: /Skip/ }).click()
    await expect.element(name('Ben')).toBeVisible()
  })

  it('about built-in fields keep the caller there while somebody else changed the same one', async () => {
    const stored = await openDesk(builtIn('location', 'Location'))
    await input('Location').fill('Oslo')
    const details = stored.get(id(1))!
    stored.set(id(1), { ...details, candidate: { ...details.candidate, version: 2, location: 'Bergen' } })
    answer(updateCandidate, refuse('CONFLICT', 'Changed meanwhile', { version: 2 }))
    await page.getByRole('button', { name: /Skip/ }).click()
    await expect.element(questions.getByText('Bergen')).toBeVisible()
    await expect.element(questions.getByRole('button', { name: 'Keep mine' })).toBeVisible()
    expect(callsOf(claimNextCall)).toHaveLength(1)
  })

  it('about built-in fields are shown, and no inputs, where the role may not answer', async () => {
    const stored = await openDesk(builtIn('location', 'Location', { canEdit: false }))
    await expect.element(questions.getByText(stored.get(id(1))!.candidate.location!)).toBeVisible()
    expect(input('Location').elements()).toEqual([])
  })

  it('about the call are stored with it, and keep the caller from skipping', async () => {
    await openDesk(asked(language, { value: 'English' }))
    await expect.element(input('Language')).toHaveValue('English')
    await input('Language').fill('Spanish')
    await page.getByRole('button', { name: /Skip/ }).click()
    await expect.element(questions.getByText(/Answers about the call are stored with it/)).toBeVisible()
    expect(callsOf(claimNextCall)).toHaveLength(1)
    await page.getByRole('button', { name: 'Interested', exact: true }).click()
    await save.click()
    await expect.element(name('Ben')).toBeVisible()
    expect(callsOf(logCall)[0]!.body.customFields).toEqual({ language: 'Spanish' })
    await userEvent.keyboard('x')
    await expect.poll(() => callsOf(claimNextCall).length).toBe(3)
  })

  it('about the call show why one was refused', async () => {
    await openDesk(asked(language))
    answer(
      logCall,
      refuse('VALIDATION', 'Some fields are invalid', { 'customFields.language': ['At most 10 characters'] }),
    )
    await input('Language').fill('A language of the south')
    await page.getByRole('button', { name: 'No answer' }).click()
    await save.click()
    await expect.element(questions.getByText('At most 10 characters')).toBeVisible()
    await expect.element(input('Language')).toHaveValue('A language of the south')
    expect(callsOf(claimNextCall)).toHaveLength(1)
  })

  it('are shown, and no inputs, where the role may not answer', async () => {
    const stored = await openDesk(asked(shift, { canEdit: false }), asked(years))
    await expect.element(input('Experience')).toBeVisible()
    expect(input('Shift').elements()).toEqual([])
    stored.set(id(2), { ...stored.get(id(2))!, customFields: { shift: 'Nights' } })
    await userEvent.keyboard('x')
    await expect.element(name('Ben')).toBeVisible()
    await expect.element(questions.getByText('Nights')).toBeVisible()
  })

  it('ask before what was typed is lost by leaving', async () => {
    await openDesk(asked(language))
    await input('Language').fill('Spanish')
    await page.getByRole('main').getByRole('link', { name: 'Call queues' }).click()
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
    await dialog.getByRole('button', { name: 'Stay' }).click()
    await expect.element(input('Language')).toHaveValue('Spanish')
    expect(callsOf(releaseClaim)).toHaveLength(0)
    expect(callsOf(renewClaim)).toHaveLength(0)
  })
})

describe('the dialog of a queue', () => {
  const queue = { ...example(getCallQueue), id: id(9), name: 'Drivers', breaks: [], can: { edit: true } }
  const question = (field: CustomField, more: object = {}) => ({
    ...{ fieldId: field.id as string | null, builtIn: null as Question['builtIn'] },
    ...{ text: null, key: field.key, label: field.label },
    ...{ subject: field.subject as Question['subject'], state: 'in_use' as const, ...more },
  })
  const dialog = page.getByRole('dialog')

  async function openDialog(list: ReturnType<typeof question>[], revoked: readonly Permission[] = []) {
    signInAs('recruiter', effectivePermissions('recruiter', [], revoked))
    answer(listCallQueues, { items: [{ ...queue, questions: list }] })
    answer(updateCallQueue, queue)
    answerFields(() => fields)
    await openApp('/call-queues')
    await page.getByRole('button', { name: 'Edit Drivers' }).click()
    await expect.element(dialog.getByRole('button', { name: 'Save' })).toBeVisible()
  }

  const sent = () => callsOf(updateCallQueue)[0]?.body.questions

  it('adds, words, orders and removes questions', async () => {
    await openDialog([question(years), question(shift, { text: 'Which shift?' })])
    await dialog.getByRole('combobox', { name: 'Add a question' }).click()
    await expect.element(page.getByRole('option', { name: 'License' })).toBeVisible()
    expect(page.getByRole('option', { name: 'Experience' }).elements()).toEqual([])
    await page.getByRole('option', { name: 'Language' }).click()
    await dialog.getByRole('textbox', { name: 'Language' }).fill('In which language?')
    await dialog.getByRole('button', { name: 'Move Language up' }).click()
    await dialog.getByRole('button', { name: 'Remove Experience' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.poll(sent).toEqual([
      { fieldId: language.id, text: 'In which language?' },
      { fieldId: shift.id, text: 'Which shift?' },
    ])
  })

  it('adds built-in fields', async () => {
    await openDialog([question(years)])
    const add = dialog.getByRole('combobox', { name: 'Add a question' })
    await add.click()
    await page.getByRole('option', { name: 'Email' }).click()
    await dialog.getByRole('textbox', { name: 'Email' }).fill('Where can we write to you?')
    await add.click()
    await page.getByRole('option', { name: 'Source' }).click()
    await add.click()
    await expect.element(page.getByRole('option', { name: 'Phone' })).toBeVisible()
    expect(page.getByRole('option', { name: 'Email' }).elements()).toEqual([])
    await userEvent.keyboard('{Escape}')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.poll(sent).toEqual([
      { fieldId: years.id, text: null },
      { builtIn: 'email', text: 'Where can we write to you?' },
      { builtIn: 'source', text: null },
    ])
  })

  it('offers no contact data where these are hidden', async () => {
    await openDialog([question(years)], ['contacts:read'])
    await dialog.getByRole('combobox', { name: 'Add a question' }).click()
    await expect.element(page.getByRole('option', { name: 'Location' })).toBeVisible()
    expect(page.getByRole('option', { name: /Email|Phone/ }).elements()).toEqual([])
  })

  it('names retired and removed fields, and sends them back', async () => {
    await openDialog([question(years, { state: 'retired' }), question(license, { state: 'removed' })])
    await expect.element(dialog.getByText('Retired field: not asked')).toBeVisible()
    await expect.element(dialog.getByText('Removed field: not asked')).toBeVisible()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.poll(sent).toEqual([years, license].map(({ id: fieldId }) => ({ fieldId, text: null })))
  })

  it('shows a refused question at its field', async () => {
    await openDialog([question(years)])
    answer(updateCallQueue, refuse('VALIDATION', 'Check', { 'questions.0.fieldId': ['Field not found.'] }))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.element(dialog.getByText('Field not found.')).toBeVisible()
  })
})
