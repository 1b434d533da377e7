import { getBoard, moveApplications } from '@muster/contract/board.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerFields, fieldOf } from '../testing/custom-fields.ts'
import { exampleId } from '../testing/example.ts'
import { boardOf, id } from '../testing/fixtures.ts'
import { openApp } from '../testing/open-app.tsx'
import { answer, callsOf, example, refuse } from '../testing/server.ts'

const shift = fieldOf(1, { subject: 'application', key: 'shift', label: 'Shift' })
const license = fieldOf(2, { subject: 'candidate', key: 'license', label: 'License', canEdit: false })

/** Answers moves as a server that requires the field. */
function require(fields: (typeof shift)[]) {
  answer(moveApplications, ({ body }) => {
    const missing = [
      {
        applicationId: id(100),
        fields: fields.map(({ subject, key, label }) => ({ subject, key, label })),
      },
    ]
    if (!body.customFields) return refuse('FIELDS_REQUIRED', 'Fill in first: Shift', { missing })()
    if (body.customFields.shift === 'x')
      return refuse('VALIDATION', 'Some fields are invalid', { 'customFields.shift': ['Too short'] })()
    // A slow browser may load the board again.
    answer(getBoard, boardOf(['Bela'], ['Anna', 'Dora']))
    const place = { ...example(moveApplications).places[0]!, applicationId: id(100), statusId: id(12) }
    return { ...example(moveApplications), places: [place], overtaken: [] }
  })
}

const names = (column: string) =>
  page
    .getByRole('region', { name: new RegExp(`^${column}, `) })
    .getByRole('listitem')
    .getByRole('link')
    .all()
    .map((link) => link.element().textContent)

const dialog = page.getByRole('dialog', { name: 'Required for Anna' })
const button = (name: string) => dialog.getByRole('button', { name })

async function moveAnna() {
  const link = page.getByRole('link', { name: 'Anna', exact: true }).element() as HTMLElement
  link.focus()
  await userEvent.keyboard(' {ArrowRight} ')
  await expect.element(dialog).toBeVisible()
}

describe('a column that requires a field', () => {
  beforeEach(async () => {
    answerFields(() => [shift, license])
    answer(getBoard, boardOf(['Anna', 'Bela'], ['Dora']))
    await openApp(`/board/${exampleId}`)
    await expect.poll(() => names('Lead')).toEqual(['Anna', 'Bela'])
  })

  it('asks for it, and Cancel leaves the card where it was, with the focus', async () => {
    require([shift])
    await moveAnna()
    await button('Cancel').click()
    await expect.poll(() => names('Lead')).toEqual(['Anna', 'Bela'])
    expect(callsOf(moveApplications)).toHaveLength(1)
    await expect.poll(() => document.activeElement?.textContent).toBe('Anna')
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  })

  it('sends the move again with the value, and shows what is wrong with it', async () => {
    require([shift])
    await moveAnna()
    await button('Move to Contacted').click()
    await expect.element(dialog.getByText('Enter a value')).toBeVisible()
    await dialog.getByLabelText('Shift').fill('x')
    await button('Move to Contacted').click()
    await expect.element(dialog.getByText('Too short')).toBeVisible()
    await dialog.getByLabelText('Shift').fill('Nights')
    await button('Move to Contacted').click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.poll(() => names('Contacted')).toEqual(['Anna', 'Dora'])
    expect(callsOf(moveApplications).at(-1)?.body).toMatchObject({ customFields: { shift: 'Nights' } })
  })

  it('says which field the role of the user cannot fill in', async () => {
    require([shift, license])
    await moveAnna()
    await expect
      .element(dialog.getByText('Your role cannot fill in: License. Ask someone who can edit it.'))
      .toBeVisible()
    await expect.element(button('Move to Contacted')).toBeDisabled()
  })
})
